import { type Statement, statementType, subjectOf } from '../lib/in-toto.ts'
import type { SandboxPolicy } from '../workspace/audit.ts'
import type { FileRecord } from '../workspace/seal.ts'

export const receiptType = 'urn:agent-skill-runner:receipt:v1'

/** What a run was asked, what ran it, and what came of it. Names as on the wire. */
export interface Receipt {
  readonly run_id: string
  /** The job that it was made for; null: it is gone. Others may have been answered by the same run. */
  readonly request_id: string | null
  readonly skill: { readonly id: string; readonly version: string; readonly digest: string }
  readonly inputs: {
    /** Of the values as canonical JSON (RFC 8785). */
    readonly input_sha256: string
    readonly parameter_sha256: string
    /** As they were uploaded, by their paths below uploads/. */
    readonly files: readonly FileRecord[]
    /** What people, or the runner in their place, replied to its questions. */
    readonly replies: readonly ReplyRecord[]
  }
  readonly engine: { readonly name: string; readonly version: string | null; readonly model: string | null }
  /** Those that were to run it before, and could not reach their provider. All of them were part of the first attempt. */
  readonly engines_tried: readonly TriedRecord[]
  readonly execution_mode: 'auto' | 'interactive'
  readonly outcome: {
    readonly state: 'succeeded' | 'failed' | 'canceled'
    readonly error_code: string | null
    readonly normalization_level: string | null
    readonly result_sha256: string | null
    /** How many there are; null: they were never indexed. Of very many, only manifest.json has all the digests. */
    readonly artifacts: number | null
  }
  readonly times: { readonly created_at: string; readonly started_at: string | null; readonly finished_at: string }
  readonly attempts: readonly AttemptRecord[]
  /** Files of the run as a whole. */
  readonly records: readonly FileRecord[]
  readonly server: { readonly version: string; readonly node_id: string; readonly key_id: string }
}

export interface TriedRecord {
  readonly name: string
  readonly version: string | null
  readonly model: string | null
  readonly error_code: string
  /** What held it. Null: it was not started, or its attempt was cut off. */
  readonly sandbox: SandboxPolicy | null
}

export interface ReplyRecord {
  readonly interaction: number
  readonly resolution: 'user_reply' | 'auto_decide_timeout'
  readonly response_sha256: string
  readonly files: readonly FileRecord[]
}

export interface AttemptRecord {
  readonly number: number
  /** Null: it left no record of itself, because it did not get as far as its children, or was cut off. */
  readonly started_at: string | null
  readonly ended_at: string | null
  readonly cli_version: string | null
  readonly sandbox: SandboxPolicy | null
  /** Its event log, its output and its prompt. */
  readonly records: readonly FileRecord[]
}

export type ReceiptStatement = Statement<typeof receiptType, Receipt>

/** The statement of a run. Every statement needs a subject: a run that left no file at all is about what it was asked. */
export function receiptStatement(files: readonly Pick<FileRecord, 'path' | 'sha256'>[], predicate: Receipt): ReceiptStatement {
  const subject = files.map(({ path, sha256 }) => subjectOf(path, sha256))
  const asked = subjectOf(`run/${predicate.run_id}/input`, predicate.inputs.input_sha256)
  return { _type: statementType, subject: subject.length > 0 ? subject : [asked], predicateType: receiptType, predicate }
}
