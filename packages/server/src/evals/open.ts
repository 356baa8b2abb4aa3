import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { EvalCreate } from '@agent-skill-runner/contract/eval.ts'
import { type Cell, type Eval, isOver } from '../domain/eval.ts'
import type { Principal } from '../domain/job.ts'
import { spenderOf } from '../intake/budgets.ts'
import { instant } from '../lib/clock.ts'
import { deadlineOf } from '../lib/deadline.ts'
import { Fault } from '../lib/fault.ts'
import { newId } from '../lib/ids.ts'
import { codeOf } from '../lib/thrown.ts'
import { requireDisk } from '../runs/require-disk.ts'
import type { SkillPackage } from '../skills/package.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import type { EvalsDeps } from './deps.ts'
import { drive, evalTopic } from './drive.ts'
import { planEval } from './plan.ts'
import { cancelJob } from './run-job.ts'

export interface EvalAndCells {
  readonly one: Eval
  readonly cells: readonly Cell[]
}

export interface EvalSource {
  readonly skill: SkillPackage
  /** It came along and is not installed. */
  readonly temporary: boolean
}

/** Tests of skills: started, looked at, canceled. They are in the store; this has only the work on those that run. */
export interface Evals {
  start(principal: Principal, source: EvalSource, request: EvalCreate): Promise<EvalAndCells>
  /** EVAL_NOT_FOUND where the project has none of this id. */
  get(projectId: string, id: string): Promise<EvalAndCells>
  /** As it is at its end, or when the signal ends the wait. */
  wait(projectId: string, id: string, signal: AbortSignal): Promise<EvalAndCells>
  cancel(projectId: string, id: string): Promise<EvalAndCells>
  /** What a package has to pass before it is installed: it rejects with what did not. Null: this server asks for nothing. */
  gateFor(principal: Principal): ((skill: SkillPackage) => Promise<void>) | null
  /** Goes on with those that a server left. */
  resume(): Promise<void>
  stop(): Promise<void>
}

const usualConcurrency = 2
const retryMs = 5000

export function openEvals(deps: EvalsDeps): Evals {
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()

  const perform = (one: Eval): void => {
    const work = persist(one).finally(() => underWay.delete(work))
    underWay.add(work)
  }

  /** A database that is away for a while ends no test. */
  const persist = async (one: Eval): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        return await drive(deps, one, stopping.signal)
      } catch (err) {
        if (stopping.signal.aborted) return
        deps.logger.error({ err, eval_id: one.id }, 'a test of a skill broke off; retrying')
      }
      await pause(retryMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const get = async (projectId: string, id: string): Promise<EvalAndCells> => {
    const one = await deps.store.evals.find(projectId, id)
    if (!one) throw new Fault('EVAL_NOT_FOUND', { eval_id: id })
    return { one, cells: await deps.store.evals.cells(id) }
  }

  const start = async (
    principal: Principal,
    { skill, temporary }: EvalSource,
    request: EvalCreate,
    isProof = false,
  ): Promise<EvalAndCells> => {
    if (stopping.signal.aborted || deps.attempts.stopping) throw new Fault('SHUTTING_DOWN')
    await requireDisk(deps)
    const { cases, cells, notes } = await planEval(deps, skill, spenderOf(principal), request, isProof)
    const id = newId('eval')
    const plan = { cases, notes, grader: request.grader ?? null, concurrency: request.concurrency ?? usualConcurrency }
    const one: Eval = {
      ...{ id, projectId: principal.projectId, principal: principal.name, caller: principal.caller, plan, temporary },
      dayLimits: principal.dayLimits ?? {},
      ...{ skillId: skill.id, skillVersion: skill.version, skillDigest: skill.digest },
      ...{ state: 'running', cancelRequestedAt: null, createdAt: instant(deps.clock), finishedAt: null },
    }
    const nothing = { state: 'waiting', tries: 1, jobId: null, gradeJobId: null, outcome: null } as const
    const rows = cells.map((cell, index): Cell => ({ ...cell, ...nothing, evalId: id, no: index + 1 }))
    await using unwanted = new AsyncDisposableStack()
    unwanted.defer(() => removeTree(deps.layout.eval(id)))
    await deps.snapshots.pin(skill, deps.layout.eval(id))
    if (!(await deps.store.evals.create(one, rows, deps.limits.maxEvals)))
      throw new Fault('EVALS_RUNNING', { most: deps.limits.maxEvals })
    unwanted.move()
    deps.logger.info({ eval_id: id, skill_id: skill.id, cells: rows.length }, 'test of a skill started')
    perform(one)
    return { one, cells: rows }
  }

  const wait = async (projectId: string, id: string, signal: AbortSignal): Promise<EvalAndCells> => {
    for (;;) {
      using patience = deadlineOf(lookAgainMs, signal)
      const wake = deps.wakes.next(evalTopic(id), patience.signal)
      const now = await deps.store.evals.find(projectId, id)
      // Cells can be many: they are read once, at the end.
      if (now?.state !== 'running' || signal.aborted) return get(projectId, id)
      await wake
    }
  }

  return {
    start,
    get,
    wait,

    gateFor(principal) {
      const gate = deps.installGate
      if (gate === null) return null
      return async (skill) => {
        const request = gate.grader === null ? {} : { grader: gate.grader }
        const { one } = await start(principal, { skill, temporary: true }, request, true)
        const ended = await wait(one.projectId, one.id, stopping.signal)
        if (ended.one.state === 'running') throw new Fault('SHUTTING_DOWN')
        if (ended.one.state !== 'passed') throw notPassed(ended)
      }
    },

    async cancel(projectId, id) {
      const { one } = await get(projectId, id)
      await deps.store.evals.requestCancel(one.id, instant(deps.clock))
      const { cells } = await get(projectId, id)
      const jobs = cells.filter(({ state }) => !isOver(state)).flatMap(({ jobId, gradeJobId }) => gradeJobId ?? jobId ?? [])
      await Promise.all(jobs.map((job) => cancelJob(deps, job)))
      return get(projectId, id)
    },

    async resume() {
      const running = await deps.store.evals.running()
      const known = new Set(running.map(({ id }) => id))
      for (const name of await readdir(deps.layout.evals).catch(noneThere))
        if (!known.has(name)) await removeTree(join(deps.layout.evals, name))
      for (const one of running) perform(one)
    },

    async stop() {
      stopping.abort()
      await Promise.all(underWay)
    },
  }
}

const mostTold = 20

function notPassed({ one, cells }: EvalAndCells): Fault {
  const others = cells.filter(({ state }) => state !== 'passed')
  const told = others.slice(0, mostTold).map(({ caseId, engine, state, jobId }) => ({
    ...{ case_id: caseId, engine, status: state, request_id: jobId },
  }))
  return new Fault('EVALS_NOT_PASSED', { eval_id: one.id, status: one.state, cells: told })
}

/** Where another server works on it, nothing is heard of its end. */
const lookAgainMs = 5000

function noneThere(error: unknown): string[] {
  if (codeOf(error) === 'ENOENT') return []
  throw error
}
