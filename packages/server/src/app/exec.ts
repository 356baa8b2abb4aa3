import { persistently } from '../attempt/persistently.ts'
import type { ExecDeps } from '../exec/deps.ts'
import { type Exec, openExec } from '../exec/open.ts'
import { openNursery } from '../process/nursery.ts'
import { RemoteProvider } from '../remote/provider.ts'
import { loadSdk } from '../remote/sdk.ts'
import { despiteFullDisk } from '../runs/despite-full-disk.ts'
import type { AppOptions } from './options.ts'
import type { Parts } from './parts.ts'

/** Commands and tasks of projects, over the same sandbox, process edge and store as runs. */
export function execOf(parts: Parts, options: AppOptions): Exec {
  const { store, layout, limits, projectSkills, bounded, execSandbox: sandbox } = parts
  return openExec({
    ...parts,
    sandbox,
    sandboxMode: limits.sandboxMode,
    resourceLimits: limits.ofRuns,
    retentionDays: limits.retentionDays,
    limits: {
      ...limits.exec,
      ...usualLimits,
      maxOutputBytes: limits.maxOutputBytes,
      diskLookMs: limits.diskLookMs,
      diskLowBytes: limits.diskLowBytes,
      ...options.execLimits,
    },
    despiteFullDisk: (write) => despiteFullDisk(parts, write),
    persistently: (write, noMoreTime) => persistently(parts, write, noMoreTime),
    remote: remoteOf(parts, options),
    openNursery: () => openNursery(layout.nursery, store.nodeId),
    patternProblem: (pattern) => bounded.compile(hasLine(pattern), 'ready_pattern'),
    fitsPattern: async (pattern, lines, { owner, skill }) =>
      (await bounded.by({ caller: owner, skill }).check(hasLine(pattern), lines, 'ready_pattern')).length === 0,
    findSkill: (projectId, name, version) => projectSkills.find(projectId, name, version ?? undefined),
  })
}

function remoteOf({ store, clock, logger }: Parts, { config, remoteSdk }: AppOptions): ExecDeps['remote'] {
  if (config.remote === null) return null
  const { services: hasServices, ...settings } = config.remote
  const load = remoteSdk ?? loadSdk
  return { hasServices, provider: new RemoteProvider({ settings, load, nodeId: store.nodeId, clock, logger }) }
}

/** As a schema: so it is worked out in a thread of its own, within limits. */
const hasLine = (pattern: string) => ({ type: 'array', contains: { type: 'string', pattern } })

const usualLimits = { graceSec: 3, answeredBytes: 262_144 }
