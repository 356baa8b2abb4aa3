import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import { readTrusted } from '../../src/receipts/trust.ts'
import { type Leniency, type Verification, verifyBundle } from '../../src/receipts/verify-bundle.ts'
import { type ZipEntry, zipOf } from './zips.ts'

interface Server {
  readonly url: string
}

export const bundleOf = async ({ url }: Server, job: string, query = ''): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${url}/v1/jobs/${job}/bundle${query}`)).arrayBuffer())

/** The public keys of a server, as somebody has them who asked for them. */
export const keysOf = async ({ url }: Server): Promise<string> => (await fetch(`${url}/v1/receipt-keys`)).text()

/** What verify says of these bytes. */
export async function verified(
  folder: string,
  bytes: Buffer,
  keys: string | null,
  leniency: Leniency = {},
): Promise<Verification> {
  const path = join(folder, 'given.zip')
  await writeFile(path, bytes)
  await using file = await open(path, 'r')
  const trusted = keys === null ? [] : readTrusted(keys)
  if (typeof trusted === 'string') throw new Error(trusted)
  return await verifyBundle(file, trusted, leniency)
}

/** In short: the verdict, and what is wrong with which file. */
export const shortly = ({ verdict, findings }: Verification) => [
  verdict,
  ...findings.map(({ kind, path }) => `${kind} ${path ?? '-'}`).toSorted(),
]

/** The files of a bundle, to change some of them. */
export async function filesOf(bundle: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(bundle)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

/** Packed again by somebody else, with the comment of the first archive, or another one. */
export function packed(files: ReadonlyMap<string, Buffer>, comment: Buffer): Buffer {
  return withComment(zipOf([...files].map(([name, data]): ZipEntry => ({ name, data, deflate: true }))), comment)
}

export function withComment(zip: Buffer, comment: Buffer): Buffer {
  const end = Buffer.from(zip)
  end.writeUInt16LE(comment.length, end.length - 2)
  return Buffer.concat([end, comment])
}

export const commentOf = async (bundle: Buffer): Promise<Buffer> => {
  const { comment } = await yauzl.fromBufferPromise(bundle, { decodeStrings: false })
  return Buffer.from(comment)
}
