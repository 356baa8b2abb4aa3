import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { startScriptedModel } from '@agent-skill-runner/scripted-model'
import type { Logger } from 'pino'
import type { Engines } from '../engines/enabled.ts'
import type { Engine } from '../engines/engine.ts'
import type { Asker } from '../installed/ask.ts'
import { type Card, type CaseId, caseIds, type Finding } from '../installed/card.ts'
import { keepCard } from '../installed/card-file.ts'
import type { ExamineOptions, NotExamined } from '../installed/examine.ts'
import type { Installation } from '../installed/installations.ts'
import type { InstalledLayout } from '../installed/layout.ts'
import { openWarmHomes } from '../installed/warm-home.ts'
import { type Clock, instant } from '../lib/clock.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { type Tried, tryBigOutput, tryFlags, tryKill, tryResume, trySchema, tryToolCall } from './cases.ts'
import type { Examination } from './examination.ts'
import { type CaseAnswer, cutShort, differs, yes } from './judge.ts'

interface ExamineDeps {
  readonly asker: Asker
  readonly engines: Pick<Engines, 'built'>
  readonly layout: InstalledLayout
  readonly clock: Clock
  readonly logger: Logger
  /** For tests: small limits make long waits short. */
  readonly limits?: Partial<Limits>
}

interface Limits {
  /** For one turn. */
  readonly turnMs: number
  readonly wholeMs: number
  /** Between the request to end and the end: longer than that of a run, since a busy machine is no fault of the CLI. */
  readonly graceMs: number
}

// By the clock, and so many times what they take on a machine with nothing else to do.
const usualLimits: Limits = { turnMs: 120_000, wholeMs: 600_000, graceMs: 30_000 }

/** Tries an installed version against a model that plays scripts, and keeps what was found beside it. */
export async function examine(
  deps: ExamineDeps,
  installation: Installation,
  { signal = new AbortController().signal, onFinding = () => {} }: ExamineOptions = {},
): Promise<Card | NotExamined> {
  const { asker, layout, clock, logger } = deps
  const engine = deps.engines.built[installation.engine]
  const problem = problemOf(asker, engine)
  if (!engine?.probe || problem !== null) return { problem: problem ?? '' }
  const limits = { ...usualLimits, ...deps.limits }
  const noTime = AbortSignal.timeout(limits.wholeMs)
  await mkdir(asker.homes, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(asker.homes, 'probe-'))
  try {
    await using model = await startScriptedModel()
    const stage: Examination = {
      asker,
      engine,
      kit: engine.probe,
      installation,
      model,
      warmHomes: openWarmHomes(join(folder, 'templates'), asker, logger),
      folder,
      sessions: join(folder, 'sessions'),
      signal: AbortSignal.any([signal, noTime]),
      turnMs: limits.turnMs,
      graceMs: limits.graceMs,
    }
    await mkdir(stage.sessions)
    const findings = await tryAll(stage, onFinding)
    if (signal.aborted) return { problem: 'It was ended before it was done.' }
    const { engine: name, version } = installation
    const card: Card = { engine: name, version, probedAt: instant(clock), findings }
    if (noTime.aborted) return cutShort(card, limits.wholeMs)
    await keepCard(layout, installation, card)
    return card
  } finally {
    await removeTree(folder)
  }
}

/** Why nothing can be tried; null: it can. Without a sandbox nothing would hold a CLI to its model. */
function problemOf({ sandbox }: Asker, engine: Engine | undefined): string | null {
  if (!engine?.probe) return 'This engine cannot be led to a model of ours.'
  return sandbox.status === 'bubblewrap'
    ? null
    : `Versions are tried in the sandbox only. ${sandbox.reason ?? 'It is switched off.'}`
}

/** One after the other, for as long as there is time. Who gives no answer is asked nothing more. */
async function tryAll(stage: Examination, onFinding: (finding: Finding) => void): Promise<Finding[]> {
  const findings: Finding[] = []
  const others = new Set<string>()
  const found = (verdicts: Tried['verdicts']) => {
    for (const finding of findingsIn(verdicts)) {
      findings.push(finding)
      onFinding(finding)
    }
  }
  const note = ({ verdicts, told }: Tried) => {
    for (const host of told.others) others.add(host)
    // A turn that was cut off tells nothing.
    if (!stage.signal.aborted) found(verdicts)
  }
  const hasFailed = (id: CaseId) => findings.some((finding) => finding.id === id && finding.result === 'no')
  const first = await tryFlags(stage)
  note(first)
  if (hasFailed('flags')) return findings
  for (const { needs, run } of casesFor(stage, first)) if (!stage.signal.aborted && !hasFailed(needs)) note(await run())
  found({ network: networkOf([...others]) })
  return findings
}

interface Case {
  /** Where that has failed, this need not be tried. */
  readonly needs: CaseId
  run(): Promise<Tried>
}

/** What the engine does not claim is not asked of it. */
const casesFor = (stage: Examination, first: Tried): readonly Case[] => [
  { needs: 'flags', run: () => tryToolCall(stage) },
  ...(stage.engine.can.outputSchema === false ? [] : [{ needs: 'flags', run: () => trySchema(stage) } as const]),
  ...(stage.engine.can.resume ? [{ needs: 'flags', run: () => tryResume(stage, first.told) } as const] : []),
  { needs: 'flags', run: () => tryBigOutput(stage) },
  { needs: 'tool_call', run: () => tryKill(stage) },
]

const findingsIn = (verdicts: Tried['verdicts']): Finding[] =>
  caseIds.flatMap((id: CaseId) => {
    const verdict = verdicts[id]
    return verdict ? [{ id, ...verdict }] : []
  })

const networkOf = (others: readonly string[]): CaseAnswer =>
  others.length === 0 ? yes : differs(`It asked for ${others.join(', ')}, and was refused.`)
