export interface FileStart {
  /** Null: it is not text. */
  readonly text: string | null
  readonly isCut: boolean
}

/** The beginning of a file, so that a large one does not fill the page. The rest is not waited for. */
export async function beginningOf({ body }: Pick<Response, 'body'>, mostBytes = 262_144): Promise<FileStart> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  while (reader && length <= mostBytes) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    length += value.length
  }
  await reader?.cancel()
  const isCut = length > mostBytes
  const bytes = new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer()).subarray(0, mostBytes)
  return { text: textOf(bytes, isCut), isCut }
}

function textOf(bytes: Uint8Array, isCut: boolean): string | null {
  try {
    // The last character of a part may be cut in two.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
