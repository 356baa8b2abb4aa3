import { basename, extname } from 'node:path'
import type { EvalCase } from '../domain/eval.ts'
import { type Listing, listFiles, openListed } from '../skills/files.ts'
import type { SkillPackage } from '../skills/package.ts'
import { archivePart, type Part } from '../workspace/receive.ts'

/** A file of a case under the name with which it is uploaded. */
export interface NamedFile {
  readonly name: string
  readonly path: string
}

type Naming = { readonly ok: true; readonly files: readonly NamedFile[] } | { readonly ok: false; readonly problem: string }

/** A plain skill takes files by their own names; one with a contract by those of its inputs. */
export function nameFiles(skill: Pick<SkillPackage, 'inputs' | 'profile'>, { files }: Pick<EvalCase, 'files'>): Naming {
  const inputs = skill.inputs.filter(({ source }) => source === 'file').map(({ name }) => name)
  const named: NamedFile[] = []
  for (const { name, path } of files) {
    const chosen = name ?? nameOf(path, skill.profile === 'plain' ? null : inputs, files.length)
    if (chosen === null) return { ok: false, problem: whichInput(path, inputs) }
    if (chosen === archivePart) return { ok: false, problem: `no file can be sent as "${archivePart}": give it another name` }
    if (named.some((one) => one.name === chosen)) return { ok: false, problem: `two files are for "${chosen}"` }
    named.push({ name: chosen, path })
  }
  return { ok: true, files: named }
}

/** Null: nobody can tell. */
function nameOf(path: string, inputs: readonly string[] | null, files: number): string | null {
  if (inputs === null) return basename(path)
  const [only, ...more] = inputs
  if (only !== undefined && more.length === 0 && files === 1) return only
  return inputs.find((name) => name === basename(path) || name === basename(path, extname(path))) ?? null
}

const whichInput = (path: string, inputs: readonly string[]): string =>
  inputs.length === 0
    ? 'the skill has no file inputs'
    : `nobody can tell for which input ${JSON.stringify(path)} is: write {${inputs.map((name) => `"${name}": "…"`).join(', ')}}`

/** The files as if somebody had sent them. */
export async function* partsOf(root: string, files: readonly NamedFile[]): AsyncGenerator<Part> {
  if (files.length === 0) return
  const listing = await listFiles(root)
  for (const { name, path } of files) yield { name, filename: basename(path), content: contentOf(listing, path) }
}

async function* contentOf(listing: Listing, path: string): AsyncGenerator<Buffer> {
  const listed = listing.files.find((file) => file.path === path)
  const opened = listed && (await openListed(listing.root, listed))
  if (!opened?.ok) throw new Error(`${path} of the skill is gone`)
  yield* opened.file.createReadStream()
}
