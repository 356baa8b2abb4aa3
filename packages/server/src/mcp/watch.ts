import type { CallToolResult } from '@modelcontextprotocol/server'
import { countdown, sliceSec } from './patience.ts'
import { type Caller, jsonOf, type RestRequest } from './rest.ts'
import { requireSuccess, success } from './results.ts'
import type { Waiting } from './runs.ts'

/** As much text of events as one answer holds; what is left comes with the next. */
const mostText = 64 * 1024

interface Page {
  readonly events: readonly { readonly type: string; readonly status?: string }[]
  readonly cursor: string
  readonly finished: boolean
  readonly already_running?: true
}

/** Asks again and again for what is new, until the end, or until time is up. It reads, and changes nothing of what it watches. */
export async function watch(
  caller: Caller,
  request: RestRequest,
  { seconds, progress, signal }: Waiting,
): Promise<CallToolResult> {
  const left = countdown(seconds)
  const events: Page['events'][number][] = []
  let { dedupe_key, ...query } = request.query ?? {}
  for (let text = 0, isFirst = true; ; isFirst = false) {
    const asked = { ...query, ...(dedupe_key === undefined ? {} : { dedupe_key }), wait_sec: secondsOf(left()) }
    const answer = jsonOf(requireSuccess(await caller.rest({ ...request, query: asked, signal })))
    const page = answer as unknown as Page
    // Between two requests somebody else can take the key: whoever was first goes on without it.
    if (page.already_running && !isFirst) dedupe_key = undefined
    events.push(...page.events)
    query = { ...query, cursor: page.cursor }
    text += JSON.stringify(page.events).length
    const isOver = page.finished || (page.already_running && isFirst) || text >= mostText || left() < 1 || signal.aborted
    if (isOver) return success({ ...answer, events })
    await progress.say(saying(page))
  }
}

const secondsOf = (left: number): string => String(Math.floor(Math.min(sliceSec, left)))

function saying({ events }: Page): string {
  const status = events.findLast(({ type }) => type === 'status')?.status
  return status ?? (events.length > 0 ? 'output' : 'still running')
}
