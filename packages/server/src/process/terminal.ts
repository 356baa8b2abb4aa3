import { spawn } from 'node:child_process'
import type { Command } from '../domain/launch.ts'
import { messageOf } from '../lib/thrown.ts'

/** How it ended; `failed`: it was not started. */
export type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null } | { readonly failed: string }

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a command with our own terminal, or whatever stands for it: it reads our stdin and prints where we print. We stay until it
 * ends, also when somebody presses Ctrl+C, so that what has to be tidied up is.
 */
export function runAtTerminal({ argv: [program, ...args], env, cwd }: Command): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, cwd, stdio: 'inherit' })
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
