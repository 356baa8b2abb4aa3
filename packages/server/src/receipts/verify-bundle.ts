import type { FileHandle } from 'node:fs/promises'
import type { Hashed } from '../lib/hash-file.ts'
import { manifestName } from '../workspace/manifest.ts'
import { archiveName, contentsName, type FileRecord, sealType } from '../workspace/seal.ts'
import type { Listed } from '../workspace/zip-contents.ts'
import { type BundleFile, hashEntry, problemOf, readBundle, readSeal, type TextEntry, textOfEntry } from './bundle-file.ts'
import { isFileRecord, readReceipt, readStatement } from './read-statement.ts'
import type { Receipt, ReceiptStatement } from './statement.ts'
import { type Signature, signatureBy, type TrustedKey } from './trust.ts'

/** What is wrong with a bundle, and with which of its files; null: with the bundle as a whole. */
export interface Finding {
  readonly kind: 'changed' | 'missing' | 'added' | 'signature' | 'archive'
  readonly path: string | null
  readonly problem: string
}

export interface Verification {
  /** `unverified`: nothing is wrong with it, but the key that signed it is not known, so anybody may have made it. */
  readonly verdict: 'verified' | 'unverified' | 'changed'
  readonly findings: readonly Finding[]
  /** Null: there is none that can be read. Not to be believed unless the signature is valid. */
  readonly receipt: Receipt | null
  readonly signature: { readonly key: string; readonly is: Signature } | null
  readonly seal: { readonly key: string; readonly is: Signature } | null
  /** How many files are as the receipt has them. */
  readonly matching: number
  /** Files that the receipt says nothing about: they are as the server had them when it made the bundle. */
  readonly sealedOnly: readonly string[]
}

/** For tests: what is not looked at. */
export interface Leniency {
  readonly signatures?: boolean
  readonly digests?: boolean
}

/**
 * Whether a bundle still is what a server signed: the signatures by the keys that are trusted, every file by its digest, and the archive
 * as a whole. Offline, and one piece of one file in memory at a time; each file by itself is read only where the archive was changed.
 */
export async function verifyBundle(
  file: FileHandle,
  trusted: readonly TrustedKey[],
  leniency: Leniency = {},
): Promise<Verification> {
  const found: Finding[] = []
  const bundle = await readBundle(file).catch((error: unknown) => {
    found.push({ kind: 'archive', path: null, problem: `it is no bundle that can be read: ${problemOf(error)}` })
    return null
  })
  if (bundle === null) return { ...nothing, verdict: 'changed', findings: found }

  const receipt = await openReceipt(bundle, trusted, found)
  const seal = await openSealOf(bundle, trusted, receipt?.statement.predicate.run_id ?? null, found)
  const contents = await contentsOf(bundle, seal?.contents ?? null, found)
  const leftOut = await leftOutOf(bundle, contents)
  const expected = await expectedOf(bundle, receipt?.statement ?? null)
  const compared = await compare(bundle, expected, { contents, isWhole: seal?.isWhole ?? false }, found)
  missing(bundle, { expected, contents, leftOut, isDebug: seal?.isDebug ?? false }, found)

  const findings = found.filter(({ kind }) => !isLenient(kind, leniency))
  const isKnown = receipt?.is !== 'unknown_key' && seal?.is !== 'unknown_key'
  return {
    verdict: findings.length > 0 ? 'changed' : isKnown ? 'verified' : 'unverified',
    findings,
    receipt: receipt?.statement.predicate ?? null,
    signature: receipt && { key: receipt.key, is: receipt.is },
    seal: seal && { key: seal.key, is: seal.is },
    ...compared,
  }
}

const nothing = { receipt: null, signature: null, seal: null, matching: 0, sealedOnly: [] }

const isLenient = (kind: Finding['kind'], { signatures, digests }: Leniency): boolean =>
  kind === 'signature' ? signatures === false : digests === false

const receiptName = 'receipt.json'
const leftOutName = 'left-out.json'
/** Each of them is held in memory, so a hostile one must not be of any size. */
const mostText = 32 * 1024 ** 2

interface Opened {
  readonly statement: ReceiptStatement
  readonly key: string
  readonly is: Signature
}

const named = ({ files }: BundleFile, name: string): Listed | null => files.find(({ path }) => path === name) ?? null

