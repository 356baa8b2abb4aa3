import assert from 'node:assert/strict'
import type { Eval } from '@agent-skill-runner/contract/eval.ts'
import type { Answer, startApp } from './app.ts'
import { formOf, send } from './forms.ts'
import { packageOf, type TestSkill } from './skills.ts'

type App = Awaited<ReturnType<typeof startApp>>

/** The evals.json of a skill with these cases. */
export const evalsOf = (skill: string, ...evals: readonly object[]): Record<string, string> => ({
  'evals/evals.json': JSON.stringify({ skill_name: skill, evals }),
})

export const startEval = (app: App, request: object): Promise<Answer<Eval>> => app.post<Eval>('/v1/evals', request)

/** With the skill along, which is not installed. */
export const startEvalWith = (app: App, skill: TestSkill, request: object = {}): Promise<Answer<Eval>> =>
  send(app.url, '/v1/evals', formOf({ eval: JSON.stringify(request), skill_package: packageOf(skill) }))

export async function endOfEval(app: Pick<App, 'get'>, { status, body }: Answer<Eval>): Promise<Eval> {
  assert.equal(status, 200, JSON.stringify(body))
  const ended = await app.get<Eval>(`/v1/evals/${body.eval_id}?wait=240`)
  assert.notEqual(ended.body.status, 'running')
  return ended.body
}

/** What came of each cell, in short. */
export const cellsOf = ({ cells }: Eval): string[] =>
  cells.map(({ case_id, engine, repetition, status }) => `${case_id} ${engine} ${repetition} ${status}`)

/** Why a check did not pass, by its kind. */
export const reasonsOf = ({ cells }: Eval): (string | null)[][] =>
  cells.map(({ checks }) =>
    checks.filter(({ status }) => status !== 'passed').map(({ kind, status, reason }) => `${kind} ${status}: ${reason}`),
  )
