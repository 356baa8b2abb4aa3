import { spawn } from 'node:child_process'
import { closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { CommandEnd } from '../domain/exec.ts'
import type { Command } from '../domain/launch.ts'
import type { ProcessMark } from '../domain/run.ts'
import { hiddenText } from './child.ts'
import { confinementText, dyingText } from './confine.ts'
import type { CountedChild } from './count-use.ts'
import { frameOf } from './frame.ts'
import { namespaceByFile } from './namespace.ts'
import { portsText } from './ports.ts'
import { factsOf, pidNamespaceOf } from './proc.ts'
import { readJson } from './read-json.ts'

/** Keeps commands that outlive the server. What it tells is also in files, so nothing of it is lost with a connection. */
export interface Nursery {
  /**
   * Starts a command; its output goes to `stdout.log` and `stderr.log` in its folder. `known`: it was asked for before, and is not started again;
   * its files tell what became of it.
   */
  start(kept: Kept, command: Command): Promise<KeptStart>
  /** Asks it to end, and kills it when its grace is over. The first reason counts. Answers whether it is kept there. */
  end(id: string, why: EndWish): Promise<boolean>
  /** Resolves when it may have ended: the files tell. */
  told(id: string): Promise<void>
  /** Resolves when the connection is lost or closed. */
  readonly closed: Promise<void>
  /** Whatever it keeps goes on. */
  close(): void
}

/** Why somebody wants it to end. */
export type EndWish = Exclude<CommandEnd['why'], '' | 'timed_out' | 'too_much_output' | 'idle'>

/** `lost`: nobody knows whether it was begun; whoever asks again begins nothing twice. */
export type KeptStart = ProcessMark | 'known' | 'lost' | { readonly failed: string }

/** What is kept, and for how long. */
export interface Kept {
  readonly id: string
  /** Of its own: process.json, exit.json and its output are written there. */
  readonly folder: string
  readonly timeoutSec: number
  readonly graceSec: number
  /** Of both streams together; 0: any amount. */
  readonly maxOutputBytes: number
  /** It is ended after so long without output and connections; absent: it may be silent. */
  readonly idleSec?: number
  /** Ports in its sandbox that are led to from the loopback of this machine; where from is in ports.json. */
  readonly ports?: readonly number[]
  /** Connections to the gate on its loopback are led to the socket `gate` in its folder. */
  readonly isLedOut?: boolean
}

/** What is said on its socket, as nursery.pl has it: one that speaks another is left to see its commands to their ends. */
const protocol = 2

const program = fileURLToPath(new URL('nursery.pl', import.meta.url))

/** Finds the nursery of a folder, or starts one. Throws where there can be none: no perl, or an old kernel. */
export async function openNursery(folder: string, mark: string, perl = 'perl'): Promise<Nursery> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const socket = (await connectTo(folder)) ?? (await startNursery(folder, mark, perl))
  return nurseryBehind(socket)
}

function nurseryBehind(socket: Socket): Nursery {
  const starting = new Map<string, PromiseWithResolvers<KeptStart>>()
  const waiting = new Map<string, PromiseWithResolvers<void>>()
  const ending = new Map<string, PromiseWithResolvers<boolean>>()
  const closed = Promise.withResolvers<void>()
  let isOpen = true

  const hear = (line: string) => {
    const [, verb, id = '', rest = ''] = /^(\S+) ?(\S*) ?(.*)$/.exec(line) ?? []
    const [pid = '', startTime = ''] = rest.split(' ')
    if (verb === 'ready' && id !== String(protocol)) socket.destroy()
    if (verb === 'started') begin(id, { pid: Number(pid), startTime })
    if (verb === 'failed') begin(id, { failed: rest })
    if (verb === 'known') begin(id, 'known')
    if (verb === 'ended') waiting.get(id)?.resolve()
    if (verb === 'ending' || verb === 'ended') stop(id, true)
    if (verb === 'unkept') stop(id, false)
  }
  const begin = (id: string, start: KeptStart) => {
    starting.get(id)?.resolve(start)
    starting.delete(id)
  }
  const stop = (id: string, isKept: boolean) => {
    ending.get(id)?.resolve(isKept)
    ending.delete(id)
  }
  const lose = () => {
    isOpen = false
    closed.resolve()
    for (const one of starting.values()) one.resolve('lost')
    for (const one of waiting.values()) one.resolve()
    for (const one of ending.values()) one.resolve(false)
  }
  createInterface({ input: socket }).on('line', hear).on('error', lose).once('close', lose)
  socket.on('error', lose)

  return {
    start(kept, command) {
      if (!isOpen) return Promise.resolve('lost')
      const started = Promise.withResolvers<KeptStart>()
      starting.set(kept.id, started)
      socket.write(frameOf(startRequest(kept, command)))
      return started.promise
    },
    end(id, why) {
      if (!isOpen) return Promise.resolve(false)
      const asked = ending.get(id) ?? Promise.withResolvers<boolean>()
      ending.set(id, asked)
      socket.write(frameOf(['end', id, why]))
      return asked.promise
    },
    told(id) {
      if (!isOpen) return Promise.resolve()
      const ended = waiting.get(id) ?? Promise.withResolvers<void>()
      waiting.set(id, ended)
      return ended.promise.finally(() => waiting.delete(id))
    },
    closed: closed.promise,
    close: () => void socket.end(),
  }
}

