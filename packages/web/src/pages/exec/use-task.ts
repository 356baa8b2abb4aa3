import { type AnswerOf, SkillRunnerError } from '@agent-skill-runner/sdk'
import { useEffect, useState } from 'react'
import { runner } from '../../api/runner.ts'

export type TaskView = AnswerOf<'getExecTask'>

export interface Followed {
  readonly task: TaskView | null
  /** Bytes that were printed by now. */
  readonly printed: { readonly stdout: number; readonly stderr: number }
  /** The server is away; what follows comes when it is back. */
  readonly isAway: boolean
  readonly problem: unknown
}

const nothing: Followed = { task: null, printed: { stdout: 0, stderr: 0 }, isAway: false, problem: null }
const lookAgainMs = 1500
/** Whoever prints much does not keep the page busy: it looks again after so long, at the newest end. */
const gatherMs = 250
const muchBytes = 32_768

/** A task and how much it has printed, live, until it ends. What it printed is read by ranges where it is shown. */
export function useTask(project: string, id: string): Followed {
  const [followed, setFollowed] = useState(nothing)
  useEffect(() => {
    const leaving = new AbortController()
    setFollowed(nothing)
    const tell = (change: Partial<Followed>) => !leaving.signal.aborted && setFollowed((before) => ({ ...before, ...change }))
    void follow(project, id, leaving.signal, tell)
    return () => leaving.abort()
  }, [project, id])
  return followed
}

async function follow(project: string, id: string, signal: AbortSignal, tell: (change: Partial<Followed>) => void) {
  const { exec } = runner.project(project)
  while (!signal.aborted) {
    try {
      const task = await exec.task(id, { tail_bytes: 0, signal })
      let printed = { stdout: task.stdout.bytes, stderr: task.stderr.bytes }
      tell({ task, printed, isAway: false })
      if (task.finished_at !== null) return
      for await (const event of exec.follow(id, { cursor: task.cursor, signal })) {
        // The rest of a new state is in the task, and the rest of much output is behind its newest end.
        if (event.type === 'status') break
        const { stream = 'stdout', byte_from = 0, byte_to = 0 } = event
        printed = { ...printed, [stream]: byte_to }
        tell({ printed })
        if (byte_to - byte_from > muchBytes) {
          await pause(gatherMs)
          break
        }
      }
    } catch (problem) {
      if (signal.aborted) return
      if (isFinal(problem)) return tell({ problem })
      tell({ isAway: true })
      await pause(lookAgainMs)
    }
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The server has answered, and will answer the same again. */
const isFinal = (problem: unknown): boolean =>
  problem instanceof SkillRunnerError && problem.status >= 400 && problem.status < 500 && problem.status !== 429
