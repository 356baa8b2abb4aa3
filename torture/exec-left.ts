import { readdirSync } from 'node:fs'
import { findCgroups, groupName } from '../packages/server/src/process/cgroups.ts'
import { isMarked, livingProcesses } from '../packages/server/src/process/proc.ts'
import { nodeIn } from '../packages/server/test/support/records.ts'
import { until } from '../packages/server/test/support/until.ts'

/** When all commands of a data folder have ended, none of their processes and groups is there. */
export async function nothingLeft(data: string): Promise<void> {
  const mark = `exec_${nodeIn(data)}:`
  await until('no process of a command is left', async () => {
    const all = await livingProcesses()
    return !all.some(({ pid }) => isMarked(pid, mark))
  })
  await until('no group of a command is left', () => groupsOf(mark).length === 0)
}

const groupsOf = (mark: string): string[] =>
  Object.values(findCgroups().places).flatMap((place) =>
    place ? readdirSync(place.folder).filter((name) => name.startsWith(groupName(mark))) : [],
  )
