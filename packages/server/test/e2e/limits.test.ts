import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { verifies } from '../../../../test/verifies.ts'
import { settings, startApp } from '../support/app.ts'
import { temporaryFolder } from '../support/folder.ts'
import { writeSkill } from '../support/skills.ts'

verifies(
  'events.ranges-by-seq-and-time',
  'a page of history ends by its size too, and a long line is one event with its beginning',
  async () => {
    await using app = await startApp({
      skills: [
        {
          id: 'loud',
          js: `const line = 'x'.repeat(300000) + '\\n'; for (let n = 0; n < 100; n++) process.stdout.write(line); process.stdout.write('{}')`,
        },
      ],
    })
    const { request_id: id } = await app.run('loud')
    type Page = { events: { seq: number; data: { text?: string; truncated?: boolean } }[]; next_from_seq: number | null }
    const seqs: number[] = []
    let pages = 0
    for (let from: number | null = 1; from; pages++) {
      const { body }: { body: Page } = await app.get<Page>(
        `/v1/jobs/${id}/events/history?protocol=rasp&limit=1000&from_seq=${from}`,
      )
      assert.ok(JSON.stringify(body).length < 5 * 1024 * 1024)
      for (const { data } of body.events) if (data.truncated) assert.equal(data.text, 'x'.repeat(65536))
      seqs.push(...body.events.map(({ seq }) => seq))
      from = body.next_from_seq
    }
    assert.ok(pages > 1)
    assert.deepEqual(
      seqs,
      seqs.map((_, index) => index + 1),
    )
    assert.ok(seqs.length > 100)
  },
)

verifies(
  'sandbox.host-is-out-of-reach',
  'a file that the server inherited open is not open in the children of a run',
  async (context) => {
    const folder = await temporaryFolder(context)
    const skillsDir = join(folder, 'skills')
    writeSkill(skillsDir, {
      id: 'looks',
      sh: 'cat <&200 2>/dev/null && echo leaked; ls /proc/self/fd | wc -l; echo "{}" > "$SKILL_RESULT_FILE"',
    })
    writeFileSync(join(folder, 'canary'), 'canary\n', { mode: 0o600 })
    const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
    const env = { PATH: process.env['PATH'], ...settings(folder, skillsDir), CANARY: join(folder, 'canary') }
    const command = `exec 200<"$CANARY"; exec "${process.execPath}" "${main}" serve`
    const server = spawn('bash', ['-c', command], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      let said = ''
      const url = await new Promise<string>((resolve) => {
        server.stdout.on('data', (chunk) => {
          said += chunk
          const found = /listens on (http:\S+)/.exec(said)?.[1]
          if (found) resolve(found)
        })
      })
      const post = await fetch(`${url}/v1/jobs?wait=240`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"skill_id":"looks"}',
      })
      const { request_id } = (await post.json()) as { request_id: string }
      const logs = (await (await fetch(`${url}/v1/jobs/${request_id}/logs`)).json()) as { stdout: string }
      assert.doesNotMatch(logs.stdout, /canary|leaked/)
    } finally {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
  },
)

verifies(
  'run.default-time-limit',
  'a skill and a request that say nothing get the default time limit, which is never above the highest',
  async () => {
    const sh = 'while :; do echo tick; sleep 0.1; done'
    const skills = [
      { id: 'silent', sh },
      { id: 'says', sh, runner: { automation: { timeout_sec: 2 } } },
    ]
    const env = { SKILL_RUNNER_DEFAULT_TIMEOUT_SEC: '3', SKILL_RUNNER_TIMEOUT_SEC: '4' }
    await using app = await startApp({ env, skills })
    const limits = await Promise.all(
      [app.run('silent'), app.run('says'), app.run('silent', { runtime_options: { timeout_sec: 60 } })].map(
        async (run) => (await run).result?.error,
      ),
    )
    assert.deepEqual(
      limits.map((error) => [error?.code, error?.details]),
      [3, 2, 4].map((seconds) => ['TIMEOUT', { timeout_sec: seconds }]),
    )
    const told = async (skill: string) =>
      (await app.get<{ runtime: { timeout_sec: number } }>(`/v1/skills/${skill}`)).body.runtime.timeout_sec
    assert.deepEqual([await told('silent'), await told('says')], [3, 2])
  },
)
