import type { EvalSummary } from '@agent-skill-runner/contract/eval.ts'
import type { FastifyInstance } from 'fastify'
import type { EvalSource } from '../../evals/open.ts'
import { deadlineOf } from '../../lib/deadline.ts'
import { Fault } from '../../lib/fault.ts'
import { checkPackage } from '../../packages/check.ts'
import { stagePackage } from '../../packages/stage.ts'
import { requireDisk } from '../../runs/require-disk.ts'
import { readEvals } from '../../skills/evals-json.ts'
import { listFiles } from '../../skills/files.ts'
import type { SkillPackage } from '../../skills/package.ts'
import { cursorOf, parseCursor } from '../cursor.ts'
import { invalidRequest } from '../invalid-request.ts'
import { limitOf } from '../limit.ts'
import { onlyPart } from '../only-part.ts'
import { presentEval, presentEvalSummary } from '../present-eval.ts'
import { route } from '../route.ts'
import type { DoorDeps, RouteDeps } from './deps.ts'
import { requireEntry } from './skills.ts'

/** Tests of skills: their cases, and what came of them. */
export function evalRoutes(app: FastifyInstance, { runner, evals, attempts }: RouteDeps): void {
  route(app, 'createEval', async ({ principal, body, parts }) => {
    const start = (source: EvalSource) => evals.start(principal, source, body)
    if (!parts) return presentEval(await start({ skill: await installed(runner, body.skill_id), temporary: false }))
    if (body.skill_id !== undefined)
      throw invalidRequest('/skill_id', 'must be left out: the skill to test comes along', 'maxProperties')
    if (attempts.stopping) throw new Fault('SHUTTING_DOWN')
    await requireDisk(runner)
    await using staged = await stagePackage(runner.layout.staging, onlyPart(parts, 'skill_package'), runner.limits.packages)
    const skill = await checkPackage(staged, { ...runner.packageCheck, strict: false })
    return presentEval(await start({ skill, temporary: true }))
  })

  route(app, 'listEvals', async ({ principal, query }) => {
    const limit = limitOf(query, 50)
    const found = await runner.store.evals.list({
      projectId: principal.projectId,
      limit: limit + 1,
      ...(query.skill_id ? { skillId: query.skill_id } : {}),
      ...(query.cursor ? { after: parseCursor(query.cursor) } : {}),
    })
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const summaries: EvalSummary[] = []
    // One after the other: what their cells found is needed for its sums only, and can be many megabytes.
    for (const { id } of page) {
      const one = await runner.store.evals.get(id)
      if (one) summaries.push(presentEvalSummary({ one, cells: await runner.store.evals.cells(id) }))
    }
    return {
      evals: summaries,
      next_cursor: found.length > limit && last ? cursorOf(last) : null,
    }
  })

  route(app, 'getEval', async ({ principal, params, query, signal }) => {
    if (query.wait === undefined) return presentEval(await evals.get(principal.projectId, params.eval_id))
    using patience = deadlineOf(query.wait * 1000, signal)
    return presentEval(await evals.wait(principal.projectId, params.eval_id, patience.signal))
  })

  route(app, 'cancelEval', async ({ principal, params }) => presentEval(await evals.cancel(principal.projectId, params.eval_id)))

  route(app, 'getSkillEvals', async ({ params }) => {
    const skill = await installed(runner, params.skill_id)
    const read = await readEvals(await listFiles(skill.root), skill.name)
    const cases = read?.cases ?? []
    return {
      skill_id: skill.id,
      cases: cases.map(({ id, prompt, engines, repetitions, data, dataSchema, artifacts, statements }) => ({
        id,
        prompt: prompt?.slice(0, 500).toWellFormed() ?? null,
        engines: engines && [...engines],
        repetitions,
        checked: (data ? 1 : 0) + (dataSchema ? 1 : 0) + artifacts.length,
        graded: statements.length,
      })),
      problems: (read?.problems ?? []).slice(0, 100),
      notes: (read?.warnings ?? []).slice(0, 100),
    }
  })
}

async function installed(runner: DoorDeps, id: string | undefined): Promise<SkillPackage> {
  if (id === undefined) throw invalidRequest('/skill_id', 'is missing: name a skill, or send one as a form', 'required')
  const entry = await requireEntry(runner, id)
  if (entry.health === 'degraded') throw new Fault('SKILL_DEGRADED', { skill_id: id, problems: entry.problems })
  return entry.skill
}
