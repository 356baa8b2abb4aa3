import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Interaction } from '../domain/conversation.ts'
import type { RunIn } from '../domain/run.ts'
import type { Engine } from '../engines/engine.ts'
import { diskTroubleOf } from '../lib/disk-trouble.ts'
import { Fault } from '../lib/fault.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import { sessionProblem } from '../runs/sessions.ts'
import { replyText } from '../talk/response.ts'
import { copyFiles } from '../workspace/copy-files.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import type { AttemptDeps } from './deps.ts'
import type { Heard } from './hear.ts'
import type { Attempt } from './prepare.ts'

/** A session to resume: the engine's own id of it, and the folder with its files. */
export interface Resumed {
  readonly handle: string
  readonly files: string
}

/** One more turn of a conversation: the session, and what its engine is told next. */
export interface Turn {
  readonly resumed: Resumed
  readonly prompt: string
  /** It belongs to the attempt under way, so its prompt is added to what was said before. */
  readonly isAddition: boolean
}

/** Stores the session files for the next turn before the home is deleted. Returns why the session cannot be resumed; null: it can. */
export async function keepSession(
  deps: AttemptDeps,
  { run, layout, repair, signal }: Attempt,
  { sessionFiles }: Engine,
  { session }: Heard,
): Promise<string | null> {
  if (session === null) return 'The engine named no session.'
  if (run.executionMode === 'auto' && repair !== 'engine') return 'Nobody wanted it kept.'
  const folder = layout.session(run.attempt)
  const keep = async () => {
    await removeTree(folder)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const count = sessionFiles && (await copyFiles(layout.home, folder, sessionFiles, { isLasting: true }))
    for (const above of [layout.sessions, dirname(layout.sessions)]) await syncFolder(above)
    return count
  }
  try {
    const count = await whileThereIsRoom(keep, signal, deps)
    return count === 0 ? 'It left no files of the session.' : null
  } catch (error) {
    deps.logger.warn({ err: error, run_id: run.id }, 'cannot store the session of an engine')
    return 'Its files could not be kept. The server log has the cause.'
  }
}

/** Retries, because a full disk may have room again in a moment, and the conversation would be lost. */
const roomTries = 30
const roomPauseMs = 1000

async function whileThereIsRoom<T>(write: () => Promise<T>, signal: AbortSignal, { logger }: AttemptDeps): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (diskTroubleOf(error) === null || attempt === roomTries || signal.aborted) throw error
      logger.error({ err: error, attempt }, 'cannot store the session of an engine; retrying')
      await wait(roomPauseMs, undefined, { signal }).catch(() => {})
    }
  }
}

/** The session of the attempt before, and the reply to its question. Null: this is the first attempt. */
export async function resumedTurn(
  deps: AttemptDeps,
  run: RunIn<'running'>,
  answered: readonly Interaction[],
  workspace: string,
): Promise<Turn | null> {
  if (run.attempt === 1) return null
  const last = answered.at(-1)
  const problem = sessionProblem(deps, run, run.attempt - 1)
  if (problem !== null || !last?.answer || run.session === null) throw new Fault('SESSION_RESUME_FAILED', { reason: problem })
  return {
    resumed: { handle: run.session, files: deps.layout.run(run.id).session(run.attempt - 1) },
    prompt: replyText(last, last.answer, `${workspace}/replies/${last.id}`, deps.patchTexts.autoDecide),
    isAddition: false,
  }
}
