import { join } from 'node:path'
import { newId } from '../lib/ids.ts'
import { type LogSlice, tailOfLog } from '../workspace/read-log.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import type { ExecDeps } from './deps.ts'
import type { Holds } from './holds.ts'
import { placeOf } from './launch.ts'
import type { CommandRun, CommandToRun, Site } from './site.ts'

/** What a command came to that was waited for. */
export interface CommandResult extends CommandRun {
  readonly stdout: LogSlice
  readonly stderr: LogSlice
}

/** One command, with its folder held and its output read. */
export async function runCommand(
  deps: ExecDeps,
  { site, holds }: { readonly site: Site; readonly holds: Holds },
  asked: Omit<CommandToRun, 'id' | 'folder'>,
  signal: AbortSignal,
): Promise<CommandResult> {
  site.requireReady()
  const id = newId('cmd')
  const place = placeOf(asked.command)
  holds.take(asked.session.id, place, { kind: 'command', id })
  const folder = deps.layout.execTask(id)
  try {
    const ran = await site.run(deps, { ...asked, id, folder }, signal)
    const tail = (stream: string) => tailOfLog(join(folder, `${stream}.log`), deps.limits.answeredBytes)
    const [stdout, stderr] = await Promise.all([tail('stdout'), tail('stderr')])
    await deps.store.execArtifacts.add(ran.taken.artifacts)
    return { ...ran, stdout, stderr }
  } finally {
    holds.release(asked.session.id, place, { id })
    await removeTree(folder)
  }
}
