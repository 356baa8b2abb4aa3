import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import type { PassThrough, Readable } from 'node:stream'
import type { ZipFile } from 'yazl'
import type { RunId } from '../domain/run.ts'
import type { SigningKey } from '../lib/dsse.ts'
import { sha256 } from '../lib/hash.ts'
import { type ArtifactEntry, manifestText } from './manifest.ts'
import { contentsName, contentsText, type FileRecord, openSeal } from './seal.ts'
import { type Skipped, walkFiles } from './walk-files.ts'
import type { TreeLimits } from './walk-tree.ts'
import { addFile, openFile, outputOf, plainFile } from './zip-entries.ts'

export interface BundleLimits extends TreeLimits {
  /** Of all files together, before they are packed. */
  readonly bytes: number
}

export interface BundleRequest {
  readonly runFolder: string
  readonly artifacts: readonly ArtifactEntry[]
  /** The whole run folder, for whoever wants to know what went wrong. */
  readonly debug: boolean
  /** Absent: what is in it is not signed. */
  readonly signed?: Signing
}

/** What it takes to make a bundle that can be verified. */
export interface Signing {
  readonly run: RunId
  /** Of the run, as it was kept; null: there is none. */
  readonly receipt: string | null
  readonly key: SigningKey
}

/** The packer takes time by the square of the number of entries; a sparse file costs its author nothing and us its whole length. */
const limits = { entries: 20_000, depth: 64, bytes: 4 * 1024 ** 3 }

/**
 * All that a run gave, as a zip that is written while it is read: one file is open at a time, and no faster than the reader reads.
 * A file that goes, grows or changes on the way ends the stream with an error, so that nobody takes half a bundle for a whole one.
 * What cannot be in it by its nature is named in left-out.json.
 */
export async function bundle(request: BundleRequest, most: BundleLimits = limits): Promise<Readable> {
  const { runFolder, debug, signed } = request
  const content = await contentOf(request, most)
  const { ZipFile } = (await import('yazl')).default
  const zip = new ZipFile()
  const output = outputOf(zip)
  // Whoever asks twice gets the same bytes.
  const packing = { zip, output, time: await timeOf(runFolder), contents: [] }
  addText(packing, 'manifest.json', manifestText(request.artifacts))
  if (signed?.receipt) addText(packing, 'receipt.json', signed.receipt)
  const seal = signed ? openSeal(signed.key, { run_id: signed.run, debug }) : null
  const finish = () => {
    if (seal) seal.lists(addText(packing, contentsName, contentsText(packing.contents)))
    zip.end()
  }
  fill(packing, runFolder, content, most.bytes)
    .then(finish)
    .catch((error) => output.destroy(error))
  return seal ? seal.around(output) : output
}

/** An archive that is being written, and what went into it so far. */
interface Packing {
  readonly zip: ZipFile
  readonly output: PassThrough
  readonly time: Date
  readonly contents: FileRecord[]
}

/** A file of the bundle's own. Its digest comes back. */
function addText({ zip, time, contents }: Packing, path: string, text: string): string {
  const bytes = Buffer.from(text)
  const digest = sha256(bytes)
  zip.addBuffer(bytes, path, { mode: plainFile, mtime: time })
  contents.push({ path, size: bytes.length, sha256: digest })
  return digest
}

/** A run that waits has no folder yet. */
const timeOf = (folder: string): Promise<Date> =>
  stat(folder).then(
    ({ mtime }) => mtime,
    () => new Date(),
  )

interface Content {
  readonly files: readonly Bundled[]
  readonly skipped: readonly Skipped[]
}

interface Bundled {
  readonly path: string
  /** As the manifest has it; null: it is not in there. */
  readonly size: number | null
}

async function contentOf({ runFolder, artifacts, debug }: BundleRequest, most: BundleLimits): Promise<Content> {
  const { paths, skipped } = debug
    ? await walkFiles(runFolder, '', most, (path) => notBundled.includes(path) || isPrivate(path))
    : await walkFiles(runFolder, 'result', most)
  const found = paths.map((path) => ({ path, size: null }))
  // Whoever looks for what went wrong wants the files as they are, whatever the manifest says of them.
  if (debug) return { files: found, skipped: [...skipped, ...artifacts.filter(isPrivateArtifact).map(skippedAsPrivate)] }
  const indexed = artifacts.map(({ path_rel: path, size, sha256 }) => ({ path, size: sha256 === null ? null : size }))
  return { files: [...found, ...indexed], skipped }
}

/** What the manifest names and is not there has to be told: whoever verifies the bundle would take it for removed. */
const isPrivateArtifact = ({ path_rel: path }: ArtifactEntry): boolean => isPrivate(path)
const skippedAsPrivate = ({ path_rel: path }: ArtifactEntry): Skipped => ({ path, why: 'debug bundles have no node_modules' })

/** What the bundle has of its own, and temporary files, which go with the end of the run: it is the same before and after. */
const notBundled = ['manifest.json', 'receipt.json', contentsName, 'left-out.json', 'tmp']

/** What the run gave and what it was given is the caller's own; everywhere else these names stand for somebody's credentials. */
export function isPrivate(path: string): boolean {
  const names = path.split('/')
  if (names.includes('node_modules') || settingsOfEngine.test(path.replace(/^work\//, ''))) return true
  return !/^(artifacts|result|uploads)\//.test(path) && names.some((name) => credentials.test(name))
}

/** Shown to an engine in its workspace; whatever the operator has set is in there. */
const settingsOfEngine = /^\.[^/]+\/settings\.json$/i

const credentials = new RegExp(
  [
    '^(auth|credentials|secrets?|tokens?)\\.(json|toml|ya?ml)$',
    '^\\.?(oauth_creds|google_accounts|credentials|application_default_credentials)(\\.(json|db))?$',
    '^\\.(env(\\..+)?|netrc|npmrc|pypirc|pgpass|git-credentials|ssh|aws|azure|gnupg|kube|docker)$',
    '^(id_(rsa|dsa|ecdsa|ed25519)|.+\\.(pem|key|p12|pfx|keychain|kdbx))$',
  ].join('|'),
  'i',
)

async function fill(packing: Packing, runFolder: string, content: Content, mostBytes: number): Promise<void> {
  const { zip, output, contents } = packing
  const left = new AbortController()
  output.once('close', () => left.abort())
  const skipped = [...content.skipped]
  let room = mostBytes
  for (const { path, size } of content.files) {
    const added = await addFile(zip, await openFile(runFolder, path, size), { path }, room, left.signal)
    if (added === null) skipped.push({ path, why: 'it is too large to be bundled' })
    else contents.push({ path, ...added })
    room -= added?.size ?? 0
    // The packer writes headers without asking whether there is room, so thousands of empty files would pile up in memory.
    if (output.writableNeedDrain) await once(output, 'drain', { signal: left.signal })
  }
  if (skipped.length > 0) addText(packing, 'left-out.json', JSON.stringify({ left_out: skipped }, null, 2))
}
