import { type Card, cases, failedIn } from '../installed/card.ts'
import type { Installation } from '../installed/installations.ts'
import { installCommand } from '../installed/managed.ts'
import type { EngineCommand } from './engine.ts'
import { refuse } from './engine-account.ts'
import { tableOf } from './table.ts'
import { openSession, type Session } from './tools.ts'
import { parseWords, say, UsageError } from './words.ts'

const help = `skill-runner engine probe <engine> [--version X.Y.Z] [--json]

Tests what an installed version can do: flags, skill folder, tool call, output schema, resume, large output, termination, and network access.
It runs in the sandbox against a scripted model on this machine, with no other network access, and needs no sign-in. It takes up to two minutes.
The results are stored beside the version and take precedence over its help: runs use only what works.

Results: yes, no, and differs: it works, but not in the way that this release knows.
Exit codes: 0 nothing failed, 1 something failed or could not be tested, 2 invalid arguments.
`

export const engineProbe: EngineCommand = {
  help,
  async run(args) {
    const { values, positionals } = parseWords(args, { version: { type: 'string' }, json: { type: 'boolean' } })
    const [name, more] = positionals
    if (name === undefined) throw new UsageError('Name the engine to probe')
    if (more !== undefined) throw new UsageError(`Unexpected argument "${more}": one engine at a time`)
    await using session = await openSession()
    if (session === null) return 1
    await session.installations.refresh()
    const installation = installationOf(session, name, values.version)
    if ('problem' in installation) return refuse([installation.problem])
    const card = await probed(session, installation, values.json === true)
    if ('problem' in card) return refuse([card.problem])
    say(values.json ? `${JSON.stringify(plainOf(card), null, 2)}\n` : tableOf([['CASE', 'RESULT', 'WHAT'], ...rowsOf(card)]))
    return failedIn(card).length === 0 ? 0 : 1
  },
}

function installationOf({ engines, installations }: Session, name: string, version: string | undefined) {
  if (!Object.hasOwn(engines.built, name)) throw new UsageError(`There is no engine "${name}"`)
  const found = version === undefined ? installations.current(name) : installations.version(name, version)
  if (found) return found
  const problem = version === undefined ? installations.problem(name) : `Version ${version} is not installed.`
  return { problem: problem ?? `It is not installed. Install it: ${installCommand(name)}` }
}

/** A signal ends it in order: the CLI goes first. */
async function probed({ examine }: Session, installation: Installation, isQuiet: boolean) {
  const stop = new AbortController()
  const end = () => stop.abort()
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, end)
  try {
    return await examine(installation, {
      signal: stop.signal,
      onFinding: ({ id, result }) => void (isQuiet || process.stderr.write(`${installation.engine}: ${id} … ${result}\n`)),
    })
  } finally {
    for (const signal of signals) process.off(signal, end)
  }
}

const rowsOf = ({ findings }: Card): string[][] =>
  findings.map(({ id, result, reason }) => [id, result, reason ?? cases[id].title])

const plainOf = ({ engine, version, probedAt, findings }: Card) => ({
  engine,
  version,
  probed_at: probedAt,
  cases: findings.map(({ id, result, reason }) => ({ case: id, result, reason, needed: cases[id].isNeeded })),
})
