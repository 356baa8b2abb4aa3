import type { Move, Run, TerminalState } from '../domain/run.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import { sha256 } from '../lib/hash.ts'
import { signedStatement } from '../lib/in-toto.ts'
import type { ReceiptKeys } from '../receipts/keys.ts'
import { type AttemptRecord, type Receipt, type ReplyRecord, receiptStatement, type TriedRecord } from '../receipts/statement.ts'
import type { SignedReceipt } from '../store/receipts.ts'
import { readMeta } from '../workspace/audit.ts'
import { type Digests, digestsOf, digestsOfFiles, writeDigests } from '../workspace/digests.ts'
import type { RunLayout } from '../workspace/layout.ts'
import { type ManifestEntry, readManifest } from '../workspace/manifest.ts'
import type { FileRecord } from '../workspace/seal.ts'
import { keptUploads } from '../workspace/uploads.ts'
import type { RunsDeps } from './deps.ts'

export type ReceiptDeps = Pick<RunsDeps, 'store' | 'layout' | 'logger'> & {
  readonly receiptKeys: ReceiptKeys
  readonly version: string
}

/** Of very many artifacts only the first are named one by one; the digest of manifest.json, which names all, stands for the rest. */
const mostSubjects = 1000

/**
 * The receipt of a run that is about to end, made when its last events are in their files and its state has not changed yet. A file that
 * cannot be read is missing in it, and the log says so: nothing of this may keep a run from ending.
 */
export async function receiptOf(deps: ReceiptDeps, move: Move, state: TerminalState): Promise<SignedReceipt> {
  const { seen: run } = move
  const layout = deps.layout.run(run.id)
  const isSuccess = state === 'succeeded'
  const attempts = Math.max(run.attempt, 1)
  const readable = <T>(reading: Promise<T>, otherwise: T) => unlessUnreadable(deps, run, reading, otherwise)

  const digests = await readable(digestsOf(layout, attempts, isSuccess), {})
  await readable(writeDigests(layout, digests), undefined)
  const besides = await readable(digestsOfFiles(layout, filesBesides(layout, attempts)), {})
  const manifest = await readable(readManifest(layout.root), null)
  const inputs = await inputsOf(deps, run, readable)
  const files = recordsOf({ ...digests, ...besides })
  const result = files.find(({ path }) => path === 'result/result.json') ?? null

  const key = deps.receiptKeys.signing()
  const predicate: Receipt = {
    run_id: run.id,
    request_id: inputs.job,
    skill: { id: run.skillId, version: run.skillVersion, digest: run.skillDigest },
    inputs: inputs.given,
    engine: { name: run.engine, version: run.engineVersion, model: run.model },
    engines_tried: await triedOf(layout, run),
    execution_mode: run.executionMode,
    outcome: {
      state,
      error_code: move.error?.code ?? null,
      normalization_level: isSuccess ? (move.normalizationLevel ?? null) : null,
      result_sha256: result?.sha256 ?? null,
      artifacts: manifest?.length ?? null,
    },
    times: { created_at: run.createdAt, started_at: run.startedAt, finished_at: move.at },
    attempts: await attemptsOf(layout, run.attempt, files),
    records: files.filter((file) => attemptOf(file) === null),
    server: { version: deps.version, node_id: deps.store.nodeId, key_id: key.id },
  }
  const subjects = [...(result ? [result] : []), ...(manifest ?? []).slice(0, mostSubjects).map(fileOfArtifact)]
  const envelope = signedStatement(key, receiptStatement(subjects, predicate))
  return { keyId: key.id, envelope: JSON.stringify(envelope) }
}

type Readable = <T>(reading: Promise<T>, otherwise: T) => Promise<T>

async function unlessUnreadable<T>({ logger }: ReceiptDeps, run: Run, reading: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await reading
  } catch (error) {
    logger.warn({ err: error, run_id: run.id }, 'cannot read or write what the receipt of a run is made of; it says less')
    return otherwise
  }
}

/** Small files of ours, each of which is written whole. */
const filesBesides = (layout: RunLayout, attempts: number): string[] => [
  ...Array.from({ length: attempts }, (_, index) => [layout.stdin(index + 1), layout.meta(index + 1)]).flat(),
  ...[layout.input, layout.skill, layout.manifest, layout.validation],
]

const recordsOf = (digests: Digests): FileRecord[] =>
  Object.entries(digests).map(([path, { size, sha256 }]) => ({ path, size, sha256 }))

const fileOfArtifact = ({ path_rel: path, size, sha256 }: ManifestEntry): FileRecord => ({ path, size, sha256 })

/** The row has them also where the attempt was cut off; what held them is only in its meta.json. */
async function triedOf(layout: RunLayout, run: Run): Promise<TriedRecord[]> {
  const meta = run.enginesTried.length === 0 ? null : await readMeta(layout, 1)
  return run.enginesTried.map(({ engine: name, engineVersion: version, model, errorCode }, index) => {
    return { name, version, model, error_code: errorCode, sandbox: meta?.engines_tried?.[index]?.sandbox_policy ?? null }
  })
}

/** Null: the file is of the run as a whole. */
function attemptOf({ path }: FileRecord): number | null {
  const [, number] = /^\.audit\/[^/]*\.(\d+)\.(?:jsonl|log|json)$/.exec(path) ?? []
  return number === undefined ? null : Number(number)
}

/** A run that never started has events all the same, as if in a first attempt. */
async function attemptsOf(layout: RunLayout, attempts: number, files: readonly FileRecord[]): Promise<AttemptRecord[]> {
  const records: AttemptRecord[] = []
  for (let number = 1; number <= Math.max(attempts, 1); number++) {
    const meta = await readMeta(layout, number)
    records.push({
      number,
      started_at: meta?.started_at ?? null,
      ended_at: meta?.ended_at ?? null,
      cli_version: meta?.cli_version ?? null,
      sandbox: meta?.sandbox_policy ?? null,
      records: files.filter((file) => attemptOf(file) === number),
    })
  }
  return records
}

async function inputsOf(deps: ReceiptDeps, run: Run, readable: Readable) {
  const [job] = await deps.store.jobs.ofRun(run.id)
  const files = job ? await readable(keptUploads(deps.layout, job.id, run.upload), null) : null
  const given: Receipt['inputs'] = {
    input_sha256: sha256(canonicalJson(run.input)),
    parameter_sha256: sha256(canonicalJson(run.parameter)),
    files: (files ?? []).map(({ path, size, sha256 }) => ({ path, size, sha256 })),
    replies: run.interactionCount === 0 ? [] : await repliesOf(deps, run),
  }
  return { job: job?.id ?? null, given }
}

async function repliesOf({ store }: ReceiptDeps, run: Run): Promise<ReplyRecord[]> {
  const answered = await store.interactions.answered(run.id)
  return answered.flatMap(({ id, answer }) => {
    if (!answer) return []
    const files = answer.files.map(({ path, size, sha256 }) => ({ path, size, sha256 }))
    return [{ interaction: id, resolution: answer.resolution, response_sha256: sha256(canonicalJson(answer.response)), files }]
  })
}
