import type { ReplyAccepted } from '@agent-skill-runner/contract/conversation.ts'
import type { CancelView } from '@agent-skill-runner/contract/job.ts'
import { errorOf } from '../packages/server/test/support/answers.ts'
import type { World } from './jobs.ts'
import type { KnownJob, ReplyAnswer, SentReply } from './ledger.ts'
import type { ReplyPlan } from './plan.ts'
import { listOf } from './random.ts'

/** A reply of which there is no other, noted before it is sent. */
export function newReply(
  known: KnownJob,
  interaction: number,
  { files, hasKey }: Pick<ReplyPlan, 'files' | 'hasKey'>,
): SentReply {
  const response = `reply ${known.replies.length + 1} to ${known.id}`
  const reply: SentReply = {
    interaction,
    response,
    key: hasKey ? `key of ${response}` : null,
    files: Object.fromEntries(listOf(files, (index) => [`file-${index + 1}.txt`, `file ${index + 1} of ${response}\n`])),
    answers: [],
  }
  known.replies.push(reply)
  return reply
}

/** Refusals that a reply can meet when others were quicker. */
const fair = ['NOT_WAITING', 'STALE_INTERACTION']

export async function sendReply({ ask, saw }: World, known: KnownJob, reply: SentReply): Promise<ReplyAnswer> {
  const asking = ask<ReplyAccepted>('POST', `/v1/jobs/${known.id}/interaction/reply`, {
    body: bodyOf(reply),
    headers: reply.key === null ? {} : { 'idempotency-key': reply.key },
    onAnswer: () => saw('reply-answered'),
  })
  saw('reply-sent')
  const told = await asking
  // The status alone is an answer, even if the server died in the middle of the rest.
  const answer = told === null ? 'lost' : told.status === 200 ? 'accepted' : 'refused'
  reply.answers.push(answer)
  if (told?.body && answer === 'refused' && !fair.includes(errorOf(told.body).code))
    throw new Error(`reply to question ${reply.interaction} of ${known.id} was refused: ${JSON.stringify(told)}`)
  return answer
}

function bodyOf({ interaction, response, files }: SentReply): object {
  const metadata = { interaction_id: interaction, response }
  if (Object.keys(files).length === 0) return metadata
  const form = new FormData()
  form.set('metadata', new Blob([JSON.stringify(metadata)], { type: 'application/json' }))
  for (const [name, text] of Object.entries(files)) form.append('files', new Blob([text]), name)
  return form
}

export async function sendCancel({ ask, saw }: World, known: KnownJob): Promise<void> {
  if (known.cancel === 'none') known.cancel = 'sent'
  const asking = ask<CancelView>('POST', `/v1/jobs/${known.id}/cancel`, { onAnswer: () => saw('cancel-answered') })
  saw('cancel-sent')
  const told = await asking
  if (told && told.status !== 200) throw new Error(`the cancel of ${known.id} was refused: ${JSON.stringify(told)}`)
  if (told?.body?.status === 'canceled') known.cancel = 'done'
}
