import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { EngineWithAccount } from '../installed/login.ts'
import { readSignIn } from '../installed/sign-in-file.ts'
import { codeOf } from '../lib/thrown.ts'
import type { EngineCommand } from './engine.ts'
import { refuse, requireAccount, sayingFaults, sayJson, tellAdopted, tellerOf, tellReadiness } from './engine-account.ts'
import { openSession, type Session } from './tools.ts'
import { parseWords, UsageError } from './words.ts'

const help = `skill-runner engine import <engine> [--from <home>] [--yes] [--json]

Copies an existing sign-in from your home directory, or another one, to the server. It lists the files and asks first;
--yes skips the question. Only the sign-in is copied, never settings, and only the server can read it.
Both copies then share one sign-in: if one of them refreshes it, the other may have to sign in again.
"skill-runner engine login" gives the server a sign-in of its own.

  --json    one JSON document on stdout: engine, from, files, ready (null if the engine is not installed); or error

An agent can read the sign-in of its own run. Exit codes: 0 copied, 1 not copied, 2 invalid arguments.
`

export const engineImport: EngineCommand = {
  help,
  async run(args) {
    const asked = askedFor(args)
    await using session = await openSession()
    if (session === null) return 1
    return await sayingFaults(asked.asJson, () => importSignIn(session, asked))
  },
}

interface AskedFor {
  readonly name: string
  readonly from: string | undefined
  readonly isSure: boolean
  readonly asJson: boolean
}

function askedFor(args: readonly string[]): AskedFor {
  const flags = { from: { type: 'string' }, yes: { type: 'boolean' }, json: { type: 'boolean' } } as const
  const { values, positionals } = parseWords(args, flags)
  const [name, more] = positionals
  if (name === undefined) throw new UsageError('Name the engine whose sign-in to copy')
  if (more !== undefined) throw new UsageError(`Unexpected argument "${more}": one engine at a time`)
  return { name, from: values.from, isSure: values.yes === true, asJson: values.json === true }
}

async function importSignIn(session: Session, { name, from, isSure, asJson }: AskedFor): Promise<number> {
  const tell = tellerOf(asJson)
  const refused = (lines: readonly string[]) => refuse(lines, asJson)
  const it = requireAccount(session, name)
  const home = await realpath(resolve(from ?? homedir())).catch(codeOf)
  if (!home.startsWith('/')) return refused([`${from ?? homedir()} is not readable (${home}). Name another home: --from <home>`])
  const found = await signInsIn(it, home)
  if (found.names.length === 0) return refused(nothingFound(it, home, found.reason))
  tell(whatFor(session, it, home, found.names))
  if (!isSure && !process.stdin.isTTY) return refused(nobodyToAsk(name, from))
  if (!isSure && !(await confirm('Copy it? [y/N] ', asJson))) return refused(['Nothing was copied.'])
  await session.installations.refresh()
  const adopted = await session.agentHome.adopt(it.engine, home)
  if (!tellAdopted(adopted, tell)) return refused(['The sign-in was removed meanwhile. Nothing was copied.'])
  const ready = await tellReadiness(session, it, tell)
  if (asJson) sayJson({ engine: name, from: home, files: adopted.map(({ name, outcome }) => ({ name, outcome })), ready })
  return ready === false ? 1 : 0
}

/** The names that can be copied; none, with the reason, where the sign-in itself cannot be. */
async function signInsIn({ account: { files } }: EngineWithAccount, home: string) {
  const looked = await Promise.all(files.map(async ({ name }) => ({ name, file: await readSignIn(home, name) })))
  const [first] = looked
  if (first && !first.file.ok) return { names: [], reason: first.file.reason }
  return { names: looked.filter(({ file }) => file.ok).map(({ name }) => name), reason: '' }
}

const nothingFound = ({ engine: { id }, account: { files } }: EngineWithAccount, home: string, reason: string): string[] => [
  `Found no sign-in of ${id} to copy in ${home}: ${files[0]?.name}: ${reason}.`,
  `Name another home with --from <home>, or sign in: ./skill-runner engine login ${id}`,
]

const whatFor = ({ config }: Session, { engine: { id } }: EngineWithAccount, home: string, names: readonly string[]): string =>
  `This copies a sign-in of ${id}, and nothing else:\n${names
    .map((name) => `  ${join(home, name)} → ${join(config.agentHome, name)}\n`)
    .join('')}Agents that run on ${id} can read it, and both homes then share it.\n`

const nobodyToAsk = (name: string, from: string | undefined): string[] => [
  'There is no terminal to ask for confirmation, so nothing was copied. To copy it anyway:',
  `  ./skill-runner engine import ${name}${from === undefined ? '' : ` --from ${from}`} --yes`,
]

async function confirm(question: string, asJson: boolean): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: asJson ? process.stderr : process.stdout })
  const left = new AbortController()
  lines.once('close', () => left.abort())
  try {
    return /^y(es)?$/i.test((await lines.question(question, { signal: left.signal })).trim())
  } catch {
    // Ctrl+C or the end of the input counts as no.
    return false
  } finally {
    lines.close()
  }
}
