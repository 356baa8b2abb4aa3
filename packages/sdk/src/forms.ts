import { InvalidCallError } from './errors.ts'

/** What a file can be given as. A stream is read whole first, since a form may have to be sent again. */
export type FileContent = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array>

export type Files = Readonly<Record<string, FileContent>>

/** A form with this JSON, if any, as its first part, then the files under their names. */
export async function formOf(first: Readonly<Record<string, object>>, files: Files): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries(first)) form.append(name, JSON.stringify(value))
  for (const [name, content] of Object.entries(files)) form.append(name, await blobOf(name, content), name)
  return form
}

/** Told by what they can do: in a plugin host they may come from another window, with a Blob of its own. */
export async function blobOf(name: string, content: FileContent): Promise<Blob> {
  if (typeof content !== 'object' || content === null)
    throw new InvalidCallError(`The file ${JSON.stringify(name)} must be a Blob, bytes or a stream, and not a ${typeof content}.`)
  if ('getReader' in content) return new Response(content).blob()
  return 'arrayBuffer' in content ? content : new Blob([new Uint8Array(content)])
}

/** Files of a job: the file of each input, or all of them in one zip. */
export interface WithFiles {
  /** By the name of the input. */
  readonly files?: Files | undefined
  readonly archive?: FileContent | undefined
}

/** Null: there is nothing to bring. */
export function partsOf({ files, archive }: WithFiles): Files | null {
  return archive === undefined ? (files ?? null) : { ...files, file: archive }
}
