import { piecesOf } from './pieces.ts'

/** The text of an open file, from its beginning: at once where it is short, since a trip to a thread takes longer. */
export async function textOf(fd: number): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of piecesOf(fd)) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces).toString('utf8')
}
