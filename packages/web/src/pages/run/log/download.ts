import { saveAs } from '../../../parts/save-as.ts'
import { placeIn, readRange, type Source } from './source.ts'

const mebibyte = 1024 * 1024

/** A whole log as a file. It is asked for by the mebibyte and goes into a blob, which browsers keep outside of the memory of the page. */
export async function download(source: Source, total: number): Promise<void> {
  let log = new Blob([], { type: 'text/plain' })
  for (let from = 0; from < total; ) {
    const { chunk, byte_to } = await readRange(source, from, from + mebibyte)
    if (byte_to <= from) break
    log = new Blob([log, chunk], { type: 'text/plain' })
    from = byte_to
  }
  saveAs(`${source.id}.${placeIn(source)}.log`, log)
}
