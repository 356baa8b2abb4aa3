import assert from 'node:assert/strict'
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { componentPointer, openapi, validatorAt } from './answers.ts'
import { noteDiagnostic } from './diagnostics.ts'

export const eventNames = ['RaspEvent', 'FcmpEvent'] as const
export type EventName = (typeof eventNames)[number]

interface Envelope {
  readonly properties: { readonly type?: Const; readonly event?: { readonly properties: { readonly type: Const } } }
}
interface Const {
  readonly const: string
}

/** Where the schema of each type stands in openapi.json: one envelope a type, so that an event is held to its own and to no other. */
const places = new Map(eventNames.map((name) => [name, placesOf(name)]))

function placesOf(name: EventName): Map<string, string> {
  const { anyOf } = openapi.components.schemas[name] as { anyOf: Envelope[] }
  const typeOf = ({ properties: { type, event } }: Envelope) => (type ?? event?.properties.type)?.const ?? ''
  return new Map(anyOf.map((envelope, index) => [typeOf(envelope), `${componentPointer(name)}/anyOf/${index}`]))
}

export const typesOf = (name: EventName): string[] => [...(places.get(name)?.keys() ?? [])]

export const pointerOf = (name: EventName, type: string): string | undefined => places.get(name)?.get(type)

/** What is wrong with an event; null: it fits the schema of its type. */
export function faultOf(value: unknown): string | null {
  const event = (value ?? {}) as { protocol_version?: unknown; type?: unknown; event?: { type?: unknown } | null }
  const name = event.protocol_version === 'fcmp/1.0' ? 'FcmpEvent' : 'RaspEvent'
  const type = String(name === 'FcmpEvent' ? event.type : event.event?.type)
  const pointer = pointerOf(name, type)
  if (pointer === undefined) return `${name} has no type ${type}`
  const fits = validatorAt(pointer)
  return fits(value) ? null : (fits.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join(', ')
}

/** An event, or any other line, as the text it travels as. */
function checkEventText(text: string, where: string): void {
  const fault = faultOf(JSON.parse(text))
  assert.equal(fault, null, `${where} holds an event that openapi.json does not know: ${fault}\n${text.slice(0, 2000)}`)
}

/** Every event of a stream of server-sent events: a chat event by its type, the others as openapi.json knows them. */
export function checkStream(frames: string, where: string): void {
  for (const frame of frames.split('\n\n')) {
    const [, event] = /^event: (\w+)$/m.exec(frame) ?? []
    const data = frame.split('\n').find((line) => line.startsWith('data: '))
    const text = data?.slice('data: '.length) ?? 'null'
    if (event === 'chat_event') checkEventText(text, where)
    else if (event !== undefined) checkFrame({ event, data: JSON.parse(text) }, where)
  }
}

function checkFrame(value: object, where: string): void {
  const fits = validatorAt(componentPointer('JobStreamEvent'))
  assert.ok(fits(value), `${where} sent what openapi.json does not know: ${JSON.stringify(value)}`)
}

const eventFile = /^(events|fcmp_events|rasp|fcmp)\.\d+\.jsonl$/
/** A bare log holds what a test made up; a server tells only what the product says. */
const serversFile = /^(events|fcmp_events)\./

/** Every event that a server, or a bare log, has written below its folder: called when it stops, so that no test can produce a wrong one. */
export function checkEventFiles(folder: string): void {
  for (const path of eventFilesBelow(folder)) {
    const isServers = serversFile.test(basename(path))
    for (const line of linesOf(path)) {
      checkEventText(line, path)
      if (isServers) noteDiagnostic(line, path)
    }
  }
}

function eventFilesBelow(folder: string): string[] {
  return foldersIn(folder)
    .flatMap((name) => [join(folder, name), join(folder, name, '.audit')])
    .flatMap((place) => entriesOf(place).map((entry) => ({ place, entry })))
    .filter(({ entry }) => entry.isFile() && eventFile.test(entry.name))
    .map(({ place, entry }) => join(place, entry.name))
}

const foldersIn = (folder: string): string[] =>
  entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** A folder that a test took away has nothing to check. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

const wholeUpTo = 64 * 1024 * 1024
const sampleBytes = 4 * 1024 * 1024

/** Whole lines only: a server that was killed leaves half of one. Of a huge file its beginning and its end. */
function linesOf(path: string): string[] {
  const { size } = statSync(path)
  const file = openSync(path, 'r')
  const read = (from: number, to: number) => {
    const buffer = Buffer.alloc(to - from)
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, from))
  }
  try {
    if (size <= wholeUpTo) return read(0, size).split('\n').slice(0, -1)
    const head = read(0, sampleBytes).split('\n').slice(0, -1)
    const tail = read(size - sampleBytes, size)
      .split('\n')
      .slice(1, -1)
    return [...head, ...tail]
  } finally {
    closeSync(file)
  }
}
