import type { AnswerOf } from '@agent-skill-runner/sdk'

export type Run = AnswerOf<'getRun'>
export type Skill = AnswerOf<'getManagedSkill'>
export type Engine = AnswerOf<'listManagedEngines'>['engines'][number]
export type EngineDetail = AnswerOf<'getManagedEngine'>
