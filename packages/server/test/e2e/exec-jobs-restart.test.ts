import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { marks, type Value } from '../../src/store/sql.ts'
import { errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { changeRows, type Database, openDatabase } from '../support/database.ts'
import { exec, inSession, jobEnded, jobOf, printed, startJob, stepStates, tool } from '../support/exec-jobs.ts'
import { temporaryFolder } from '../support/folder.ts'
import { killNursery } from '../support/nursery.ts'
import { startServer } from '../support/server.ts'
import { addTrigger } from '../support/triggers.ts'
import { until } from '../support/until.ts'

/** Says that it ran, and waits until it may go on. */
const gated = (name: string) => `echo ${name} >> ../trace; echo ${name}; while [ ! -e ../${name} ]; do sleep 0.02; done`

verifies(
  'exec.jobs-outlive-the-server',
  'after kill -9 of the server a job goes on where it is: the step that ran is adopted, or settled, and the next one started',
  async (context) => {
    const folder = await temporaryFolder(context)
    const steps = ['a', 'b', 'c'].map(gated)
    const first = await startServer({ folder, skills: [tool] })
    const adopted = await startJob(first, steps, { session_id: 'adopted' })
    const settled = await startJob(first, steps, { session_id: 'settled' })
    const before = await printed(first, adopted, 0, 'a')
    const task = (await printed(first, settled, 0, 'a')).steps[0]?.task_id
    await first.kill()
    // While no server looks, one of the two ends.
    const session = await sessionOf(first.data, 'settled')
    writeFileSync(join(first.data, 'exec/sessions', session, 'work/a'), '')
    await until('its end is kept', () => existsSync(join(first.data, 'exec/tasks', String(task), 'exit.json')))
    await using second = await startServer({ folder })
    const busy = await second.post(`${exec}/commands`, { skill_name: 'tool', command: 'true', session_id: 'adopted' })
    assert.deepEqual(
      [errorOf(busy.body).code, errorOf(busy.body).details],
      ['WORKDIR_BUSY', { workdir: 'skill', held_by: { kind: 'job', id: adopted } }],
    )
    assert.deepEqual(await jobOf(second, adopted), before)
    for (const session of ['adopted', 'settled']) await inSession(second, 'touch ../a ../b ../c', session)
    for (const [session, id] of Object.entries({ adopted, settled })) {
      const job = await jobEnded(second, id)
      assert.deepEqual([job.status, job.steps.map(({ stdout }) => stdout.text)], ['succeeded', ['a\n', 'b\n', 'c\n']])
      assert.equal(await inSession(second, 'cat ../trace', session), 'a\nb\nc\n')
    }
  },
)

async function sessionOf(data: string, alias: string): Promise<string> {
  await using database = await openDatabase(data)
  return (await database.first<{ id: string }>('select id from exec_sessions where alias = ?', [alias]))?.id ?? ''
}

verifies(
  'exec.jobs-outlive-the-server',
  'a step whose nursery was killed is lost, which fails its job; also when its server was killed with it',
  async (context) => {
    const folder = await temporaryFolder(context)
    const first = await startServer({ folder, skills: [tool] })
    const lost = async (id: string, server: typeof first) => {
      const job = await jobEnded(server, id)
      assert.deepEqual(
        [job.status, job.error?.code, job.steps[0]?.error?.code, stepStates(job)],
        ['failed', 'STEP_FAILED', 'RUNNER_LOST', ['failed', 'skipped']],
      )
    }
    const one = await startJob(first, [gated('a'), 'echo never'])
    await printed(first, one, 0, 'a')
    await killNursery(first.data)
    await lost(one, first)
    const two = await startJob(first, [gated('a'), 'echo never'])
    await printed(first, two, 0, 'a')
    await killNursery(first.data)
    await first.kill()
    await using second = await startServer({ folder })
    await lost(two, second)
  },
)

verifies(
  'exec.jobs-outlive-the-server',
  'the time of a job counts while no server runs, and a cancel that was only begun is carried out',
  async (context) => {
    const folder = await temporaryFolder(context)
    const first = await startServer({ folder, skills: [tool] })
    const over = await startJob(first, [gated('a'), 'echo never'], { session_id: 'over', max_wall_time_sec: 2 })
    const marked = await startJob(first, [gated('a'), 'echo never'], { session_id: 'marked' })
    for (const id of [over, marked]) await printed(first, id, 0, 'a')
    await first.kill()
    // Killed after the mark of the job, and before that of its step.
    await changeRows(first.data, 'update exec_jobs set cancel_requested_at = created_at where id = ?', [marked])
    await using second = await startServer({ folder })
    const canceled = await jobEnded(second, marked)
    assert.deepEqual([canceled.error?.code, stepStates(canceled)], ['CANCELED_BY_USER', ['canceled', 'skipped']])
    const late = await jobEnded(second, over)
    assert.deepEqual([late.error?.code, stepStates(late)], ['JOB_TIMEOUT', ['failed', 'skipped']])
  },
)

interface Left {
  /** States of the steps that have a row; null: the job is queued. */
  readonly steps: readonly string[] | null
  readonly isCanceled?: true
  readonly isLate?: true
}

/** What a server leaves that is killed between two writes, and what the next one makes of it: an end, states of steps, and what those did. */
const cuts: Record<string, [Left, [string, string[], string]]> = {
  'before it began': [{ steps: null }, ['succeeded', ['succeeded', 'succeeded'], 'one\ntwo\n']],
  'before the first step has a row': [{ steps: [] }, ['succeeded', ['succeeded', 'succeeded'], 'one\ntwo\n']],
  'before a step is started': [{ steps: ['queued'] }, ['succeeded', ['succeeded', 'succeeded'], 'one\ntwo\n']],
  'before the nursery has heard of it': [{ steps: ['starting'] }, ['succeeded', ['succeeded', 'succeeded'], 'one\ntwo\n']],
  'before the next step has a row': [{ steps: ['succeeded'] }, ['succeeded', ['succeeded', 'succeeded'], 'two\n']],
  'before the job succeeds': [{ steps: ['succeeded', 'succeeded'] }, ['succeeded', ['succeeded', 'succeeded'], '']],
  'before the job fails': [{ steps: ['failed'] }, ['STEP_FAILED', ['failed', 'skipped'], '']],
  'before the job is canceled': [{ steps: ['succeeded'], isCanceled: true }, ['CANCELED_BY_USER', ['succeeded', 'skipped'], '']],
  'before a step is started, for so long that its time is over': [
    { steps: ['queued'], isLate: true },
    ['JOB_TIMEOUT', ['failed', 'skipped'], ''],
  ],
}

verifies(
  'exec.jobs-outlive-the-server',
  'a job goes on from whatever rows a server left that was killed between two writes',
  async (context) => {
    const folder = await temporaryFolder(context)
    const first = await startApp({ folder, skills: [tool] })
    const model = await startJob(first, ['echo one >> trace', 'echo two >> trace'])
    await jobEnded(first, model)
    await first.stop()
    {
      await using database = await openDatabase(first.data)
      for (const [number, [left]] of Object.values(cuts).entries()) await layOut(database, model, `sjob_${number}`, left)
    }
    await using second = await startApp({ folder })
    for (const [number, [name, [, becomes]]] of Object.entries(cuts).entries()) {
      const job = await jobEnded(second, `sjob_${number}`)
      const trace = await inSession(second, `cat ../sjob_${number}/trace 2>/dev/null`)
      assert.deepEqual([job.error?.code ?? job.status, stepStates(job), trace], becomes, name)
    }
  },
)

/** A copy of a job that has ended, as if it had not come so far. */
async function layOut(database: Database, model: string, id: string, { steps, ...also }: Left): Promise<void> {
  const copy = async (table: string, where: string, changes: Record<string, string | number | null>) => {
    const row = { ...(await database.first<Record<string, Value>>(`select * from ${table} where ${where}`)), ...changes }
    const names = Object.keys(row)
    await database.run(`insert into ${table} (${names.join()}) values (${marks(names)})`, Object.values(row))
  }
  const now = new Date(also.isLate ? Date.now() - 3_600_000 : Date.now()).toISOString()
  await copy('exec_jobs', `id = '${model}'`, {
    ...{ id, workdir: id, state: steps === null ? 'queued' : 'running', finished_at: null },
    ...{ started_at: steps === null ? null : now, cancel_requested_at: also.isCanceled ? now : null },
  })
  for (const [index, state] of (steps ?? []).entries()) {
    const isOver = ['succeeded', 'failed'].includes(state)
    await copy('exec_tasks', `job_id = '${model}' and step_index = ${index}`, {
      ...{ id: `task_${id}_${index}`, job_id: id, workdir: id, state, finished_at: isOver ? now : null },
      ...{ exit_code: null, error: state === 'failed' ? '{"code":"NONZERO_EXIT","details":{}}' : null },
      ...(state === 'queued' ? { started_at: null } : {}),
    })
  }
}

verifies(
  'exec.jobs-outlive-the-server',
  'a job whose rows cannot be written goes on when they can, and runs no step twice',
  async () => {
    await using app = await startApp({ skills: [tool] })
    await using database = await openDatabase(app.data)
    const told = (line: string) => until('it was tried', () => app.logged.join('').includes(line))
    const steps = ['echo one >> ../trace', gated('a'), 'echo three >> ../trace']
    const allowTasks = await addTrigger(database, { before: 'insert on exec_tasks', does: null })
    const id = await startJob(app, steps)
    await told('cannot continue a step job')
    await allowTasks()
    await printed(app, id, 1, 'a')
    const allowEnds = await addTrigger(database, {
      before: 'update on exec_tasks',
      when: 'new.finished_at is not null',
      does: null,
    })
    await inSession(app, 'touch ../a')
    await told('cannot record the end of a run or task; retrying')
    await allowEnds()
    const job = await jobEnded(app, id)
    assert.deepEqual([job.status, await inSession(app, 'cat ../trace')], ['succeeded', 'one\na\nthree\n'])
  },
)
