import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { CancelView, Job } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { putFiles } from '../../src/workspace/home.ts'
import { startApp, untilTold } from '../support/app.ts'
import { changeRows } from '../support/database.ts'
import { openFiles } from '../support/descriptors.ts'
import { begin, goOn, interactive, replayOnly, reply, says, talkSkill } from '../support/talk.ts'
import { until } from '../support/until.ts'

const done = says('{"word":"x"}\n__SKILL_DONE__: true')
const asks = talkSkill('asks', [[says('Go on?')], [done]])
const hybrid = (id: string, sh: string) =>
  talkSkill(id, [[says('Go on?')], [done]], {
    sh,
    runner: { entrypoint: { type: 'hybrid', script: { command: 'sh scripts/run.sh' }, prompt: { result_mode: 'stdout' } } },
  })

async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'asr-corrupt-'))
  try {
    await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

verifies(
  'talk.nothing-leads-astray',
  'a link that a script leaves in its home leads nothing that the server writes for the engine elsewhere',
  async () => {
    await withFolder(async (folder) => {
      const canary = join(folder, 'canary')
      writeFileSync(canary, 'canary', { mode: 0o600 })
      await using app = await startApp({ env: replayOnly, skills: [hybrid('linker', `ln -s ${canary} "$HOME/replay.json"`)] })
      const { request_id, status } = await begin(app, 'linker')
      assert.equal(status, 'waiting_user')
      assert.equal((await goOn(app, request_id, 1, 'yes')).status, 'succeeded')
      assert.equal(readFileSync(canary, 'utf8'), 'canary')

      // In the home as the script left it, the same write would have gone through the link.
      const home = join(folder, 'home')
      mkdirSync(home)
      symlinkSync(canary, join(home, 'replay.json'))
      await putFiles(home, [{ name: 'replay.json', text: 'overwritten' }])
      assert.equal(readFileSync(canary, 'utf8'), 'overwritten')
    })
  },
)

verifies(
  'talk.nothing-leads-astray',
  'a session that cannot be kept ends the run at once, and names no place of the host',
  async () => {
    const waits = talkSkill('waits', [[{ wait_for: 'artifacts/go' }, says('Go on?')]])
    await using app = await startApp({ env: replayOnly, skills: [waits] })
    const id = await app.create('waits', { engine: 'replay', runtime_options: interactive })
    const { run_id } = await app.until(id, 'running')
    // Where the folder of its sessions belongs.
    writeFileSync(join(app.data, 'sessions', run_id), '')
    const artifacts = join(app.runFolder(run_id), 'artifacts')
    await until('the run has its folder', () => readdirSync(app.runFolder(run_id)).includes('artifacts'))
    writeFileSync(join(artifacts, 'go'), '')
    const { status, error } = await app.until(id, 'failed', 'waiting_user')
    assert.deepEqual(
      [status, error?.code, error?.details],
      [
        'failed',
        'SESSION_RESUME_FAILED',
        { reason: 'Nobody could answer its question. Its files could not be kept. The server log has the cause.' },
      ],
    )
    rmSync(join(app.data, 'sessions', run_id), { force: true })
  },
)

verifies(
  'talk.nothing-leads-astray',
  'a run whose folder is gone fails at the next start, and keeps no other from going on',
  async () => {
    await withFolder(async (folder) => {
      const options = { env: replayOnly, skills: [asks], folder }
      const first = await startApp(options)
      const [lost, other] = [await begin(first, 'asks'), await begin(first, 'asks')]
      await first.stop()
      rmSync(first.runFolder(lost.run_id), { recursive: true })
      const second = await startApp(options)
      const stateOf = ({ status, error, recovery_state, recovery_reason }: Job) => [
        status,
        error?.code ?? null,
        recovery_state,
        recovery_reason,
      ]
      const failed = ['failed', 'SESSION_RESUME_FAILED', 'failed_reconciled', 'session_handle_invalid']
      assert.deepEqual(stateOf(await second.job(lost.request_id)), failed)
      assert.deepEqual((await second.get(`/v1/jobs/${lost.request_id}/events/history`)).status, 200)
      assert.equal((await goOn(second, other.request_id, 1, 'yes')).status, 'succeeded')
      await second.stop()
    })
  },
)

verifies(
  'talk.nothing-leads-astray',
  'a run whose folder is gone can be canceled, and in the queue others go before it',
  async () => {
    await using app = await startApp({ env: replayOnly, limits: { maxRunning: 1 }, skills: [asks, untilTold, { id: 'quick' }] })
    const [waiting, queued] = [await begin(app, 'asks'), await begin(app, 'asks')]
    rmSync(app.runFolder(waiting.run_id), { recursive: true })
    const refused = await reply<{ error: { code: string } }>(app, waiting.request_id, 1, 'yes')
    assert.deepEqual([refused.status, refused.body.error.code], [500, 'WORKSPACE_FAILED'])
    const { body } = await app.post<CancelView>(`/v1/jobs/${waiting.request_id}/cancel`)
    assert.deepEqual([body.status, body.accepted], ['canceled', true])

    const slow = await app.create('until-told')
    await app.until(slow, 'running')
    assert.equal((await reply(app, queued.request_id, 1, 'yes')).status, 200)
    rmSync(app.runFolder(queued.run_id), { recursive: true })
    const behind = await app.create('quick')
    await app.tell(slow)
    assert.equal((await app.until(behind, 'succeeded', 'failed')).status, 'succeeded')
    assert.equal((await app.job(queued.request_id)).status, 'queued')
    assert.equal((await app.post<CancelView>(`/v1/jobs/${queued.request_id}/cancel`)).body.status, 'canceled')
  },
)

/** What can become of the event files of an attempt. */
const spoil = {
  deleted: (path: string) => rmSync(path),
  emptied: (path: string) => writeFileSync(path, ''),
  garbled: (path: string) => writeFileSync(path, 'x'.repeat(readFileSync(path).length)),
} as const

verifies(
  ['talk.nothing-leads-astray', 'restart.nothing-is-stuck', 'output.result-file-is-valid'],
  'runs whose event files are gone, empty or garbled fail at the next start with a reason and without a result, and keep no other from going on',
  async () => {
    await withFolder(async (folder) => {
      const writes = hybrid('writes', `printf '{"word":1}' > result/result.json`)
      const options = { env: replayOnly, skills: [writes, asks], folder }
      const first = await startApp(options)
      const eventFiles = ({ run_id }: Job, names: readonly string[]) =>
        names.map((name) => join(first.runFolder(run_id), `.audit/${name}.1.jsonl`))
      const both = ['events', 'fcmp_events']
      const lost: { readonly job: Job; readonly was: 'running' | 'waiting_user'; readonly how: (path: string) => void }[] = []
      const run = "update runs set state = 'running', owner = 'gone', pending_interaction = null where id = ?"
      for (const was of ['running', 'waiting_user'] as const)
        for (const how of Object.values(spoil)) lost.push({ was, how, job: await begin(first, 'writes') })
      const [alone, later] = [await begin(first, 'writes'), await begin(first, 'writes')]
      await first.stop()
      for (const { job, was, how } of lost) {
        if (was === 'running') await changeRows(first.data, run, [job.run_id])
        eventFiles(job, both).forEach(how)
      }
      eventFiles(alone, ['events']).forEach(spoil.garbled)

      await using second = await startApp(options)
      for (const { job, was } of [...lost, { job: alone, was: 'waiting_user' }]) {
        const { status, error, recovery_state } = await second.job(job.request_id)
        const code = was === 'running' ? 'ORCHESTRATOR_RESTART_INTERRUPTED' : 'SESSION_RESUME_FAILED'
        assert.deepEqual([status, error?.code, recovery_state], ['failed', code, 'failed_reconciled'])
        assert.equal((await second.get(`/v1/jobs/${job.request_id}/events/history`)).status, 200)
        const root = second.runFolder(job.run_id)
        assert.deepEqual(
          [existsSync(join(root, 'result/result.json')), readFileSync(join(root, 'raw/result.json'), 'utf8')],
          [false, '{"word":1}'],
        )
        for (const path of eventFiles(job, both)) rmSync(path, { force: true })
      }
      // While the server runs it is a matter of that run alone.
      eventFiles(later, both).forEach(spoil.emptied)
      const refused = await reply<{ error: { code: string } }>(second, later.request_id, 1, 'yes')
      assert.deepEqual([refused.status, refused.body.error.code], [500, 'WORKSPACE_FAILED'])
      assert.deepEqual(openFiles(second.runFolder(later.run_id)), [])
      const { body } = await second.post<CancelView>(`/v1/jobs/${later.request_id}/cancel`)
      assert.deepEqual([body.status, body.accepted], ['canceled', true])
      assert.equal(existsSync(join(second.runFolder(later.run_id), 'result/result.json')), false)
      assert.equal((await goOn(second, (await begin(second, 'asks')).request_id, 1, 'yes')).status, 'succeeded')
    })
  },
)

verifies(
  'reply.stale-and-not-waiting',
  'a reply whose files arrive while the server stops is refused, and its question is kept',
  async () => {
    await withFolder(async (folder) => {
      const options = { env: replayOnly, skills: [asks], folder }
      const first = await startApp(options)
      const { request_id: id } = await begin(first, 'asks')
      const headers = { 'content-type': 'multipart/form-data; boundary=XbX' }
      const sending = request(`${first.url}/v1/jobs/${id}/interaction/reply`, { method: 'POST', headers })
      const answered = new Promise<{ status: number; body: string }>((resolve, reject) => {
        sending.on('error', reject)
        sending.on('response', async (response) => resolve({ status: response.statusCode ?? 0, body: await text(response) }))
      })
      const part = (disposition: string, content: string) =>
        `--XbX\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}`
      sending.write(part('name="metadata"', '{"interaction_id":1,"response":"yes"}\r\n'))
      sending.write(part('name="f"; filename="a.txt"', 'begin'))
      await until('the server is receiving', () => readdirSync(join(folder, 'data/requests')).length > 0)
      const stopped = first.stop()
      await until(
        'new work is refused',
        async () => (await first.post('/v1/jobs', { skill_id: 'asks' }).catch(() => null))?.status !== 200,
      )
      sending.end('end\r\n--XbX--\r\n')
      const { status, body } = await answered
      assert.deepEqual([status, JSON.parse(body).error.code], [503, 'SHUTTING_DOWN'])
      await stopped
      const second = await startApp(options)
      assert.equal((await goOn(second, id, 1, 'yes')).status, 'succeeded')
      await second.stop()
    })
  },
)

verifies(
  'cancel.one-winner-everywhere',
  'where a cancel keeps a turn from asking, the record of the attempt says so too',
  async () => {
    await using app = await startApp({
      env: replayOnly,
      skills: [talkSkill('slow', [[{ wait_for: 'artifacts/go' }, says('Go on?')]])],
    })
    const id = await app.create('slow', { engine: 'replay', runtime_options: interactive })
    const { run_id } = await app.until(id, 'running')
    // The mark alone, as if the order to end came too late for the process.
    await app.app.runner.store.runs.requestCancel(run_id, new Date().toISOString())
    await app.tell(id)
    const { status } = await app.until(id, 'canceled', 'waiting_user', 'failed')
    const { completion } = JSON.parse(readFileSync(join(app.runFolder(run_id), '.audit/meta.1.json'), 'utf8'))
    assert.deepEqual([status, completion], ['canceled', { trigger: 'run.canceled', error_code: 'CANCELED_BY_USER' }])
  },
)
