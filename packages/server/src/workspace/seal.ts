import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import type { RunId } from '../domain/run.ts'
import type { SigningKey } from '../lib/dsse.ts'
import { type Statement, signedStatement, statementType, subjectOf } from '../lib/in-toto.ts'

/** A file by its path in the folder of the run, which is its path in a bundle too. */
export interface FileRecord {
  readonly path: string
  readonly size: number
  readonly sha256: string
}

/** Of a bundle, which its comment has: that a server handed out these bytes, whatever they are. */
export const sealType = 'urn:agent-skill-runner:bundle:v1'
export type SealStatement = Statement<typeof sealType, SealFacts>

export interface SealFacts {
  readonly run_id: RunId
  readonly debug: boolean
}

/** The name under which a seal knows the archive itself, without its comment. */
export const archiveName = 'bundle.zip'
/** The file that lists all others. */
export const contentsName = 'contents.json'

export const contentsText = (files: readonly FileRecord[]): string => JSON.stringify({ files }, null, 2)

export interface Seal {
  /** Told once, before the archive ends. */
  lists(contentsSha256: string): void
  /** The same archive with its seal in its comment. */
  around(archive: Readable): Readable
}

/** The end of an archive without a comment. */
export const endBytes = 22
const endSignature = 0x06054b50

/**
 * Signs an archive while it passes: its bytes, and its list of files. With the first every changed byte is found, with the second it is
 * known whose. The comment is at the end of the archive, so nothing has to be written twice, and who unpacks it need not know of it.
 */
export function openSeal(key: SigningKey, facts: SealFacts): Seal {
  let contents: string | null = null
  return {
    lists(sha256) {
      contents = sha256
    },
    around: (archive) => {
      const sealing = sealed((sha256) => sealText(key, facts, sha256, contents))
      // Whoever reads hears of an error all the same.
      pipeline(archive, sealing, () => {})
      return sealing
    },
  }
}

function sealText(key: SigningKey, facts: SealFacts, archive: string, contents: string | null): string {
  if (contents === null) throw new Error('The list of files is not in the bundle.')
  const subject = [subjectOf(archiveName, archive), subjectOf(contentsName, contents)]
  const statement: SealStatement = { _type: statementType, subject, predicateType: sealType, predicate: facts }
  return JSON.stringify(signedStatement(key, statement))
}

/** Holds back as much as the end of an archive takes, since that says how long the comment is. */
function sealed(commentFor: (sha256: string) => string): Transform {
  const hash = createHash('sha256')
  let end = Buffer.alloc(0)
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece)
      const all = Buffer.concat([end, piece])
      const cut = Math.max(0, all.length - endBytes)
      end = all.subarray(cut)
      done(null, all.subarray(0, cut))
    },
    flush(done) {
      if (end.length !== endBytes || end.readUInt32LE() !== endSignature || end.readUInt16LE(20) !== 0)
        return done(new Error('The archive does not end as the packer ends it.'))
      const comment = Buffer.from(commentFor(hash.digest('hex')))
      const last = Buffer.from(end)
      last.writeUInt16LE(comment.length, 20)
      done(null, Buffer.concat([last, comment]))
    },
  })
}