/** Whether a command was begun, whatever became of it: it is not begun again. */
export const hasBegun = (folder: string): boolean => existsSync(join(folder, 'begun'))

/** What became of a kept command, by its files: its end as exit.json tells it, that it lives, or that nobody knows. */
export async function lookAt(folder: string): Promise<CommandEnd | 'lives' | 'lost'> {
  const ended = await readJson<CommandEnd>(join(folder, 'exit.json'))
  if (ended) return ended
  const mark = await readJson<{ pid: number; start_time: string }>(join(folder, 'process.json'))
  if (mark && (isRunning(mark.pid, mark.start_time) || (await isEndingIn(folder)))) return 'lives'
  // It may have ended between the two looks.
  return (await readJson<CommandEnd>(join(folder, 'exit.json'))) ?? 'lost'
}

/** A kept command as those see it who count what it uses. Null: it has not been started. */
export async function keptChild(folder: string, marker: string): Promise<CountedChild | null> {
  const mark = await readJson<{ pid: number; start_time: string }>(join(folder, 'process.json'))
  if (!mark) return null
  const told = join(folder, 'keeper.json')
  const namespace = existsSync(told) ? namespaceByFile(told, mark.pid, marker) : null
  return { mark: { pid: mark.pid, startTime: mark.start_time }, namespace }
}

/** Whether the kernel is still ending those inside, after their keeper: with thousands of open files each that takes a while. */
async function isEndingIn(folder: string): Promise<boolean> {
  const told = await readFile(join(folder, 'keeper.json'), 'utf8').catch(() => '')
  const [pid, namespace] = [/"child-pid": (\d+)/, /"pid-namespace": (\d+)/].map((line) => Number(line.exec(told)?.[1]))
  const facts = pid ? factsOf(pid) : null
  // Its number may be somebody else's by now.
  return facts?.isExiting === true && !facts.isZombie && pidNamespaceOf(facts.pid) === namespace
}

function isRunning(pid: number, startTime: string): boolean {
  const facts = factsOf(pid)
  return facts !== null && facts.startTime === startTime && !facts.isZombie
}

/** By a descriptor of the folder: the path of a socket may have a hundred characters, that of a folder more. */
async function connectTo(folder: string): Promise<Socket | null> {
  const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    const socket = connect(`/proc/self/fd/${fd}/socket.${protocol}`)
    return await new Promise((resolve) => {
      socket.once('connect', () => resolve(socket))
      socket.once('error', () => resolve(null))
    })
  } finally {
    closeSync(fd)
  }
}

/** In a session of its own and with nothing of this server, so that it can outlive it. */
async function startNursery(folder: string, mark: string, perl: string): Promise<Socket> {
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', SKILL_RUNNER_NURSERY: mark }
  const log = openSync(join(folder, 'nursery.log'), 'a', 0o600)
  try {
    const child = spawn(perl, [program, folder], { env, cwd: '/', detached: true, stdio: ['ignore', 'pipe', log] })
    const isReady = await new Promise<boolean>((resolve) => {
      child.once('error', () => resolve(false))
      child.stdout?.once('data', () => resolve(true)).once('end', () => resolve(false))
    })
    child.unref()
    child.stdout?.destroy()
    const socket = isReady ? await connectTo(folder) : null
    if (!socket) throw new Error('The process that keeps commands could not be started. It needs perl and Linux 5.3 or newer.')
    return socket
  } finally {
    closeSync(log)
  }
}

function startRequest(kept: Kept, command: Command): string[] {
  const { id, folder, timeoutSec, graceSec, maxOutputBytes, idleSec = 0, ports = [], isLedOut = false } = kept
  const { argv, env, cwd, given, hidden, keeper } = command
  return [
    ...['start', id, folder, String(timeoutSec), String(graceSec), String(maxOutputBytes)],
    ...[String(idleSec), portsText(ports, isLedOut), cwd],
    ...[given?.option ?? '', given?.path ?? '', hidden?.option ?? '', hidden ? hiddenText(hidden) : '', keeper?.infoOption ?? ''],
    ...[dyingText() + confinementText(command), String(argv.length), ...argv],
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
  ]
}
