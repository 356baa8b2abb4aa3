import type { Answer, Interaction, ReplyFile } from '../domain/conversation.ts'
import type { Run, RunId, RunState } from '../domain/run.ts'
import { replyAccepted } from '../events/rasp.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import { instant } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import { newId } from '../lib/ids.ts'
import { maskOf } from '../lib/mask.ts'
import { requireDisk } from '../runs/require-disk.ts'
import { topics } from '../runs/topics.ts'
import { isRunCorrupt } from '../runs/without-log.ts'
import type { JobAndRun } from '../store/jobs.ts'
import { meantResponse } from '../talk/meant-response.ts'
import { preview } from '../talk/preview.ts'
import { responseProblems } from '../talk/response.ts'
import type { Part, Received } from '../workspace/receive.ts'
import { receiveReply } from '../workspace/replies.ts'
import type { IntakeDeps } from './deps.ts'
import { withUpload } from './with-upload.ts'

/** A reply, and the question that it answers. */
interface Reply {
  readonly interaction: number
  readonly response: unknown
  /** The idempotency key; null: there is none. */
  readonly key: string | null
}

interface Replied {
  readonly status: RunState
  /** It was accepted before; this repeat changed nothing. */
  readonly repeated: boolean
}

/** The pending question of a run; null: there is none. */
export async function readPending(deps: IntakeDeps, { run }: JobAndRun): Promise<Interaction | null> {
  requireInteractive(run)
  const id = run.state === 'waiting_user' ? run.pendingInteraction : null
  return id === null ? null : deps.store.interactions.get(run.id, id)
}

/** Stores the reply and queues the run. An invalid reply leaves the question open, and nothing of it is stored. */
export async function acceptReply(
  deps: IntakeDeps,
  found: JobAndRun,
  reply: Reply,
  parts: AsyncIterable<Part> | null,
  isStopping: () => boolean,
): Promise<Replied> {
  const { run } = found
  requireInteractive(run)
  // Reject before the files are received, where possible.
  if (!(await answeredBefore(deps, run.id, reply))) requirePending(run, reply.interaction)
  if (parts) await requireDisk(deps)
  await using received = parts && (await receiveReply(deps.layout.requests, parts, deps.limits.replyFiles))
  return await deps.inTurn.replies.take(run.id, async () => {
    // A stopping server would leave the run queued, and a restart may fail queued runs; it keeps questions.
    if (isStopping()) throw new Fault('SHUTTING_DOWN')
    const replied = (await answerNow(deps, found, reply, received)) ?? (await answerNow(deps, found, reply, received))
    if (!replied) throw new Error(`Run ${run.id} waits with question ${reply.interaction} and takes no answer to it`)
    return replied
  })
}

function requireInteractive(run: Run): void {
  if (run.executionMode !== 'interactive') throw new Fault('NOT_INTERACTIVE', { execution_mode: run.executionMode })
}

function requirePending(run: Run, interaction: number): void {
  if (run.state !== 'waiting_user') throw new Fault('NOT_WAITING', { status: run.state })
  if (run.pendingInteraction !== interaction)
    throw new Fault('STALE_INTERACTION', { pending_interaction_id: run.pendingInteraction })
}

const answeredBefore = async ({ store }: IntakeDeps, run: RunId, { key }: Reply): Promise<Interaction | null> =>
  key === null ? null : store.interactions.answeredAs(run, key)

/** Null: the state of the run changed meanwhile; look again. */
async function answerNow(
  deps: IntakeDeps,
  { job, run }: JobAndRun,
  reply: Reply,
  received: Received | null,
): Promise<Replied | null> {
  const files = received?.files ?? []
  const before = await answeredBefore(deps, run.id, reply)
  if (before) return sameAnswer(before, reply, files)
  const now = (await deps.store.runs.get(run.id)) ?? run
  requirePending(now, reply.interaction)
  const response = await requireFitting(deps, run.id, reply, files)
  const answer = { resolution: 'user_reply' as const, response, files, at: instant(deps.clock), key: reply.key }
  const moved = await moveWithFiles(deps, { job, run: now }, reply.interaction, answer, received)
  if (!moved) return null
  const about = { request_id: job.id, run_id: run.id, interaction_id: reply.interaction, files: files.length }
  deps.logger.info(about, 'reply accepted')
  deps.wakes.wake(topics.queue)
  return { status: moved.state, repeated: false }
}

/** The answer to a repeated reply: the first one has queued the run. */
function sameAnswer({ id, question, answer }: Interaction, reply: Reply, files: readonly ReplyFile[]): Replied {
  const response = meantResponse(question, reply.response)
  const asked = { interaction: reply.interaction, response, files: files.map(contentOf) }
  const first = { interaction: id, response: answer?.response, files: answer?.files.map(contentOf) }
  if (canonicalJson(asked) !== canonicalJson(first)) throw new Fault('IDEMPOTENCY_MISMATCH')
  return { status: 'queued', repeated: true }
}

const contentOf = ({ path, sha256 }: ReplyFile) => ({ path, sha256 })

/** The response, checked against its question. */
async function requireFitting(
  { store }: IntakeDeps,
  run: RunId,
  { interaction, response: given }: Reply,
  files: readonly ReplyFile[],
): Promise<unknown> {
  const asked = await store.interactions.get(run, interaction)
  if (!asked) throw new Error(`Question ${interaction} of ${run} is gone`)
  const response = meantResponse(asked.question, given)
  const problems = responseProblems(asked.question, response, files)
  if (problems.length > 0) throw new Fault('REPLY_INVALID', { problems })
  return response
}

/** The files are in place before the reply is stored, and deleted if it is not. */
async function moveWithFiles(
  deps: IntakeDeps,
  found: JobAndRun,
  interaction: number,
  answer: Omit<Answer, 'upload'>,
  received: Received | null,
): Promise<Run | null> {
  if (!received || received.nothing) return move(deps, found, interaction, { ...answer, upload: null })
  const upload = newId('upl')
  const isNamed = () =>
    deps.store.interactions.get(found.run.id, interaction).then(
      (row) => row?.answer?.upload === upload,
      () => null,
    )
  const brought = { job: found.job.id, upload, received, isNamed }
  return withUpload(deps, brought, () => move(deps, found, interaction, { ...answer, upload }))
}

async function move(deps: IntakeDeps, { job, run }: JobAndRun, interaction: number, answer: Answer): Promise<Run | null> {
  try {
    return await deps.log.move({
      run: run.id,
      job: job.id,
      trigger: 'interaction.reply.accepted',
      seen: run,
      answers: { interaction, answer },
      drafts: (from, to) =>
        replyAccepted(from, to, {
          interaction_id: interaction,
          resolution_mode: 'user_reply',
          accepted_at: answer.at,
          response_preview: safePreview(deps.secrets, answer.response),
        }),
    })
  } catch (error) {
    if (!isRunCorrupt(error)) throw error
    deps.logger.error({ err: error, run_id: run.id }, 'reply rejected: the files of its run are missing')
    throw new Fault('WORKSPACE_FAILED', { reason: 'The files of the run are gone. Cancel it, and run it again.' })
  }
}

/** Secrets are masked before the text is cut: a half secret would not be found. */
function safePreview(secrets: readonly string[], response: unknown): string {
  const mask = maskOf(secrets)
  const cover = (text: string) => mask.cover(Buffer.from(text)).toString()
  return cover(preview(withTexts(response, cover)))
}

function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [change(name), withTexts(item, change)]))
}
