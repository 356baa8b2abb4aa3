import { type ParseArgsConfig, parseArgs } from 'node:util'
import { messageOf } from '../lib/thrown.ts'

/** What was typed cannot be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

type Options = NonNullable<ParseArgsConfig['options']>

/** Flags and other words; a flag that is not known, or lacks its value, is the caller's mistake. */
export function parseWords<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(messageOf(error).split('. ')[0])
  }
}

/** Prints why, and which words show how it is said right; the exit code of all mistakes of that kind. */
export function refuseUsage(reason: string, words: string): number {
  process.stderr.write(`${reason.replace(/\.?$/, '.')}\nHelp: ./skill-runner ${words} --help\n`)
  return 2
}

/** For a call without a command: the whole help. */
export function refuseNothing(reason: string, help: string): number {
  process.stderr.write(`${reason}\n\n${help}`)
  return 2
}

export function say(text: string): number {
  process.stdout.write(text)
  return 0
}
