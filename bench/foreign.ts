import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { somebody } from './bare.ts'
import type { Place } from './place.ts'

const groupSize = 100
/** No measurement takes this long; a group that everybody has forgotten ends by itself. */
const longest = 900

/** Says how many it could start, and ends them all when the bench closes its stdin, in whatever way it does. */
const script = `
count=0
while [ $count -lt ${groupSize} ]; do sleep ${longest} & count=$((count + 1)); done
echo $count
read -r _
trap '' TERM
kill -TERM 0
`

/** Many processes of somebody else, which sleep. Fewer where the machine allows no more. */
export async function startForeign(place: Place, wanted: number): Promise<{ readonly count: number } & AsyncDisposable> {
  const groups: ChildProcess[] = []
  const crowd = place.ending.add({}, () => endAll(groups))
  let count = 0
  try {
    while (count < wanted) {
      const group = spawn('sh', ['-c', script], { detached: true, stdio: ['pipe', 'pipe', 'ignore'], ...somebody() })
      groups.push(group)
      const started = await startedBy(group)
      count += started
      if (started < groupSize) break
    }
  } catch (error) {
    await crowd[Symbol.asyncDispose]()
    throw error
  }
  return { count, [Symbol.asyncDispose]: async () => crowd[Symbol.asyncDispose]() }
}

/** A shell that may not start any more says nothing and ends. */
async function startedBy({ stdout, pid }: ChildProcess): Promise<number> {
  if (!stdout || pid === undefined) return 0
  for await (const chunk of stdout) return Number(chunk)
  return 0
}

/** Each group by the id of its own shell, which leads it. */
async function endAll(groups: readonly ChildProcess[]): Promise<void> {
  for (const group of groups) {
    if (group.pid === undefined || group.exitCode !== null || group.signalCode !== null) continue
    const ended = once(group, 'exit')
    try {
      process.kill(-group.pid, 'SIGKILL')
      await ended
    } catch {
      // It has ended by itself.
    }
  }
}
