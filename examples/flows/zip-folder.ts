import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { crc32 } from 'node:zlib'

/** A folder as a zip with that folder at its top, as an upload of a skill has to be. Nothing is compressed, so Node is all it needs. */
export function zipFolder(folder: string): Blob {
  const top = resolve(folder)
  const bodies: Buffer[] = []
  const table: Buffer[] = []
  let at = 0
  for (const path of filesIn(top)) {
    const name = Buffer.from(`${basename(top)}/${path}`)
    const data = readFileSync(join(top, path))
    const local = Buffer.concat([word(0x04034b50), shared(name, data), name, data])
    bodies.push(local)
    // The mode is kept: what can be executed here can be executed there.
    const mode = word((statSync(join(top, path)).mode << 16) >>> 0)
    const made = Buffer.from([20, 3])
    table.push(Buffer.concat([word(0x02014b50), made, shared(name, data), Buffer.alloc(6), mode, word(at), name]))
    at += local.length
  }
  const directory = Buffer.concat(table)
  const counts = Buffer.concat([half(table.length), half(table.length)])
  const end = Buffer.concat([word(0x06054b50), Buffer.alloc(4), counts, word(directory.length), word(at), half(0)])
  return new Blob([Buffer.concat([...bodies, directory, end])], { type: 'application/zip' })
}

/** What tools and systems leave in folders, and no skill means. */
const leftOut = ['.git', '.DS_Store', '__MACOSX', 'node_modules']

/** Links are left out: the server takes none. */
function filesIn(folder: string, inside = ''): string[] {
  const entries = readdirSync(join(folder, inside), { withFileTypes: true }).filter(({ name }) => !leftOut.includes(name))
  return entries.flatMap((entry) => {
    const path = `${inside}${entry.name}`
    if (entry.isDirectory()) return filesIn(folder, `${path}/`)
    return entry.isFile() ? [path] : []
  })
}

/** The fields that stand in both headers: names are UTF-8, data is stored as it is, and the time is always the same. */
function shared(name: Buffer, data: Buffer): Buffer {
  const lengths = [word(crc32(data)), word(data.length), word(data.length), half(name.length), half(0)]
  return Buffer.concat([half(20), half(0x0800), half(0), half(0), half(0x21), ...lengths])
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function half(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
