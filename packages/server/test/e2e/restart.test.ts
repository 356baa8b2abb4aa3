import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { verifies } from '../../../../test/verifies.ts'
import { untilTold } from '../support/app.ts'
import { isAlive } from '../support/children.ts'
import { checkRecords, marked } from '../support/records.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'asr-restart-'))
  try {
    await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

verifies(
  ['restart.nothing-is-stuck', 'restart.leftovers-are-ended'],
  'after kill -9 a running run is told as interrupted, its processes are gone, and a second restart changes nothing',
  async () => {
    await withFolder(async (folder) => {
      const first = await startServer({ folder, skills: [untilTold] })
      const id = await first.create('until-told')
      const { run_id } = await first.until(id, 'running')
      await until(
        'the run has processes',
        () => existsSync(join(first.runFolder(run_id), 'artifacts')) && marked(first.data).length > 0,
      )
      await first.kill()

      const second = await startServer({ folder })
      const job = await second.job(id)
      assert.deepEqual(
        [job.status, job.error?.code, job.recovery_state, job.recovery_reason],
        ['failed', 'ORCHESTRATOR_RESTART_INTERRUPTED', 'failed_reconciled', 'orchestrator_restart_interrupted'],
      )
      await checkRecords(second)
      const events = await second.events(id)
      await second.kill()

      await using third = await startServer({ folder })
      assert.deepEqual(await third.job(id), job)
      assert.deepEqual(await third.events(id), events)
    })
  },
)

verifies('restart.queued-by-config', 'queued runs fail at a restart, or are kept and run when configured so', async () => {
  for (const policy of ['fail', 'keep']) {
    await withFolder(async (folder) => {
      const env = { SKILL_RUNNER_MAX_RUNNING_JOBS: '1', SKILL_RUNNER_RESTART_QUEUED: policy }
      const first = await startServer({ folder, skills: [untilTold, { id: 'quick' }], env })
      await first.until(await first.create('until-told'), 'running')
      const queued = await first.create('quick')
      await first.kill()
      await using second = await startServer({ folder, env })
      const job = await second.until(queued, 'failed', 'succeeded')
      const expected =
        policy === 'keep' ? ['succeeded', undefined, 'none'] : ['failed', 'ORCHESTRATOR_RESTART_INTERRUPTED', 'failed_reconciled']
      assert.deepEqual([job.status, job.error?.code, job.recovery_state], expected)
    })
  }
})

verifies(
  'restart.nothing-is-stuck',
  'kill -9 at random moments of busy servers leaves true and whole records every time',
  async () => {
    const printer = {
      id: 'printer',
      sh: 'for n in 1 2 3 4 5 6 7 8 9; do echo line $n; sleep 0.01; done; echo done > "$SKILL_ARTIFACTS_DIR/a"; echo "{}" > "$SKILL_RESULT_FILE"',
    }
    await withFolder(async (folder) => {
      let seed = 20261115
      const random = () => {
        seed = (seed * 1103515245 + 12345) % 2 ** 31
        return seed / 2 ** 31
      }
      let accepted: string[] = []
      for (let round = 0; round < 8; round++) {
        const server = await startServer({ folder, skills: [printer, { id: 'quick' }] })
        const jobs = await checkRecords(server)
        for (const id of accepted)
          assert.ok(
            jobs.some(({ request_id }) => request_id === id),
            `${id} was accepted and is gone`,
          )
        accepted = []
        const moment = Math.floor(random() * 25)
        const load = (async () => {
          for (let n = 0; n < 60; n++) {
            const skill = n % 3 === 0 ? 'quick' : 'printer'
            const answer = await server.post<{ request_id: string }>('/v1/jobs', { skill_id: skill }).catch(() => null)
            if (answer?.status !== 200) return
            accepted.push(answer.body.request_id)
            if (n % 5 === 4) await server.post(`/v1/jobs/${answer.body.request_id}/cancel`).catch(() => null)
          }
        })()
        await until(
          'enough jobs are accepted, or the server is gone',
          () => accepted.length > moment || server.child.exitCode !== null,
        )
        await server.kill()
        await load
      }
      await using last = await startServer({ folder })
      const jobs = await checkRecords(last)
      assert.ok(jobs.length > 20)
    })
  },
)

verifies(
  'restart.leftovers-are-ended',
  'without a sandbox leftovers are found by pid, start time and mark, and a stranger with a recorded pid is not touched',
  async () => {
    await withFolder(async (folder) => {
      for (const name of ['', 'data', 'data/runs', 'data/homes', 'data/snapshots']) {
        mkdirSync(join(folder, name), { recursive: true })
        chmodSync(join(folder, name), 0o755)
      }
      const env = { SKILL_RUNNER_SANDBOX: 'off' }
      const escapes = { id: 'escapes', sh: "setsid sh -c 'setsid sleep 600 & setsid sleep 600' & sleep 600" }
      const first = await startServer({ folder, skills: [escapes], env })
      const id = await first.create('escapes')
      await first.until(id, 'running')
      await until('four processes are there', () => marked(first.data).length >= 4)
      await first.kill()
      const left = marked(join(folder, 'data'))
      assert.ok(left.length > 0, 'without the restart what left the process group lives on')

      const stranger = spawn('sleep', ['600'], { stdio: 'ignore' })
      const raw = new DatabaseSync(join(folder, 'data/runs.db'))
      raw.prepare('update runs set process_pid = ?, process_start_time = ?').run(stranger.pid ?? 0, '1')
      raw.close()
      try {
        await using second = await startServer({ folder, env })
        await second.until(id, 'failed')
        assert.deepEqual(marked(second.data), [])
        assert.deepEqual(left.map(Number).filter(isAlive), [])
        assert.ok(isAlive(stranger.pid ?? 0))
      } finally {
        stranger.kill('SIGKILL')
        await once(stranger, 'exit')
      }
    })
  },
)

verifies(
  'run.shutdown-is-graceful',
  'a stopping server refuses new work, ends what runs in bounded time, and leaves true records',
  async () => {
    await withFolder(async (folder) => {
      const server = await startServer({ folder, skills: [untilTold, { id: 'short', sh: 'sleep 1; echo "{}"' }] })
      const long = await server.create('until-told')
      const short = await server.create('short')
      await server.until(long, 'running')
      await server.until(short, 'running')
      const stream = server.stream(short)
      const exited = server.terminate()
      await until('new work is refused', async () => {
        const refused = await server.post<{ error: { code: string } }>('/v1/jobs', { skill_id: 'short' }).catch(() => null)
        return refused === null || refused.body.error?.code === 'SHUTTING_DOWN'
      })
      assert.match(await stream, /conversation\.completed/)
      assert.equal(await exited, 0)
      assert.deepEqual(marked(server.data), [])
      await using again = await startServer({ folder })
      assert.equal((await again.job(short)).status, 'succeeded')
      const job = await again.job(long)
      assert.deepEqual(
        [job.status, job.error?.code, job.recovery_reason],
        ['failed', 'ORCHESTRATOR_RESTART_INTERRUPTED', 'orchestrator_restart_interrupted'],
      )
      await checkRecords(again)
    })
  },
)

verifies('setup.start-prints-where-things-are', 'the start says where things are with a curl line that runs a job', async () => {
  await withFolder(async (folder) => {
    await using server = await startServer({ folder })
    assert.equal(statSync(server.data).mode & 0o777, 0o700)
    const text = server.output()
    for (const path of ['/v1\n', '/docs\n', '/\n']) assert.ok(text.includes(`${server.url}${path}`), text)
    const line =
      text
        .split('\n')
        .find((one) => one.trim().startsWith('curl '))
        ?.trim() ?? ''
    const body = JSON.parse(/-d '(.*)'$/.exec(line)?.[1] ?? 'null')
    assert.equal(/-H 'Prefer: (.*?)'/.exec(line)?.[1], 'wait=30')
    const { body: answer } = await server.post<{ status: string }>('/v1/jobs?wait=30', body)
    assert.equal(answer.status, 'succeeded')
  })
})
