import { writeSync } from 'node:fs'

/** Words go to stdout and all else to stderr; in recordings through a terminal it is the other way round. */
export function channelsOf({ standIn = {} }) {
  const [words, asides] = standIn.layout === 'swapped' ? [2, 1] : [1, 2]
  return { words: (text) => write(words, text), aside: (text) => write(asides, text) }
}

/** At once, so that whoever kills it finds what it said; a pipe that is full is tried again. */
function write(to, text) {
  let bytes = Buffer.from(text)
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(to, bytes))
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error
    }
  }
}
