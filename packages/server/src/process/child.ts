import { type ChildProcess, type IOType, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync } from 'node:fs'
import type { Server } from 'node:net'
import { Readable, Writable } from 'node:stream'
import type { Command, Exit } from '../domain/launch.ts'
import type { ProcessMark } from '../domain/run.ts'
import { messageOf } from '../lib/thrown.ts'
import { confinedArgv } from './confine.ts'
import { openHandedOver } from './handed-over.ts'
import { type Namespace, openNamespace } from './namespace.ts'
import { startTimeOf } from './proc.ts'

export interface Child {
  readonly mark: ProcessMark
  readonly stdout: Readable
  readonly stderr: Readable
  /** Where everything that it starts is kept; null: nowhere. */
  readonly namespace: Namespace | null
  /** Settles when the child itself has ended; its pipes may still hold something. */
  readonly exited: Promise<Exit>
  /** Closes the listener that it handed over, or would still hand over. */
  closeListener(): void
}

/** Why there is no child; or there was one, for so short a time that nobody can tell what it did. */
export interface NotStarted {
  readonly failed: string
  readonly mayHaveRun?: true
}

/** Starts the command with its environment and nothing else, or says why it could not. */
export type StartChild = (command: Command, marker: string, onListener: (listener: Server) => void) => Promise<Child | NotStarted>

/** By a fork of this process. */
export const spawnChild: StartChild = async (command, marker, onListener) => {
  try {
    const child = spawnGroup(command)
    const { pid, stdout, stderr } = child
    if (pid === undefined || !stdout || !stderr) return { failed: await failureOf(child) }
    const mark = { pid, startTime: startTimeOf(pid) ?? '' }
    const exited = exitOf(child)
    // When a child ends before anybody reads, Node empties its pipes unread, unless somebody listens.
    for (const pipe of [stdout, stderr]) pipe.on('readable', () => {})
    giveInput(child, command.stdin)
    const info = command.keeper ? child.stdio.at(-1) : null
    const namespace = info instanceof Readable ? openNamespace(textOf(info), pid, marker) : null
    return { mark, stdout, stderr, namespace, exited, closeListener: takeListener(child, onListener) }
  } catch (error) {
    return { failed: messageOf(error) }
  }
}

/** In a process group of its own, so that stopping it stops what it started. The pipe for what a keeper tells is the last one. */
function spawnGroup(command: Command): ChildProcess {
  const { argv, cwd, env, stdin, given, hidden, keeper, confinement, handsOver } = command
  const [program, ...args] = argv
  const stdio: (IOType | 'ipc' | number)[] = [stdin === null ? 'ignore' : 'pipe', 'pipe', 'pipe']
  if (handsOver) stdio.push('ipc')
  using file = given ? openGiven(given.path) : null
  const options = [
    ...(given && file ? [given.option, String(stdio.push(file.fd) - 1)] : []),
    ...(hidden ? [hidden.option, String(stdio.push('pipe') - 1)] : []),
    ...(keeper ? [keeper.infoOption, String(stdio.push('pipe') - 1)] : []),
  ]
  const [first, ...rest] = confinedArgv({ argv: [program, ...options, ...args], confinement })
  const child = spawn(first, rest, { cwd, env, detached: true, stdio })
  if (hidden) tellHidden(child, Number(options[options.indexOf(hidden.option) + 1]), hidden)
  return child
}

/** The options of a command that do not stand on its command line, each with a NUL behind it. */
export const hiddenText = ({ words }: Hidden): string => words.map((word) => `${word}\0`).join('')

type Hidden = NonNullable<Command['hidden']>

export function tellHidden(child: ChildProcess, fd: number, hidden: Hidden): void {
  // Without descriptors there is no pipe at all, whatever the type says: the child tells why as an error.
  const pipe = (child.stdio as ChildProcess['stdio'] | undefined)?.[fd]
  // One that ends before it has read them says itself why.
  if (pipe instanceof Writable) pipe.on('error', () => {}).end(hiddenText(hidden))
}

/** Open until it was handed on. */
export function openGiven(path: string): Disposable & { readonly fd: number } {
  const fd = openSync(path, constants.O_RDONLY)
  return { fd, [Symbol.dispose]: () => closeSync(fd) }
}

/** The first message is the only one: with it the channel is closed, and with that a child that waits knows that it may go on. */
function takeListener(child: ChildProcess, onListener: (listener: Server) => void): () => void {
  const handedOver = openHandedOver(onListener)
  const disconnect = () => child.connected && child.disconnect()
  child.once('message', (_word, listener) => {
    handedOver.take(listener)
    disconnect()
  })
  return () => {
    handedOver.close()
    disconnect()
  }
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

/** All of it, or as much as came before a failure. */
function textOf(pipe: Readable): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    pipe.on('data', (chunk) => {
      text += chunk
    })
    pipe.on('error', () => {})
    pipe.once('close', () => resolve(text))
  })
}

/** A child that does not read its input is no failure: EPIPE is ignored. */
function giveInput(child: ChildProcess, text: string | null): void {
  child.stdin?.on('error', () => {})
  if (text !== null) child.stdin?.end(text)
}
