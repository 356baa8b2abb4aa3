import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { CredentialFile } from '../engines/account.ts'
import type { Engine } from '../engines/engine.ts'
import type { Settings } from '../engines/settings.ts'
import { exclusively } from '../lib/exclusive.ts'
import { Fault } from '../lib/fault.ts'
import { putFiles } from '../workspace/home.ts'
import { orNull } from '../workspace/open-folder.ts'
import { secretsIn } from './credential-secrets.ts'
import { openOperatorSettings } from './operator-settings.ts'
import { readSignIn, writeSignIn } from './sign-in-file.ts'
import { stampOf } from './stamp.ts'
import { takeBack } from './take-back.ts'

/** What was put into a private home. */
export interface Given {
  readonly files: readonly GivenFile[]
  /** Values that must not be seen in what the run prints. */
  readonly secrets: readonly string[]
}

export interface GivenFile {
  readonly rule: CredentialFile
  readonly text: string
  readonly value: unknown
}

/** What became of a sign-in file after a run. */
export interface TakenBack {
  readonly name: string
  /** overtaken: somebody signed in anew, or another run refreshed it first. */
  readonly outcome: 'unchanged' | 'refreshed' | 'refused' | 'overtaken'
  readonly reason?: string
}

/** What became of a sign-in file that a person wants to be used from now on. */
export interface Adopted {
  readonly name: string
  readonly outcome: 'copied' | 'unchanged' | 'missing' | 'refused'
  readonly reason?: string
}

/** The managed HOME of the engines: sign-ins and the operator's settings. No child ever sees it; it is given copies. */
export interface AgentHome {
  /** What the operator has set for an engine in its own config file; {} when there is none. */
  operatorSettings(engine: Engine): Promise<Settings>
  /** Copies the sign-in files into a fresh private home; answers what was given. */
  give(engine: Engine, home: string): Promise<Given>
  /** After the run: what it refreshed goes back, where the engine's rule allows it. A disk that fails is an answer too. */
  takeBack(given: Given, home: string): Promise<readonly TakenBack[]>
  /** Values of the sign-in files as they are now that nobody may be shown. */
  secretsOf(engine: Engine): Promise<readonly string[]>
  /** The providers that its sign-in files are for, where they tell. */
  signedInTo(engine: Engine): Promise<readonly string[]>
  /** A text that changes when its sign-in files do. */
  stampOf(engine: Engine): Promise<string>
  /** The sign-in files of another home take the place of those here, whatever is in them: a person asked for it. */
  adopt(engine: Engine, home: string): Promise<readonly Adopted[]>
}

/** How long others may hold the lock: each holds it for a few writes. */
const usualWaitMs = 10_000

export function openAgentHome(folder: string, waitMs = usualWaitMs): AgentHome {
  const operator = openOperatorSettings(async () => existing(folder))
  const locked = async <T>(work: (home: string) => Promise<T>): Promise<T> => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const home = realpathSync.native(folder)
    return exclusively(join(home, '.lock.db'), waitMs, () => work(home))
  }
  return {
    async operatorSettings({ id, settings }) {
      if (settings === null) return {}
      const read = await operator(settings)
      if (!read.ok) throw new Fault('ENGINE_CONFIG_INVALID', { engine: id, layer: 'operator', reason: read.reason })
      return read.settings
    },
    async give(engine, home) {
      const from = existing(folder)
      const files = from === null ? [] : await signInsOf(engine, from)
      await putFiles(
        home,
        files.map(({ rule, text }) => ({ name: rule.name, text })),
      )
      return { files, secrets: secretsIn(files.map(({ value }) => value)) }
    },
    takeBack: (given, home) => takeBack(given, home, locked),
    async secretsOf({ account }) {
      const files = await Promise.all((account?.files ?? []).map(({ name }) => readSignIn(folder, name)))
      return secretsIn(files.map((file) => (file.ok ? file.value : null)))
    },
    async signedInTo({ account }) {
      const found = (account?.files ?? []).map(async ({ name, providersIn }) => {
        const file = providersIn ? await readSignIn(folder, name) : null
        return file?.ok && providersIn ? providersIn(file.value) : []
      })
      return (await Promise.all(found)).flat()
    },
    async stampOf({ account }) {
      const stamps = (account?.files ?? []).map(({ name }) => stampOf(join(folder, name)))
      return (await Promise.all(stamps)).join(' ')
    },
    adopt: (engine, home) => locked((to) => adopt(engine, home, to)),
  }
}

/** By its real name: the folder itself may be reached by a link, nothing in it may. */
const existing = (folder: string): string | null => orNull(() => realpathSync.native(folder))

async function signInsOf({ id, account }: Engine, home: string): Promise<GivenFile[]> {
  const found: GivenFile[] = []
  for (const rule of account?.files ?? []) {
    const file = await readSignIn(home, rule.name)
    if (file.ok) found.push({ rule, text: file.text, value: file.value })
    else if (!file.missing) {
      const reason = `${rule.name} of the agent home: ${file.reason}. Sign in again: ./skill-runner engine login ${id}`
      throw new Fault('ENGINE_CONFIG_INVALID', { engine: id, layer: 'operator', reason })
    }
  }
  return found
}

/** The first of the files is the sign-in itself: without it the others mean nothing. */
async function adopt({ account }: Engine, from: string, to: string): Promise<Adopted[]> {
  const adopted: Adopted[] = []
  for (const { name } of account?.files ?? []) {
    const file = await readSignIn(from, name)
    if (file.ok) adopted.push({ name, outcome: await copy(to, name, file.text) })
    else adopted.push({ name, outcome: file.missing ? 'missing' : 'refused', reason: file.reason })
    if (!file.ok && adopted.length === 1) break
  }
  return adopted
}

async function copy(home: string, name: string, text: string): Promise<'copied' | 'unchanged'> {
  const before = await readSignIn(home, name)
  if (before.ok && before.text === text) return 'unchanged'
  await writeSignIn(home, name, text)
  return 'copied'
}
