import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Logger } from 'pino'
import type { Stream } from '../domain/launch.ts'
import type { RunIn } from '../domain/run.ts'
import { warningOf } from '../domain/warning.ts'
import { knownEngines } from '../engines/index.ts'
import type { RaspDraft } from '../events/rasp.ts'
import { openWitness } from '../lib/witness.ts'
import type { SkillPackage } from '../skills/package.ts'
import { diffOf, type FsDiff, withoutSecrets, writeFsDiff } from '../workspace/fs-diff.ts'
import { type KeptFile, openKept } from '../workspace/kept-file.ts'
import type { RunLayout } from '../workspace/layout.ts'
import { takeSnapshot } from '../workspace/snapshot.ts'
import { openTranscript } from '../workspace/transcript.ts'
import type { AttemptDeps } from './deps.ts'
import { diagnosticLines } from './diagnostic-lines.ts'
import { type Counts, openTally } from './tally.ts'
import { toldArtifacts } from './told-artifacts.ts'

/** The audit of an attempt beyond its logs and events. Without a sandbox it also detects changes to these files by the child. */
export interface Audit extends AsyncDisposable {
  /** Before each child of the attempt. Files that exist before the first one are not its work. */
  begin(): Promise<void>
  /** Every piece that a child printed, as it is kept. */
  kept(stream: Stream, bytes: Buffer): Promise<void>
  /** The events that were parsed from that. */
  heard(drafts: readonly RaspDraft[]): Promise<void>
  /** After the last child, with the secrets that it knew. A file that cannot be read or written does not fail the run. */
  end(secrets: readonly string[], logger: Logger): Promise<Seen>
  counts(): Counts
}

export interface Seen {
  readonly drafts: readonly RaspDraft[]
  readonly warnings: readonly Warning[]
}

interface AuditRequest {
  readonly run: RunIn<'running'>
  readonly layout: RunLayout
  readonly skill: SkillPackage
}

export function openAudit(deps: AuditDeps, request: AuditRequest): Audit {
  const { run, layout, skill } = request
  const isFull = deps.limits.audit === 'full'
  const tally = openTally()
  const opened = new AsyncDisposableStack()
  let begun: Promise<Begun> | null = null
  const begin = () => (begun ??= beginAudit(deps, request, opened))

  const keepDiff = async (secrets: readonly string[]): Promise<RaspDraft[]> => {
    const diff = await (await begin()).changes()
    if (!diff) return []
    const shown = withoutSecrets(diff, secrets)
    await writeFsDiff(layout, run.attempt, shown)
    return toldArtifacts(shown, skill.artifacts)
  }

  return {
    begin: async () => void (await begin()),
    async kept(stream, bytes) {
      tally.kept(stream, bytes.length)
      const { transcript, witnesses } = await begin()
      witnesses?.[stream].saw(bytes)
      await transcript?.append(stream, bytes)
    },
    async heard(drafts) {
      tally.heard(drafts)
      const lines = isFull ? diagnosticLines(drafts, run.attempt) : ''
      if (lines !== '') await (await begin()).diagnostics?.append(Buffer.from(lines))
    },
    async end(secrets, logger) {
      const told = (error: unknown) => void logger.error({ err: error }, 'audit of an attempt incomplete')
      const changed = await begin()
        .then(({ changedFiles }) => changedFiles())
        .catch(told)
      const drafts = await keepDiff(secrets).catch(told)
      return { drafts: drafts ?? [], warnings: [...changedWarning(changed ?? []), ...(changed && drafts ? [] : [incomplete])] }
    },
    counts: () => tally.counts(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

type AuditDeps = Pick<AttemptDeps, 'sandbox' | 'log' | 'limits'>

type Begun = Awaited<ReturnType<typeof beginAudit>>

async function beginAudit({ sandbox, log, limits }: AuditDeps, { run, layout }: AuditRequest, opened: AsyncDisposableStack) {
  const isFull = limits.audit === 'full'
  const isWatched = sandbox.status !== 'bubblewrap'
  const transcript = isFull ? opened.use(await openTranscript(layout, run.attempt, isWatched)) : null
  const diagnostics = isFull ? opened.use(openKept(layout.diagnostics(run.attempt), isWatched)) : null
  const witnesses = isWatched ? { stdout: openWitness(), stderr: openWitness() } : null
  const ours = isWatched ? await watchOurs(layout, run.attempt) : null
  const changes = isFull ? await watchFolder(layout) : async () => null
  const files: KeptFile[] = [...(transcript?.files ?? []), ...(diagnostics ? [diagnostics] : [])]

  const changedFiles = async (): Promise<string[]> => {
    if (!ours || !witnesses) return []
    const below = (path: string) => path.slice(layout.root.length + 1)
    const changed = [...(await ours()), ...(await log.changed(run.id)).map(below)]
    for (const stream of ['stdout', 'stderr'] as const) {
      const path = layout.stream(run.attempt, stream)
      if (!(await witnesses[stream].isTrue(path))) changed.push(below(path))
    }
    for (const file of files) if (!(await file.isTrue())) changed.push(below(file.path))
    return [...new Set(changed)].sort()
  }
  return { transcript, diagnostics, witnesses, changes, changedFiles }
}

/** Returns a function that lists the differences since. */
async function watchFolder(layout: RunLayout): Promise<() => Promise<FsDiff | null>> {
  const { root } = layout
  const before = await takeSnapshot({ root, isWanted: isOfChild, isRead: (path) => /^(artifacts|result|tmp|work)\//.test(path) })
  return async () => diffOf(root, before, await takeSnapshot({ root, isWanted: isOfChild }))
}

/** All files except our own records, private files of engines, and folders that are always too large. */
function isOfChild(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name !== '.git' && name !== 'node_modules' && !notOfChild.has(path)
}

const ownFolders = ['.audit', 'logs', 'raw']
const ownFiles = ['input.json', 'skill.json', 'manifest.json', 'prompt.txt']
const notOfChild: ReadonlySet<string> = new Set([
  ...ownFolders,
  'given',
  ...['', 'work/'].flatMap((place) => ['agents', ...knownEngines].map((name) => `${place}.${name}`)),
])

/** Returns a function that lists our own files that somebody else created, changed or removed since. Files that we write meanwhile are checked elsewhere. */
async function watchOurs({ root }: RunLayout, attempt: number): Promise<() => Promise<string[]>> {
  const isOurs = (path: string) => ownFolders.includes(path.split('/')[0] ?? '') || ownFiles.includes(path)
  const growing = new RegExp(
    `^\\.audit/(stdout|stderr|pty-output|pty-index|events|fcmp_events|parser_diagnostics)\\.${attempt}\\.`,
  )
  const look = () => takeSnapshot({ root, isWanted: (path) => isOurs(path) && !growing.test(path) })
  const before = await look()
  return async () => {
    const { created, modified, deleted, left_out } = await diffOf(root, before, await look())
    return [...created, ...modified, ...deleted, ...left_out].map(({ path }) => path)
  }
}

const incomplete = warningOf('AUDIT_INCOMPLETE', 'The audit of this attempt is not complete. The server log has the cause.')

const mostNamed = 20

function changedWarning(paths: readonly string[]): Warning[] {
  if (paths.length === 0) return []
  const named = paths.slice(0, mostNamed)
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : ''
  const message = `While this run had no sandbox, something else wrote to files that only the server writes to: ${named.map((path) => JSON.stringify(path)).join(', ')}${more}.`
  return [warningOf('AUDIT_CHANGED', message, { paths: named, count: paths.length })]
}
