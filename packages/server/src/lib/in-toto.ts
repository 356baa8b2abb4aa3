import { type Envelope, type SigningKey, signed } from './dsse.ts'

/** What is signed: in-toto statements, each about files with their digests, and of a type of our own. */
export const inToto = 'application/vnd.in-toto+json'
export const statementType = 'https://in-toto.io/Statement/v1'

export interface Subject {
  readonly name: string
  readonly digest: { readonly sha256: string }
}

export interface Statement<Type extends string, Predicate> {
  readonly _type: typeof statementType
  readonly subject: readonly Subject[]
  readonly predicateType: Type
  readonly predicate: Predicate
}

export const signedStatement = (key: SigningKey, statement: Statement<string, object>): Envelope =>
  signed(key, inToto, JSON.stringify(statement))

export const subjectOf = (name: string, sha256: string): Subject => ({ name, digest: { sha256 } })