async function openReceipt(bundle: BundleFile, trusted: readonly TrustedKey[], found: Finding[]): Promise<Opened | null> {
  const entry = named(bundle, receiptName)
  const text = entry && (await textOfEntry(bundle, entry, mostText))
  const read = text === null ? 'there is none' : typeof text === 'string' ? text : readReceipt(text.text)
  if (typeof read === 'string') {
    found.push({ kind: text === null ? 'missing' : 'signature', path: receiptName, problem: `as a receipt: ${read}` })
    return null
  }
  const is = signatureBy(trusted, read.sealed)
  if (is === 'invalid')
    found.push({ kind: 'signature', path: receiptName, problem: `key ${read.sealed.keyId} did not sign this` })
  return { statement: read.statement, key: read.sealed.keyId, is }
}

interface OpenedSeal {
  readonly key: string
  readonly is: Signature
  readonly isDebug: boolean
  /** A trusted key sealed every byte of the archive. */
  readonly isWhole: boolean
  /** The digest of the list of files. */
  readonly contents: string | null
}

async function openSealOf(
  bundle: BundleFile,
  trusted: readonly TrustedKey[],
  run: string | null,
  found: Finding[],
): Promise<OpenedSeal | null> {
  const complain = (kind: 'signature' | 'archive', problem: string) => void found.push({ kind, path: null, problem })
  const comment = await readSeal(bundle)
  if (comment === null) {
    complain('archive', 'it has no seal: it was packed again, so files that no receipt names may be gone')
    return null
  }
  const read = readStatement(comment.text, sealType)
  if (typeof read === 'string') {
    complain('signature', `the comment of the archive is no seal: ${read}`)
    return null
  }
  const { statement, sealed } = read
  const digestOf = (name: string) => statement.subject.find((one) => one.name === name)?.digest.sha256 ?? null
  const is = signatureBy(trusted, sealed)
  if (is === 'invalid') complain('signature', `key ${sealed.keyId} did not sign the seal of the archive`)
  const isIntact = digestOf(archiveName) === comment.archive
  if (!isIntact) complain('archive', 'its bytes are not those that were sealed')
  if (run !== null && statement.predicate['run_id'] !== run) complain('archive', 'its seal is that of another run')
  // Of a seal that was tampered with nothing counts, the list of files neither.
  const contents = is === 'invalid' ? null : digestOf(contentsName)
  const isDebug = statement.predicate['debug'] === true
  return { key: sealed.keyId, is, isDebug, isWhole: is === 'valid' && isIntact, contents }
}

type Files = ReadonlyMap<string, FileRecord>

/** The files that the server put into the bundle; null: its list is not there, or not the sealed one. */
async function contentsOf(bundle: BundleFile, sealed: string | null, found: Finding[]): Promise<Files | null> {
  if (sealed === null) return null
  const entry = named(bundle, contentsName)
  const text = entry && (await textOfEntry(bundle, entry, mostText))
  if (text === null) found.push({ kind: 'missing', path: contentsName, problem: 'the list of files is gone' })
  else if (typeof text === 'string') found.push({ kind: 'changed', path: contentsName, problem: text })
  else if (text.sha256 !== sealed) found.push({ kind: 'changed', path: contentsName, problem: changedSince })
  else return filesIn(text)
  return null
}

const changedSince = 'it was changed since the server made the bundle'

const filesIn = ({ text }: TextEntry): Files =>
  new Map(listIn(text, 'files').flatMap((file) => (isFileRecord(file) ? [[file.path, file] as const] : [])))

