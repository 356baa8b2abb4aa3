import { crc32, deflateRawSync } from 'node:zlib'

/** One entry as it stands in an archive; whatever is given is believed, so that an archive can lie. */
export interface ZipEntry {
  readonly name: string | Buffer
  readonly data?: string | Buffer
  readonly deflate?: boolean
  /** Unix mode with its type bits, as archives carry it in the upper half of the attributes. */
  readonly mode?: number
  readonly flags?: number
  readonly method?: number
  readonly crc?: number
  readonly size?: number
  readonly compressedSize?: number
  /** Bytes instead of those that belong to the data. */
  readonly raw?: Buffer
  /** More fields, in the table of contents. */
  readonly extra?: Buffer
  /** Where its bytes are said to lie, instead of where they do. */
  readonly offset?: number
}

export const mode = { file: 0o100644, folder: 0o040755, link: 0o120777, pipe: 0o010644, device: 0o020644 } as const

/** An archive, byte by byte. */
export function zipOf(entries: readonly ZipEntry[], count = entries.length): Buffer {
  const bodies: Buffer[] = []
  const table: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const facts = factsOf(entry)
    const local = Buffer.concat([localHeader(facts), facts.name, facts.raw])
    bodies.push(local)
    table.push(Buffer.concat([tableHeader(facts, entry.offset ?? at), facts.name, facts.extra]))
    at += local.length
  }
  const directory = Buffer.concat(table)
  return Buffer.concat([...bodies, directory, endOf(count, directory.length, at)])
}

type Facts = ReturnType<typeof factsOf>

function factsOf(entry: ZipEntry) {
  const data = Buffer.from(entry.data ?? '')
  const raw = entry.raw ?? (entry.deflate ? deflateRawSync(data) : data)
  return {
    name: Buffer.isBuffer(entry.name) ? entry.name : Buffer.from(entry.name),
    raw,
    flags: entry.flags ?? 0x800,
    method: entry.method ?? (entry.deflate ? 8 : 0),
    crc: entry.crc ?? crc32(data),
    size: entry.size ?? data.length,
    compressedSize: entry.compressedSize ?? raw.length,
    mode: entry.mode ?? 0,
    extra: entry.extra ?? Buffer.alloc(0),
  }
}

/** One field of those that an entry may have beside the usual ones. */
export function extraField(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(data.length, 2)
  return Buffer.concat([head, data])
}

/** The same entry as one that says its sizes in 64 bits; they can be other ones than they are. */
export function in64(entry: ZipEntry, size = Buffer.from(entry.data ?? '').length, compressedSize = size): ZipEntry {
  const sizes = Buffer.alloc(16)
  sizes.writeBigUInt64LE(BigInt(size), 0)
  sizes.writeBigUInt64LE(BigInt(compressedSize), 8)
  return { ...entry, size: 0xffffffff, compressedSize: 0xffffffff, extra: extraField(1, sizes) }
}

function localHeader(facts: Facts): Buffer {
  return Buffer.concat([Buffer.from('PK\x03\x04'), shared({ ...facts, extra: Buffer.alloc(0) })])
}

function tableHeader(facts: Facts, offset: number): Buffer {
  const bytes = Buffer.alloc(14)
  bytes.writeUInt32LE((facts.mode << 16) >>> 0, 6)
  bytes.writeUInt32LE(offset, 10)
  // Made by a Unix system, or modes would mean nothing.
  return Buffer.concat([Buffer.from('PK\x01\x02\x1e\x03'), shared(facts), bytes])
}

/** The fields that stand in both headers. */
function shared({ flags, method, crc, compressedSize, size, name, extra }: Facts): Buffer {
  const bytes = Buffer.alloc(26)
  const shorts = [20, flags, method, 0, 0x21]
  for (const [index, value] of shorts.entries()) bytes.writeUInt16LE(value, index * 2)
  for (const [index, value] of [crc, compressedSize, size].entries()) bytes.writeUInt32LE(value >>> 0, 10 + index * 4)
  bytes.writeUInt16LE(name.length, 22)
  bytes.writeUInt16LE(extra.length, 24)
  return bytes
}

function endOf(count: number, length: number, offset: number): Buffer {
  const bytes = Buffer.alloc(22)
  bytes.writeUInt32LE(0x06054b50, 0)
  bytes.writeUInt16LE(count, 8)
  bytes.writeUInt16LE(count, 10)
  bytes.writeUInt32LE(length, 12)
  bytes.writeUInt32LE(offset, 16)
  return bytes
}

/** The same archive with a 64-bit end that points wherever it is told to. */
export function withFarDirectory(zip: Buffer, offset: bigint): Buffer {
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(offset, 8)
  return Buffer.concat([zip.subarray(0, -22), locator, zip.subarray(-22)])
}

/** The same archive with an end in 64 bits that says this count. */
export function withEnd64(zip: Buffer, count: number): Buffer {
  const end = zip.subarray(-22)
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  for (const at of [24, 32]) record.writeBigUInt64LE(BigInt(count), at)
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(12)), 40)
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(zip.length - 22), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([zip.subarray(0, -22), record, locator, end])
}

/** What stands before and after the bytes of the one stored file of an archive, for those who send more than they hold. */
export function zipAround(name: string, size: number, crc: number): { head: Buffer; tail: Buffer } {
  const zip = zipOf([{ name, raw: Buffer.alloc(0), size, compressedSize: size, crc }])
  const tail = zip.subarray(30 + name.length)
  tail.writeUInt32LE(tail.readUInt32LE(tail.length - 6) + size, tail.length - 6)
  return { head: zip.subarray(0, 30 + name.length), tail }
}
