import { fateOf, type SentReply } from './ledger.ts'
import type { InteractionRow } from './rows.ts'
import type { Complaints, Story } from './story.ts'

/** An accepted reply is in the record exactly once, a refused one never, one without an answer at most once; and nothing else is. */
export function replyComplaints(story: Story): Complaints {
  const { known, interactions } = story
  return [
    ...known.replies.flatMap((reply) => fateComplaints(reply, interactions)),
    ...interactions.flatMap((row) => [
      ...answerComplaints(row, known.replies),
      ...toldComplaints(row, story),
      ...fileComplaints(row, story),
    ]),
  ]
}

const responseOf = ({ response }: InteractionRow): unknown => JSON.parse(response ?? 'null')

function fateComplaints(reply: SentReply, interactions: readonly InteractionRow[]): Complaints {
  const { interaction, response, key, answers } = reply
  const places = interactions.filter((row) => responseOf(row) === response).map(({ id }) => id)
  const what = `${JSON.stringify(response)} to question ${interaction}`
  const stray = places.filter((id) => id !== interaction)
  return [
    ...(stray.length > 0 ? [`${what} is the answer to question ${stray.join(', ')}`] : []),
    ...(fateOf(reply) === 'accepted' && places.length !== 1 ? [`${what} was accepted and is there ${places.length} times`] : []),
    ...(fateOf(reply) === 'refused' && places.length > 0 ? [`${what} was refused and is there`] : []),
    ...(key !== null && answers.includes('accepted') && answers.includes('refused')
      ? [`${what} was accepted and refused under one key`]
      : []),
  ]
}

/** Every answer is one that somebody sent, or that the runner was free to give. */
function answerComplaints(row: InteractionRow, replies: readonly SentReply[]): Complaints {
  if (row.resolution === null) return []
  if (row.resolution === 'auto_decide_timeout')
    return responseOf(row) === null && row.expires_at !== null ? [] : [`question ${row.id} was decided, and must not have been`]
  const sent = replies.find(({ response }) => response === responseOf(row))
  if (!sent) return [`question ${row.id} has the answer ${row.response}, which nobody sent`]
  return row.answer_key === sent.key ? [] : [`question ${row.id} was answered under the key ${row.answer_key}`]
}

/** One event for each answer in each protocol. */
function toldComplaints({ id, resolution, response }: InteractionRow, { rasp, fcmp }: Story): Complaints {
  const told = fcmp.flatMap(({ type, data }) => {
    const isAnswer = type === 'interaction.reply.accepted' || type === 'interaction.auto_decide.timeout'
    return isAnswer && data.interaction_id === id ? [{ type, data }] : []
  })
  const expected =
    resolution === null ? [] : [resolution === 'user_reply' ? 'interaction.reply.accepted' : 'interaction.auto_decide.timeout']
  const raspTypes = rasp.flatMap(({ event: { type }, correlation }) =>
    (type === 'interaction.reply.accepted' || type === 'interaction.auto_decide.timeout') && correlation.interaction_id === id
      ? [type]
      : [],
  )
  const types = told.map(({ type }) => type)
  const previews = told.flatMap(({ data }) => ('response_preview' in data ? [data.response_preview] : []))
  return [
    ...(types.join() === expected.join() ? [] : [`the answer to question ${id} is told by ${types.join(' and ') || 'nothing'}`]),
    ...(raspTypes.join() === expected.join()
      ? []
      : [`the answer to question ${id} is told to the audit by ${raspTypes.join(' and ') || 'nothing'}`]),
    ...previews
      .filter((preview) => preview !== JSON.parse(response ?? 'null'))
      .map((preview) => `question ${id} is told with ${preview}`),
  ]
}

/** The files of an answer are those that were sent with it, in the record and on the disk. */
function fileComplaints(row: InteractionRow, { known, replyFiles }: Story): Complaints {
  if (row.resolution === null) return []
  const sent = known.replies.find(({ response }) => response === responseOf(row))?.files ?? {}
  const kept = (JSON.parse(row.files ?? '[]') as { path: string }[]).map(({ path }) => path)
  const there = replyFiles[row.id] ?? {}
  return [
    ...(kept.toSorted().join() === Object.keys(sent).sort().join()
      ? []
      : [`the answer to question ${row.id} has the files ${kept.join(', ')}`]),
    ...(sorted(there) === sorted(sent) ? [] : [`in the folder of the answer to question ${row.id} lies ${sorted(there)}`]),
  ]
}

const sorted = (files: Readonly<Record<string, string>>): string => JSON.stringify(Object.entries(files).sort())
