import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { Server, Socket } from 'node:net'
import { constants as os } from 'node:os'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Command, Exit } from '../domain/launch.ts'
import { messageOf } from '../lib/thrown.ts'
import { type Child, hiddenText, type NotStarted, type StartChild, spawnChild } from './child.ts'
import { confinementText } from './confine.ts'
import { frameOf } from './frame.ts'
import { type HandedOver, openHandedOver } from './handed-over.ts'
import { openNamespace } from './namespace.ts'
import { signalGroup } from './signal.ts'
import { endLeftovers } from './tree.ts'

/** Starts children by a small process that is made for it, so that the server need not fork. */
export interface Starter {
  readonly start: StartChild
  /** Ends the process, and with it everything that dies with its parent. */
  close(): void
}

/** With a channel, by which its children hand over their listeners. */
type Process = ChildProcess & { readonly stdin: Writable; readonly stdout: Readable }
type Started = Child | NotStarted

/** A child that was asked for, and what is still to be told of it. */
interface Pending {
  readonly marker: string
  readonly hasKeeper: boolean
  readonly handedOver: HandedOver
  readonly started: PromiseWithResolvers<Started>
  readonly keeper: PromiseWithResolvers<string>
  readonly ended: PromiseWithResolvers<Exit>
}

const program = fileURLToPath(new URL('starter.pl', import.meta.url))

/** Opened with the first child, and again after it was killed. Where it cannot be had (no perl, an old kernel), the server starts its children itself. */
export function openStarter(mark: string, perl = 'perl'): Starter {
  let link: Link | null = null
  let cannotBeHad = process.platform !== 'linux'

  const start: StartChild = async (command, marker, onListener) => {
    // One that waits for an answer needs a channel of its own.
    if (command.handsOver === 'and_waits' || cannotBeHad || hasNul(command) || hidesMuch(command))
      return spawnChild(command, marker, onListener)
    try {
      link = link?.isOpen() ? link : openLink(perl, mark)
    } catch (error) {
      return { failed: messageOf(error) }
    }
    if (await link.isReady) {
      const child = await link.start(command, marker, onListener)
      if (child !== null) return child
    } else cannotBeHad = true
    return spawnChild(command, marker, onListener)
  }
  return { start, close: () => link?.close() }
}

interface Link {
  readonly isReady: Promise<boolean>
  isOpen(): boolean
  /** Null: it was gone before it was asked. */
  start(...asked: Parameters<StartChild>): Promise<Started | null>
  close(): void
}

function openLink(perl: string, mark: string): Link {
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', SKILL_RUNNER_MARK: mark }
  const starter = openProcess(perl, env)
  const ready = Promise.withResolvers<boolean>()
  const pending = new Map<string, Pending>()
  let isOpen = true
  let count = 0

  const lose = () => {
    isOpen = false
    ready.resolve(false)
    for (const one of pending.values()) lost(one)
    pending.clear()
  }
  const fail = (id: string, problem: string) => {
    pending.get(id)?.handedOver.close()
    pending.get(id)?.started.resolve({ failed: problem })
    pending.delete(id)
  }
  const begin = (id: string, one: Pending, told: readonly number[]) => {
    try {
      one.started.resolve(childOf(starter, one, told))
    } catch (error) {
      // Too many open files, for example. Nobody would hear it.
      signalGroup(told[0] ?? Number.NaN, 'SIGKILL')
      one.handedOver.close()
      one.started.resolve({ failed: messageOf(error), mayHaveRun: true })
    }
    starter.stdin.write(frameOf(['opened', id]))
  }
  const hear = (line: string) => {
    const [verb, id = '', rest = ''] = split(line)
    const one = pending.get(id)
    if (verb === 'ready') ready.resolve(true)
    else if (verb === 'started' && one) begin(id, one, rest.split(' ').map(Number))
    else if (verb === 'failed') fail(id, rest)
    else if (verb === 'keeper') one?.keeper.resolve(rest)
    else if (verb === 'ended') one?.ended.resolve(exitOf(Number(rest)))
  }
  starter.on('message', (id, handle) => {
    const one = pending.get(String(id))
    if (one) one.handedOver.take(handle)
    else if (handle instanceof Server) handle.close()
  })
  createInterface({ input: starter.stdout }).on('line', hear).once('close', lose)
  starter.once('error', lose)
  starter.stdin.on('error', lose)
  // Whoever waits for a child waits for this; for itself it keeps no server alive.
  starter.unref()
  starter.channel?.unref()

  return {
    isReady: ready.promise,
    isOpen: () => isOpen,
    close: () => void starter.stdin.end(),
    start(command, marker, onListener) {
      if (!isOpen) return Promise.resolve(null)
      const id = String(++count)
      const one: Pending = {
        marker,
        hasKeeper: command.keeper !== undefined,
        handedOver: openHandedOver(onListener),
        started: Promise.withResolvers(),
        keeper: Promise.withResolvers(),
        ended: Promise.withResolvers(),
      }
      if (!command.keeper) one.keeper.resolve('')
      pending.set(id, one)
      const forget = () => pending.delete(id)
      void Promise.all([one.keeper.promise, one.ended.promise]).then(forget)
      starter.stdin.write(frameOf(startRequest(id, command)))
      return one.started.promise
    },
  }
}

