import { type Overview, overviewOf, visibleEngines } from '../installed/overview.ts'
import type { EngineCommand } from './engine.ts'
import { noWords } from './one-word.ts'
import { tableOf } from './table.ts'
import { openSession, type Session } from './tools.ts'
import { parseWords, say } from './words.ts'

const help = `skill-runner engine list [--json]

Lists the engines: whether they are enabled, the version that new runs use, the version that this release was tested with,
other installed versions, and why an engine is not ready.
`

export const engineList: EngineCommand = {
  help,
  async run(args) {
    const { values, positionals } = parseWords(args, { json: { type: 'boolean' } })
    noWords(positionals)
    await using session = await openSession()
    if (session === null) return 1
    await session.installations.refresh()
    const found = await Promise.all(visibleEngines(session.engines).map((name) => overviewOf(session, name)))
    const plain = found.map((one) => plainOf(session, one))
    return say(values.json ? `${JSON.stringify(plain, null, 2)}\n` : shown(plain))
  },
}

const plainOf = ({ installations }: Session, one: Overview) => ({
  engine: one.engine,
  enabled: one.enabled,
  cli_version: one.installation?.version ?? null,
  pinned_version: one.pinnedVersion,
  notice: one.notice,
  installed_versions: installations.list(one.engine).map(({ version }) => version),
  auth_ready: one.authReady,
  ready: one.reason === null,
  reason: one.reason,
})

function shown(found: readonly ReturnType<typeof plainOf>[]): string {
  const rows = found.map(({ engine, enabled, cli_version, pinned_version, installed_versions, reason }) => {
    const others = installed_versions.filter((version) => version !== cli_version)
    return [engine, enabled ? 'yes' : 'no', cli_version ?? '–', pinned_version ?? '–', others.join(' ') || '–', reason ?? 'ready']
  })
  return tableOf([['ENGINE', 'ENABLED', 'IN USE', 'PINNED', 'OTHERS', 'STATE'], ...rows])
}
