import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { Command, Exit } from '../domain/launch.ts'
import type { ProcessMark } from '../domain/run.ts'
import { messageOf } from '../lib/thrown.ts'
import { startTimeOf } from './proc.ts'

export interface Child {
  readonly mark: ProcessMark
  readonly stdout: Readable
  readonly stderr: Readable
  /** Settles when the child itself has ended; its pipes may still hold something. */
  readonly exited: Promise<Exit>
}

/** Starts the command with its environment and nothing else, or says why it could not. */
export async function startChild(command: Command): Promise<Child | { readonly failed: string }> {
  try {
    const child = spawnGroup(command)
    const { pid, stdout, stderr } = child
    if (pid === undefined || !stdout || !stderr) return { failed: await failureOf(child) }
    const mark = { pid, startTime: startTimeOf(pid) ?? '' }
    const exited = exitOf(child)
    // When a child ends before anybody reads, Node empties its pipes unread, unless somebody listens.
    for (const pipe of [stdout, stderr]) pipe.on('readable', () => {})
    giveInput(child, command.stdin)
    return { mark, stdout, stderr, exited }
  } catch (error) {
    return { failed: messageOf(error) }
  }
}

/** In a process group of its own, so that stopping it stops what it started. */
function spawnGroup({ argv: [program, ...args], cwd, env, stdin }: Command): ChildProcess {
  return spawn(program, args, { cwd, env, detached: true, stdio: [stdin === null ? 'ignore' : 'pipe', 'pipe', 'pipe'] })
}

async function failureOf(child: ChildProcess): Promise<string> {
  const [error] = await once(child, 'error').catch((reason: unknown) => [reason])
  return messageOf(error)
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) =>
      resolve(signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'signaled', signal }),
    )
  })
}

/** A child that does not read its input is no failure: EPIPE is ignored. */
function giveInput(child: ChildProcess, text: string | null): void {
  child.stdin?.on('error', () => {})
  if (text !== null) child.stdin?.end(text)
}
