import type { WebhookMessage } from '@agent-skill-runner/contract/webhook.ts'
import { type Instant, isTerminal, type JobId, type RunId, type RunState, type Trigger } from './run.ts'

export type WebhookEvent = WebhookMessage['type']

/** Whom to tell about a job, as it was checked when the job came. */
export interface Webhook {
  readonly url: string
  readonly events: readonly WebhookEvent[]
  /** Which secret signs; null: the usual one. */
  readonly secretRef: string | null
}

/** What is told where nothing else was asked for. */
export const usualEvents: readonly WebhookEvent[] = ['job.succeeded', 'job.failed', 'job.canceled']

/** What a state change is told as; null: nothing worth telling. A conversation starts once, however often it goes on. */
export function eventOf(trigger: Trigger, to: RunState, attempt: number): WebhookEvent | null {
  if (trigger === 'turn.started') return attempt === 1 ? 'job.started' : null
  if (trigger === 'turn.needs_input') return 'job.waiting_user'
  return isTerminal(to) ? `job.${to}` : null
}

/** What happened to a job, as far as somebody who gets a message has to know. */
export interface Happening {
  readonly event: WebhookEvent
  readonly at: Instant
  readonly job: JobId
  readonly run: RunId
  readonly skill: string
  readonly state: RunState
  readonly errorCode: string | null
  readonly pendingInteraction: number | null
  /** It is read where temporary runs are. */
  readonly temporary: boolean
}

/** The bytes that are signed and sent, the same at every try. */
export function bodyOf(it: Happening): string {
  const message: WebhookMessage = {
    type: it.event,
    timestamp: it.at,
    data: {
      request_id: it.job,
      run_id: it.run,
      skill_id: it.skill,
      status: it.state,
      error_code: it.errorCode,
      pending_interaction_id: it.pendingInteraction,
      result_url: isTerminal(it.state) ? `/v1/${it.temporary ? 'temp-skill-runs' : 'jobs'}/${it.job}/result` : null,
    },
  }
  return JSON.stringify(message)
}

/** A message on its way, or what became of it. */
export interface Delivery {
  readonly id: string
  readonly job: JobId
  readonly event: WebhookEvent
  readonly url: string
  readonly host: string
  readonly body: string
  readonly secretRef: string | null
  readonly state: 'pending' | 'delivered' | 'given_up'
  readonly tries: number
  readonly lastStatus: number | null
  readonly lastError: string | null
  readonly createdAt: Instant
  readonly lastTryAt: Instant | null
  readonly nextTryAt: Instant | null
  readonly deliveredAt: Instant | null
}