function openProcess(perl: string, env: NodeJS.ProcessEnv): Process {
  // A group of its own: Ctrl+C is for the server, which lets its runs end.
  const starter = spawn(perl, [program], { env, cwd: '/', detached: true, stdio: ['pipe', 'pipe', 'inherit', 'ipc'] })
  const { stdin, stdout } = starter
  if (!stdin || !stdout) {
    // Node makes none where there are no descriptors, and says so later. There may be some in a moment.
    starter.once('error', () => {})
    throw new Error('EMFILE: no pipes for the process that starts children')
  }
  return Object.assign(starter, { stdin, stdout })
}

/** What runs is ended by whoever waits for its end. What may have been started without a word is ended here, and never started twice. */
function lost({ marker, started, keeper, ended, handedOver }: Pending): void {
  const failed: NotStarted = { failed: 'The process that starts children was ended.', mayHaveRun: true }
  void endLeftovers(marker, []).finally(() => started.resolve(failed))
  handedOver.close()
  keeper.resolve('')
  ended.resolve({ kind: 'signaled', signal: 'SIGKILL' })
}

function childOf(starter: Process, { marker, hasKeeper, keeper, ended, handedOver }: Pending, told: readonly number[]): Child {
  const [pid = 0, since, out, err] = told
  const open = (fd: number | undefined) => openPipe(`/proc/${starter.pid}/fd/${fd}`)
  using opened = new DisposableStack()
  const stdout = opened.adopt(open(out), (pipe) => void pipe.destroy())
  const stderr = open(err)
  opened.move()
  const namespace = hasKeeper ? openNamespace(keeper.promise, pid, marker) : null
  return {
    mark: { pid, startTime: String(since) },
    stdout,
    stderr,
    namespace,
    exited: ended.promise,
    closeListener: handedOver.close,
  }
}

/** The reading end of a pipe that another process holds. */
function openPipe(path: string): Readable {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    return new Socket({ fd, readable: true, writable: false })
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

/** The status of wait(): a signal in the low bits, or the code above them. */
function exitOf(status: number): Exit {
  const number = status & 127
  if (number === 0) return { kind: 'exited', code: status >> 8 }
  const signal = Object.entries(os.signals).find(([, one]) => one === number)?.[0]
  return { kind: 'signaled', signal: signal ?? `signal ${number}` }
}

function startRequest(id: string, command: Command): string[] {
  const { argv, env, cwd, stdin, given, hidden, keeper, handsOver } = command
  return [
    ...['start', id, cwd, given?.option ?? '', given?.path ?? '', hidden?.option ?? '', hidden ? hiddenText(hidden) : ''],
    ...[keeper?.infoOption ?? '', handsOver ? '1' : '', stdin === null ? '' : '1', stdin ?? ''],
    ...[confinementText(command), String(argv.length), ...argv],
    ...Object.entries(handsOver ? { ...env, ...channelFor(id) } : env).map(([name, value]) => `${name}=${value}`),
  ]
}

/** By which descriptor a child sends its listener, and with which word. */
const channelFor = (id: string) => ({ NODE_CHANNEL_FD: '3', SKILL_RUNNER_LISTENER: id })

/** The verb, the id, and the rest of the line. */
function split(line: string): readonly string[] {
  const [, ...parts] = /^(\S+) ?(\S*) ?(.*)$/.exec(line) ?? []
  return parts
}

/** More than a pipe takes before anybody reads. */
const hidesMuch = ({ hidden }: Command): boolean => hidden !== undefined && Buffer.byteLength(hiddenText(hidden)) > 32_768

/** Node says what is wrong with it. */
const hasNul = ({ argv, env, cwd, hidden }: Command): boolean =>
  [...argv, ...(hidden?.words ?? []), ...Object.entries(env).flat(), cwd].some((text) => text.includes('\0'))