/** Whatever was signed, and by whomever: what is no list has nothing in it. */
function listIn(text: string, name: string): readonly unknown[] {
  try {
    const list: unknown = Object(JSON.parse(text))[name]
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

/** Only a list that the seal vouches for excuses anything. */
async function leftOutOf(bundle: BundleFile, contents: Files | null): Promise<ReadonlySet<string>> {
  const [entry, listed] = [named(bundle, leftOutName), contents?.get(leftOutName)]
  const text = entry && listed && (await textOfEntry(bundle, entry, mostText))
  if (!text || typeof text === 'string' || text.sha256 !== listed?.sha256) return new Set()
  return new Set(listIn(text.text, 'left_out').map((one) => String(Object(one).path)))
}

/** Without a size, where only the digest was signed. */
type Wanted = Pick<FileRecord, 'sha256'> & { readonly size?: number }

interface Expected {
  readonly files: ReadonlyMap<string, Wanted>
  /** What a bundle without debug has too. */
  readonly given: readonly string[]
  /** What only a debug bundle has. */
  readonly records: readonly string[]
}

/** What the receipt says of the files, by their paths in a bundle. */
async function expectedOf(bundle: BundleFile, statement: ReceiptStatement | null): Promise<Expected> {
  if (statement === null) return { files: new Map(), given: [], records: [] }
  const { subject, predicate } = statement
  const { inputs, attempts } = predicate
  const gave = subject.flatMap(({ name, digest }) => (isGiven(name) ? [{ path: name, sha256: digest.sha256 }] : []))
  const records = [...predicate.records, ...attempts.flatMap((attempt) => attempt.records)]
  const brought = [
    ...inputs.files.map((file) => ({ ...file, path: `uploads/${file.path}` })),
    ...inputs.replies.flatMap(({ interaction, files }) =>
      files.map((file) => ({ ...file, path: `replies/${interaction}/${file.path}` })),
    ),
  ]
  const artifacts = await artifactsOf(bundle, records)
  const all = [...gave, ...artifacts, ...brought, ...records].map((file) => [file.path, file] as const)
  const given = [...gave, ...artifacts, ...records.filter(({ path }) => isGiven(path) || path === manifestName)]
  return { files: new Map(all), given: given.map(({ path }) => path), records: records.map(({ path }) => path) }
}

const isGiven = (path: string): boolean => /^(result|artifacts)\//.test(path)

/** Those of the manifest, if it is the signed one: a receipt does not name thousands of artifacts. */
async function artifactsOf(bundle: BundleFile, records: readonly FileRecord[]): Promise<readonly FileRecord[]> {
  const [entry, signed] = [named(bundle, manifestName), records.find(({ path }) => path === manifestName)]
  const text = entry && signed && (await textOfEntry(bundle, entry, mostText))
  if (!text || typeof text === 'string' || text.sha256 !== signed?.sha256) return []
  return listIn(text.text, 'artifacts')
    .map((one) => ({ path: Object(one).path_rel, size: Object(one).size, sha256: Object(one).sha256 }))
    .filter(isFileRecord)
}

interface Packed {
  readonly contents: Files | null
  readonly isWhole: boolean
}

async function compare(bundle: BundleFile, { files }: Expected, { contents, isWhole }: Packed, found: Finding[]) {
  // Where not one byte of the archive was changed, its list tells what is in it: reading that once is enough.
  const differs = (listed: Listed, wanted: Wanted, packed: FileRecord | undefined) =>
    isWhole && packed ? difference(packed, wanted) : differenceOf(bundle, listed, wanted)
  const sealedOnly: string[] = []
  let matching = 0
  for (const listed of bundle.files) {
    const { path } = listed
    // Looked at before, as what they are.
    if (path === contentsName) continue
    const [signed, packed] = [files.get(path), contents?.get(path)]
    const wanted = signed ?? packed
    if (wanted === undefined) {
      if (path !== receiptName) found.push({ kind: 'added', path, problem: unvouched(contents) })
      continue
    }
    const problem = await differs(listed, wanted, packed)
    if (problem === null && signed) matching += 1
    else if (problem === null) sealedOnly.push(path)
    else if (signed && packed && (await differs(listed, packed, packed)) === null)
      found.push({ kind: 'changed', path, problem: 'it was changed on the server, after the run had ended' })
    else found.push({ kind: 'changed', path, problem })
  }
  return { matching, sealedOnly: sealedOnly.filter((path) => path !== receiptName) }
}

const unvouched = (contents: Files | null): string =>
  contents === null
    ? 'the receipt does not name it, and nothing else vouches for it'
    : 'the server did not put it into the bundle'

/** A file of another size is not even read. */
async function differenceOf(bundle: BundleFile, listed: Listed, wanted: Wanted): Promise<string | null> {
  const has = listed.entry.uncompressedSize
  if (wanted.size !== undefined && has !== wanted.size) return otherSize(has, wanted.size)
  const hashed = await hashEntry(bundle, listed)
  return typeof hashed === 'string' ? hashed : difference(hashed, wanted)
}

function difference(has: Hashed, { sha256, size }: Wanted): string | null {
  if (size !== undefined && has.size !== size) return otherSize(has.size, size)
  return has.sha256 === sha256 ? null : 'its bytes are not those that were signed'
}

const otherSize = (has: number, size: number): string => `it has ${has} bytes instead of ${size}`

interface Complete {
  readonly expected: Expected
  readonly contents: Files | null
  readonly leftOut: ReadonlySet<string>
  readonly isDebug: boolean
}

function missing(bundle: BundleFile, { expected, contents, leftOut, isDebug }: Complete, found: Finding[]): void {
  const there = new Set(bundle.files.map(({ path }) => path))
  const wanted = new Set([...expected.given, ...(isDebug ? expected.records : []), ...(contents?.keys() ?? [])])
  for (const path of wanted) {
    if (there.has(path) || leftOut.has(path) || found.some((one) => one.path === path)) continue
    const problem = contents?.has(path) === false ? 'the server did not have it any more' : 'it is gone'
    found.push({ kind: 'missing', path, problem })
  }
}
