import { spawn } from 'node:child_process'
import type { Command } from '../domain/launch.ts'
import { messageOf } from '../lib/thrown.ts'
import { openGiven, tellHidden } from './child.ts'

/** How it ended; `failed`: it was not started. */
export type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null } | { readonly failed: string }

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a command with our own terminal, or whatever stands for it: it reads our stdin and prints where we print. We stay until it
 * ends, also when somebody presses Ctrl+C, so that what has to be tidied up is.
 */
export function runAtTerminal({ argv: [program, ...args], env, cwd, given, hidden }: Command): Promise<Ended> {
  return new Promise((resolve) => {
    using file = given ? openGiven(given.path) : null
    const stdio: ('inherit' | 'pipe' | number)[] = ['inherit', 'inherit', 'inherit']
    const options = [
      ...(given && file ? [given.option, String(stdio.push(file.fd) - 1)] : []),
      ...(hidden ? [hidden.option, String(stdio.push('pipe') - 1)] : []),
    ]
    const child = spawn(program, [...options, ...args], { env, cwd, stdio })
    if (hidden) tellHidden(child, stdio.length - 1, hidden)
    const passOn = (signal: NodeJS.Signals) => void child.kill(signal)
    for (const signal of passedOn) process.on(signal, passOn)
    const end = (ended: Ended) => {
      for (const signal of passedOn) process.off(signal, passOn)
      resolve(ended)
    }
    child.once('error', (error) => end({ failed: messageOf(error) }))
    child.once('exit', (code, signal) => end({ code, signal }))
  })
}
