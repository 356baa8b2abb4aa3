import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Job } from '@agent-skill-runner/contract/job.ts'
import { thorough } from '../../../../test/thorough.ts'
import { verifies } from '../../../../test/verifies.ts'
import { untilTold } from '../support/app.ts'
import { isAlive } from '../support/children.ts'
import { changeRows } from '../support/database.ts'
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
  ['restart.nothing-is-stuck', 'restart.leftovers-are-ended', 'restart.queued-by-config'],
  'after kill -9 a running run is told as interrupted and its processes are gone; queued ones fail, or are kept and run when configured so; a second restart changes nothing',
  async () => {
    await withFolder(async (folder) => {
      const start = (policy: 'fail' | 'keep') => {
        const env = { SKILL_RUNNER_MAX_RUNNING_JOBS: '1', SKILL_RUNNER_RESTART_QUEUED: policy }
        return startServer({ folder, skills: [untilTold, { id: 'quick' }], env })
      }
      const interrupt = async (server: Server) => {
        const running = await server.create('until-told')
        const { run_id } = await server.until(running, 'running')
        const queued = await server.create('quick')
        await until(
          'the run has processes',
          () => existsSync(join(server.runFolder(run_id), 'artifacts')) && marked(server.data).length > 0,
        )
        return { running, queued }
      }
      const first = await start('fail')
      const { running, queued } = await interrupt(first)
      await first.kill()

      const second = await start('fail')
      const jobs = await checkRecords(second)
      const told = ({ status, error, recovery_state, recovery_reason }: Job) => [
        ...[status, error?.code, recovery_state, recovery_reason],
      ]
      const interrupted = [
        ...['failed', 'ORCHESTRATOR_RESTART_INTERRUPTED', 'failed_reconciled', 'orchestrator_restart_interrupted'],
      ]
      assert.deepEqual(jobs.map(({ request_id }) => request_id).toSorted(), [running, queued].toSorted())
      assert.deepEqual(jobs.map(told), [interrupted, interrupted])
      const events = await second.events(running)
      const again = await interrupt(second)
      await second.kill()

      await using third = await start('keep')
      const kept = await third.until(again.queued, 'failed', 'succeeded')
      assert.deepEqual([kept.status, kept.error, kept.recovery_state], ['succeeded', null, 'none'])
      assert.deepEqual(told(await third.job(again.running)), interrupted)
      for (const job of jobs) assert.deepEqual(await third.job(job.request_id), job)
      assert.deepEqual(await third.events(running), events)
    })
  },
)

type Server = Awaited<ReturnType<typeof startServer>>

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
      // What else may be under way when a server is killed is what the torture is about.
      const rounds = thorough ? 8 : 3
      for (let round = 0; round < rounds; round++) {
        const server = await startServer({ folder, skills: [printer, { id: 'quick' }] })
        const jobs = await checkRecords(server)
        for (const id of accepted)
          assert.ok(
            jobs.some(({ request_id }) => request_id === id),
            `${id} was accepted and is gone`,
          )
        accepted = []
        // Once when the first job was just accepted: what it needs is being made then.
        const moment = round === 2 ? 0 : thorough ? Math.floor(random() * 25) : 5 + Math.floor(random() * 15)
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
      assert.ok(jobs.length > 15)
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
      await changeRows(join(folder, 'data'), 'update runs set process_pid = ?, process_start_time = ?', [stranger.pid ?? 0, '1'])
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
  ['setup.start-prints-where-things-are', 'run.shutdown-is-graceful'],
  'a start says where things are with a curl line that runs a job; a stopping server refuses new work, ends what runs in bounded time, and leaves true records',
  async () => {
    await withFolder(async (folder) => {
      const server = await startServer({ folder, skills: [untilTold, { id: 'short', sh: 'sleep 1; echo "{}"' }] })
      await checkWhatTheStartSays(server)
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

verifies('run.shutdown-is-graceful', 'a stopping server lets runs end for as long as it was told', async () => {
  await withFolder(async (folder) => {
    const server = await startServer({ folder, skills: [untilTold], env: { SKILL_RUNNER_DRAIN_SEC: '600' } })
    const job = await server.create('until-told')
    await server.until(job, 'running')
    const exited = server.terminate()
    await until('new work is refused', async () => {
      const { status, body } = await server.post<{ error?: { code: string } }>('/v1/jobs', { skill_id: 'until-told' })
      return status === 503 && body.error?.code === 'SHUTTING_DOWN'
    })
    const { status, run_id } = await server.job(job)
    assert.equal(status, 'running')
    const artifacts = join(server.runFolder(run_id), 'artifacts')
    await until('the run has its folder', () => existsSync(artifacts))
    writeFileSync(join(artifacts, 'go'), '')
    assert.equal(await exited, 0)
    await using again = await startServer({ folder })
    assert.equal((await again.job(job)).status, 'succeeded')
  })
})

/** Of a server that was just started. */
async function checkWhatTheStartSays(server: Server): Promise<void> {
  assert.equal(statSync(server.data).mode & 0o777, 0o700)
  const text = server.output()
  for (const path of ['/v1\n', '/docs\n', '/ui\n']) assert.ok(text.includes(`${server.url}${path}`), text)
  const line =
    text
      .split('\n')
      .find((one) => one.trim().startsWith('curl '))
      ?.trim() ?? ''
  const body = JSON.parse(/-d '(.*)'$/.exec(line)?.[1] ?? 'null')
  assert.equal(/-H 'Prefer: (.*?)'/.exec(line)?.[1], 'wait=30')
  const { body: answer } = await server.post<{ status: string }>('/v1/jobs?wait=30', body)
  assert.equal(answer.status, 'succeeded')
}
