import { pino } from 'pino'
import { openTools, type Tools } from '../app/tools.ts'
import { type Config, loadConfig } from '../config.ts'
import { messageOf } from '../lib/thrown.ts'

/** What one command works with. */
export interface Session extends Tools {
  readonly config: Config
}

/** Null: the settings cannot be worked with, and why was printed. */
export async function openSession(): Promise<Session | null> {
  const opened = await tryOpenSession()
  if (!('problems' in opened)) return opened
  process.stderr.write(`The configuration is invalid:\n${opened.problems.map((problem) => `  - ${problem}\n`).join('')}`)
  return null
}

/** Reads the settings and opens the tools, or returns the problems. */
export async function tryOpenSession(): Promise<Session | { readonly problems: readonly string[] }> {
  // What is installed has to be read by children of another user.
  process.umask(0o022)
  const loaded = await loadConfig({ env: process.env, cwd: process.cwd() })
  if (!loaded.ok) return loaded
  const { config } = loaded
  try {
    return { config, ...(await openTools({ config, logger: pino({ level: 'silent' }) })) }
  } catch (error) {
    return { problems: [messageOf(error)] }
  }
}
