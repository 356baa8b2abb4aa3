import { sha256 } from '../lib/hash.ts'
import { hashFile } from '../lib/hash-file.ts'
import { limits, openListed, type SkillFile } from './files.ts'

/** One line of what a digest covers: a file by its path, whether it can be executed, and its content; a link by where it leads. */
export type Entry =
  | readonly [path: string, executable: boolean, sha256: string]
  | readonly [path: string, link: 'link', target: string]

/** The identity of a skill: the same for the same content, whatever the times, owners and other modes of its files. */
export const digestOf = (entries: readonly Entry[]): string =>
  sha256(
    entries
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join(''),
  )

type Digested = { readonly ok: true; readonly digest: string } | { readonly ok: false; readonly problems: readonly string[] }

export async function digestFiles(root: string, files: readonly SkillFile[]): Promise<Digested> {
  const entries: Entry[] = []
  const problems: string[] = []
  for (const file of files) {
    const entry = await entryOf(root, file)
    if (typeof entry === 'string') problems.push(entry)
    else entries.push(entry)
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, digest: digestOf(entries) }
}

/** The entry of a file as it is now, or why it has none. Its bytes also go to `sink`. */
export async function entryOf(
  root: string,
  file: SkillFile,
  sink?: (piece: Buffer) => Promise<unknown>,
): Promise<Entry | string> {
  if (file.kind === 'link') return [file.path, 'link', file.target]
  const opened = await openListed(root, file)
  if (!opened.ok) return `${file.path} could not be read (${opened.why}).`
  await using handle = opened.file
  const hashed = await hashFile(handle.fd, limits.bytes, sink)
  return hashed ? [file.path, file.executable, hashed.sha256] : `${file.path} holds more than ${limits.bytes / 1024 / 1024} MiB.`
}
