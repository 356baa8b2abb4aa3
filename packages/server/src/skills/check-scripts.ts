import { nearest } from '../config/near.ts'
import { scriptIn, splitCommand } from './command.ts'
import type { Notes } from './notes.ts'
import type { RunnerJson } from './runner-json.ts'

/** A script that the skill does not bring would fail every run, with an exit code and nothing else to go by. */
export function checkScripts(runner: RunnerJson, files: readonly string[], notes: Notes): void {
  for (const [field, command] of commandsOf(runner)) {
    const split = splitCommand(command)
    const script = split.ok ? scriptIn(split.words) : null
    if (script === null || files.includes(script)) continue
    const [meant] = nearest(script, likely(script, files), mostDifferences)
    notes.problem(field, `names ${script}, which does not exist${meant === undefined ? '' : `; the nearest is ${meant}`}`)
  }
}

function commandsOf({ entrypoint, normalizer, fallback }: RunnerJson): [field: string, command: string][] {
  const script = entrypoint.kind === 'prompt' ? null : entrypoint.command
  const all: [string, string | null][] = [
    ['entrypoint.script.command', script],
    ['normalizer.command', normalizer],
    ['fallback.command', fallback],
  ]
  return all.flatMap(([field, command]) => (command === null ? [] : [[field, command]]))
}

const mostDifferences = 3

/** A skill chooses how long its names are, and to compare two of them takes the product of that. */
const likely = (script: string, files: readonly string[]): string[] =>
  files.filter((path) => path.length <= 200 && Math.abs(path.length - script.length) <= mostDifferences).slice(0, 200)
