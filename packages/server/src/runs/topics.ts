import { deliveriesTopic } from '../webhooks/sender.ts'

/** Nudged when a run may start, when one waits for a reply and not for ever, when somebody may have to be told, and when a run has moved. */
export const topics = {
  queue: 'queue',
  waiting: 'waiting',
  deliveries: deliveriesTopic,
  run: (id: string) => `run:${id}`,
} as const
