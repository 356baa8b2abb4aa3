import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecTask } from '../packages/server/src/domain/exec.ts'
import { newId } from '../packages/server/src/lib/ids.ts'
import { openStore } from '../packages/server/src/store/open.ts'

const batch = 500

/** So many tasks that have ended within the last days, written by the code that a server writes with, and their folders. Answers their ids. */
export async function fillTasks(data: string, tasks: number): Promise<string[]> {
  const store = await openStore(data)
  const ids: string[] = []
  try {
    const session = await store.execSessions.open(
      { projectId: 'default', owner: 'local', alias: 'bench' },
      new Date().toISOString(),
    )
    for (let from = 0; from < tasks; from += batch) {
      const some = Array.from({ length: Math.min(batch, tasks - from) }, () => endedTask(session.id))
      await Promise.all(some.map((task) => store.execTasks.add(task)))
      for (const { id } of some) makeFolder(join(data, 'exec/tasks', id))
      ids.push(...some.map(({ id }) => id))
    }
  } finally {
    await store.close()
  }
  return ids
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'stdout.log'), '')
  writeFileSync(join(folder, 'exit.json'), '{"status":0,"why":""}')
}

function endedTask(sessionId: string): ExecTask {
  const at = new Date(Date.now() - Math.random() * 3 * 86_400_000).toISOString()
  return {
    ...{ id: newId('task'), projectId: 'default', sessionId, sessionAlias: 'bench', owner: 'local' },
    ...{ skill: 'bench-echo', versionHash: 'bench', command: 'true', workdir: 'skill', env: {}, timeoutSec: 3600 },
    ...{ kind: 'task', service: null, endpoints: [], jobId: null, stepIndex: null },
    ...{ inputs: [], outputs: [], createdArtifacts: [], outputErrors: [], network: [] },
    ...{ state: 'succeeded', exitCode: 0, error: null, cancelRequestedAt: null, cancelReason: null, process: null },
    ...{ createdAt: at, startedAt: at, finishedAt: at },
  }
}
