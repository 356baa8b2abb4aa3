import type { Job } from '@agent-skill-runner/sdk'
import { useTexts } from '../texts/texts.tsx'
import { Badge, type Tone } from './badge.tsx'

const tones: Readonly<Record<Job['status'], Tone>> = {
  queued: 'quiet',
  running: 'live',
  waiting_user: 'warn',
  succeeded: 'ok',
  failed: 'bad',
  canceled: 'quiet',
}

export function RunStatus({ status }: { readonly status: Job['status'] }) {
  return <Badge tone={tones[status]}>{useTexts().status[status]}</Badge>
}
