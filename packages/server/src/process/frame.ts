/** A list of texts, each with its length in front, and the length of all in front of that. */
export function frameOf(texts: readonly string[]): Buffer {
  const parts = texts.flatMap((text) => {
    const bytes = Buffer.from(text)
    return [lengthOf(bytes.length), bytes]
  })
  const all = Buffer.concat(parts)
  return Buffer.concat([lengthOf(all.length), all])
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}
