import { Type } from 'typebox'
import { Eval, EvalCreate, EvalForm, EvalList, SkillEvals } from '../eval.ts'
import { closed, limit } from '../shared.ts'
import { createJob } from './jobs.ts'
import { json, operation } from './operation.ts'
import { skillParams } from './skills.ts'

const tag = 'evals'
const params = closed({ eval_id: Type.String({ minLength: 1, maxLength: 64 }) })

export const createEval = operation({
  method: 'post',
  path: '/v1/evals',
  tag,
  summary: 'Run the test cases of a skill on one or more engines; send a skill that is not installed along',
  scope: 'run',
  body: EvalCreate,
  form: EvalForm,
  bodyPart: 'eval',
  returns: json(Eval),
  errors: [
    'EVALS_INVALID',
    'EVALS_RUNNING',
    'PACKAGE_INVALID',
    'ENGINE_NOT_READY',
    ...createJob.errors.filter((code) => code !== 'WEBHOOK_INVALID' && code !== 'IDEMPOTENCY_MISMATCH'),
  ],
})

export const listEvals = operation({
  method: 'get',
  path: '/v1/evals',
  tag,
  summary: 'Tests that ran or run, newest first',
  scope: 'read',
  query: closed({
    skill_id: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    limit: limit(50),
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  }),
  returns: json(EvalList),
  errors: ['INVALID_REQUEST'],
})

export const getEval = operation({
  method: 'get',
  path: '/v1/evals/{eval_id}',
  tag,
  summary: 'Cases × engines, with the run behind each cell',
  scope: 'read',
  params,
  query: closed({
    wait: Type.Optional(Type.Integer({ minimum: 1, maximum: 300, description: 'Seconds to wait for the end' })),
  }),
  returns: json(Eval),
  errors: ['EVAL_NOT_FOUND', 'INVALID_REQUEST'],
})

export const cancelEval = operation({
  method: 'post',
  path: '/v1/evals/{eval_id}/cancel',
  tag,
  summary: 'Start no more cases, and cancel the runs that it started',
  scope: 'run',
  params,
  returns: json(Eval),
  errors: ['EVAL_NOT_FOUND'],
})

export const getSkillEvals = operation({
  method: 'get',
  path: '/v1/skills/{skill_id}/evals',
  tag,
  summary: 'The test cases of a skill, or what is wrong with them',
  scope: 'read',
  params: skillParams,
  returns: json(SkillEvals),
  errors: ['SKILL_NOT_FOUND', 'SKILL_DEGRADED'],
})
