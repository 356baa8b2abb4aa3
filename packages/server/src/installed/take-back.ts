import { LockTimeout } from '../lib/exclusive.ts'
import { codeOf } from '../lib/thrown.ts'
import type { Given, GivenFile, TakenBack } from './agent-home.ts'
import { readSignIn, writeSignIn } from './sign-in-file.ts'

/** Runs work on the managed home while nobody else does. */
type Locked = <T>(work: (managed: string) => Promise<T>) => Promise<T>

/** What a run refreshed goes back, file by file. The home was the agent's to write to: nothing in it is trusted. */
export async function takeBack({ files }: Given, home: string, locked: Locked): Promise<TakenBack[]> {
  const all: TakenBack[] = []
  for (const file of files) all.push({ name: file.rule.name, ...(await outcomeOf(file, home, locked).catch(troubleOf)) })
  return all
}

type Outcome = Omit<TakenBack, 'name'>

async function outcomeOf(given: GivenFile, home: string, locked: Locked): Promise<Outcome> {
  const left = await readSignIn(home, given.rule.name)
  if (!left.ok) return { outcome: 'refused', reason: left.reason }
  if (left.text === given.text) return { outcome: 'unchanged' }
  if (!given.rule.mayReplace(given.value, left.value))
    return { outcome: 'refused', reason: 'it is more than a refreshed sign-in' }
  return locked((managed) => replace(given, left.value, managed))
}

async function replace({ rule: { name }, text }: GivenFile, value: unknown, managed: string): Promise<Outcome> {
  const now = await readSignIn(managed, name)
  if (!now.ok || now.text !== text) return { outcome: 'overtaken' }
  // Printed anew from what was judged: two readers could understand the same bytes differently, as with a name that is there twice.
  await writeSignIn(managed, name, JSON.stringify(value, null, 2))
  return { outcome: 'refreshed' }
}

/** The run itself is done and well: that its sign-in could not be kept must not change that. */
function troubleOf(error: unknown): Outcome {
  if (error instanceof LockTimeout) return { outcome: 'refused', reason: error.message }
  if (codeOf(error) === '') throw error
  return { outcome: 'refused', reason: `the system refused (${codeOf(error)})` }
}
