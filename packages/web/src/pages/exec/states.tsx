import type { AnswerOf } from '@agent-skill-runner/sdk'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { useTexts } from '../../texts/texts.tsx'

export type Task = AnswerOf<'listExecTasks'>['tasks'][number]
export type StepJob = AnswerOf<'getExecJob'>
export type Step = StepJob['steps'][number]

export const taskKinds = ['task', 'service'] as const
export const taskStates = ['queued', 'starting', 'running', 'succeeded', 'failed', 'canceled'] as const
export const jobStates = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const

const tones: Readonly<Record<Step['status'], Tone>> = {
  pending: 'quiet',
  skipped: 'quiet',
  queued: 'quiet',
  starting: 'live',
  running: 'live',
  succeeded: 'ok',
  failed: 'bad',
  canceled: 'quiet',
}

export function ExecState({ status }: { readonly status: Step['status'] }) {
  const { exec: words } = useTexts()
  return <Badge tone={tones[status]}>{words.states[status]}</Badge>
}
