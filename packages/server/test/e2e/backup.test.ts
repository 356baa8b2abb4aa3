import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { exec, run } from '../support/exec.ts'
import { temporaryFolder } from '../support/folder.ts'
import { startServer } from '../support/server.ts'
import type { TestSkill } from '../support/skills.ts'

const note: TestSkill = {
  id: 'note',
  sh: 'echo kept > "$SKILL_ARTIFACTS_DIR/note.txt"; echo said; echo \'{"n": 1}\' > "$SKILL_RESULT_FILE"',
}

const cached = { runtime_options: { no_cache: false } }

type Server = Awaited<ReturnType<typeof startServer>>

/** All that a caller can see of a job, and of what a session of the default project has. */
async function told(server: Server, job: string) {
  const paths = ['', '/result', '/artifacts', '/events/history?limit=1000', '/logs'].map((path) => `/v1/jobs/${job}${path}`)
  const answers = []
  for (const path of [...paths, `${exec}/sessions`]) answers.push((await server.get(path)).body)
  const artifact = await fetch(`${server.url}/v1/jobs/${job}/artifacts/artifacts/note.txt`)
  return [...answers, artifact.status, await artifact.text()]
}

verifies(
  'store.backup',
  'the folder of a server that was stopped, packed and unpacked elsewhere, goes on there with every job, file, event and session',
  async (context) => {
    const folder = await temporaryFolder(context)
    const [before, after, archive] = [join(folder, 'before'), join(folder, 'after'), join(folder, 'backup.tgz')]
    for (const path of [before, after]) mkdirSync(path)

    const first = await startServer({ folder: before, skills: [note] })
    const { request_id: job } = await first.run('note', cached)
    await run(first, 'echo left > left.txt', { skill_name: 'note' })
    const wanted = await told(first, job)
    assert.equal(await first.terminate(), 0)
    execFileSync('tar', ['-czf', archive, '-C', before, '.'])
    rmSync(before, { recursive: true })

    execFileSync('tar', ['-xzf', archive, '-C', after])
    await using second = await startServer({ folder: after, skills: [note] })
    assert.deepEqual(await told(second, job), wanted)
    const { stdout } = await run(second, 'cat left.txt', { skill_name: 'note' })
    assert.equal(stdout.text, 'left\n')
    const { status, cache_hit: hit, result } = await second.run('note', cached)
    assert.deepEqual([status, hit, result?.data], ['succeeded', true, { n: 1 }])
    assert.equal((await second.run('note')).status, 'succeeded')
  },
)
