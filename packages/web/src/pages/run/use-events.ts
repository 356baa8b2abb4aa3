import { SkillRunnerError } from '@agent-skill-runner/sdk'
import { useEffect, useState } from 'react'
import { runner } from '../../api/runner.ts'
import { kept } from './kept-event.ts'
import { type Row, RowFold } from './rows.ts'

export interface Followed {
  readonly rows: readonly Row[]
  /** The last event that was about the state of the run; 0: none. */
  readonly lastState: number
  /** The server is away; what follows comes when it is back. */
  readonly isAway: boolean
  readonly isOver: boolean
  readonly problem: unknown
}

const nothing: Followed = { rows: [], lastState: 0, isAway: false, isOver: false, problem: null }
const lookAgainMs = 1500
/** Many events come at once; they are shown together. */
const gatherMs = 100

/** What happened in a run, once and in order, for as long as it lasts: whatever breaks, it goes on where it broke off. */
export function useEvents(id: string): Followed {
  const [followed, setFollowed] = useState(nothing)
  useEffect(() => {
    const leaving = new AbortController()
    setFollowed(nothing)
    void follow(id, leaving.signal, (change) => setFollowed((before) => ({ ...before, ...change })))
    return () => leaving.abort()
  }, [id])
  return followed
}

async function follow(id: string, signal: AbortSignal, tell: (change: Partial<Followed>) => void): Promise<void> {
  const fold = new RowFold()
  let [last, lastState] = [0, 0]
  let timer: number | undefined
  const show = (change: Partial<Followed> = {}) => {
    clearTimeout(timer)
    timer = undefined
    if (!signal.aborted) tell({ rows: fold.rows(), lastState, isAway: false, ...change })
  }
  // A run that waits for a person may have nothing to tell for days: the server is back all the same.
  let isAway = false
  const onConnected = () => {
    if (isAway) timer ??= window.setTimeout(show, gatherMs)
    isAway = false
  }
  while (!signal.aborted) {
    try {
      for await (const event of runner.jobs.events(id, { from: last + 1, onConnected, signal })) {
        fold.push(kept(event))
        last = event.seq
        if (event.type.startsWith('conversation.')) lastState = last
        timer ??= window.setTimeout(show, gatherMs)
      }
      return show({ isOver: true })
    } catch (problem) {
      if (signal.aborted) return
      if (isFinal(problem)) return tell({ problem })
      isAway = true
      show({ isAway })
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
    }
  }
}

/** The server has answered, and will answer the same again. */
const isFinal = (problem: unknown): boolean =>
  problem instanceof SkillRunnerError && problem.status >= 400 && problem.status < 500 && problem.status !== 429
