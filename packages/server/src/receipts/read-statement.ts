import { readEnvelope, type Sealed } from '../lib/dsse.ts'
import { inToto, type Statement, type Subject, statementType } from '../lib/in-toto.ts'
import type { FileRecord } from '../workspace/seal.ts'
import type { Receipt, ReceiptStatement } from './statement.ts'
import { receiptType } from './statement.ts'

export interface ReadStatement<Type extends string> {
  readonly sealed: Sealed
  /** Its predicate is whatever was signed: who uses it looks at what it finds. */
  readonly statement: Statement<Type, Readonly<Record<string, unknown>>>
}

/** A signed statement of one type, or what is wrong with it. Whether the signature is true is another question. */
export function readStatement<const Type extends string>(text: string, type: Type): ReadStatement<Type> | string {
  const sealed = readEnvelope(text)
  if (typeof sealed === 'string') return sealed
  if (sealed.payloadType !== inToto) return `it is a ${JSON.stringify(sealed.payloadType.slice(0, 100))} and no ${inToto}`
  const statement = parsed(sealed.payload)
  if (statement === null || statement['_type'] !== statementType) return 'it holds no in-toto statement'
  const { predicateType, predicate, subject } = statement
  if (predicateType !== type) return `its statement is a ${JSON.stringify(String(predicateType).slice(0, 100))} and no ${type}`
  if (!isObject(predicate) || !Array.isArray(subject) || !subject.every(isSubject)) return 'its statement is not complete'
  return { sealed, statement: { _type: statementType, subject, predicateType: type, predicate } }
}

function parsed(bytes: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(bytes.toString())
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSubject = (value: unknown): value is Subject =>
  isObject(value) && typeof value['name'] === 'string' && isDigest(Object(value['digest']).sha256)

const isDigest = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

export const isFileRecord = (value: unknown): value is FileRecord =>
  isObject(value) && typeof value['path'] === 'string' && Number.isSafeInteger(value['size']) && isDigest(value['sha256'])

/** The receipt of a run, or what is wrong with it. */
export function readReceipt(text: string): { readonly sealed: Sealed; readonly statement: ReceiptStatement } | string {
  const read = readStatement(text, receiptType)
  if (typeof read === 'string') return read
  const { predicate } = read.statement
  if (!isReceipt(predicate)) return 'its statement does not have what a receipt has'
  return { sealed: read.sealed, statement: { ...read.statement, predicate } }
}

/** As far as it is used here: what was signed by a server is whole. */
function isReceipt(value: object): value is Receipt {
  const { run_id, skill, engine, inputs, outcome, times, attempts, records } = value as Partial<Record<keyof Receipt, unknown>>
  return (
    typeof run_id === 'string' &&
    [skill, engine, inputs, outcome, times].every(isObject) &&
    isRecords(records) &&
    isRecords(Object(inputs).files) &&
    Array.isArray(Object(inputs).replies) &&
    Object(inputs).replies.every((reply: unknown) => isObject(reply) && isRecords(reply['files'])) &&
    Array.isArray(attempts) &&
    attempts.every((attempt) => isObject(attempt) && isRecords(attempt['records']))
  )
}

const isRecords = (value: unknown): boolean => Array.isArray(value) && value.every(isFileRecord)
