import { deliveriesTopic } from '../webhooks/sender.ts'

/** Topics of wakes: a run is queued, a run waits for a reply with a time limit, a webhook is due, the state of a run has changed. */
export const topics = {
  queue: 'queue',
  waiting: 'waiting',
  deliveries: deliveriesTopic,
  run: (id: string) => `run:${id}`,
} as const
