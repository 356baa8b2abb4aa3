import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'

/** What a zip holds, by name, as text: read by another library than the one that wrote it, checksums and all. */
export async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await yauzl.fromBufferPromise(bytes, { strictFileNames: true })
  const files: Record<string, string> = {}
  for await (const entry of zip.eachEntry()) {
    assert.ok(!(entry.fileName in files), `${entry.fileName} is there twice`)
    // Of the bytes: not all that is kept of a run is text.
    const content = await buffer(await zip.openReadStreamPromise(entry))
    assert.equal(crc32(content), entry.crc32, entry.fileName)
    files[entry.fileName] = content.toString()
  }
  return files
}
