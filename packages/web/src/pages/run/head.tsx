import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { runner } from '../../api/runner.ts'
import type { Run } from '../../api/types.ts'
import { Badge } from '../../parts/badge.tsx'
import buttons from '../../parts/button.module.css'
import { Button } from '../../parts/button.tsx'
import { Confirmed } from '../../parts/confirmed.tsx'
import { ErrorWords } from '../../parts/error-words.tsx'
import { Id } from '../../parts/id.tsx'
import { Problem } from '../../parts/problem.tsx'
import { RunStatus } from '../../parts/run-status.tsx'
import { Said } from '../../parts/said.tsx'
import { saveAs } from '../../parts/save-as.ts'
import { Duration } from '../../parts/times.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { causeOf, lastLineOf } from './cause.ts'
import styles from './run.module.css'

/** What the run is, how it is, and what can be done with it. */
export function RunHead({ run }: { readonly run: Run }) {
  const texts = useTexts()
  const cause = run.error && causeOf(run.error)
  return (
    <header className={styles.head}>
      <p className={styles.way}>
        <Link href="/ui/runs">{texts.runs.title}</Link> / <Id value={run.request_id} />
      </p>
      <h1 id="title" className={styles.title}>
        {run.skill_id} <small className={styles.version}>{run.skill_version}</small> <RunStatus status={run.status} />
      </h1>
      <Facts run={run} />
      <Actions run={run} />
      {run.error && (
        <p className={styles.error} data-status={run.status}>
          <ErrorWords error={run.error} />
          {cause && (
            <span className={styles.cause}>
              <Said text={lastLineOf(cause)} />
            </span>
          )}
        </p>
      )}
    </header>
  )
}

function Facts({ run }: { readonly run: Run }) {
  const texts = useTexts()
  const words = texts.run
  const isRecording = run.warnings.some(({ code }) => code === 'RECORDING_PLAYED')
  return (
    <p className={styles.facts}>
      <span>{[run.engine, run.model].filter(Boolean).join(' · ')}</span>
      {run.cache_hit && <span>{texts.runs.cached}</span>}
      <span>{words.attempt(run.attempt_number)}</span>
      <Duration from={run.started_at} to={run.finished_at} />
      <Used run={run} isRecording={isRecording} />
      {run.engines_tried?.map(({ engine, error_code, message }) => (
        <Badge key={engine} tone="warn">
          <span title={message}>{words.tried(engine, error_code)}</span>
        </Badge>
      ))}
      {isRecording && <Badge tone="warn">{words.recording}</Badge>}
    </p>
  )
}

/** What a recording says that it used was paid for by nobody, but counts where somebody set a budget. */
function Used({ run: { usage, budget }, isRecording }: { readonly run: Run; readonly isRecording: boolean }) {
  const { run: words } = useTexts()
  if (isRecording && !budget) return null
  const tokens = usage && usage.input_tokens + usage.output_tokens
  const cost = usage?.cost_usd ?? null
  const { max_tokens: mostTokens, max_cost_usd: mostCost } = budget ?? {}
  return (
    <>
      {mostTokens !== undefined && <span>{words.tokensOf(tokens ?? 0, mostTokens)}</span>}
      {mostTokens === undefined && tokens !== null && <span>{words.tokens(tokens)}</span>}
      {mostCost !== undefined && <span>{words.costOf(dollars(cost ?? 0), `$${mostCost}`)}</span>}
      {mostCost === undefined && cost !== null && <span>{dollars(cost)}</span>}
    </>
  )
}

const dollars = (cost: number): string => `$${cost.toFixed(4)}`

function Actions({ run }: { readonly run: Run }) {
  const texts = useTexts()
  const queries = useQueryClient()
  const [, goTo] = useLocation()
  const cancel = useMutation({
    mutationFn: () => runner.jobs.cancel(run.request_id),
    onSettled: () => queries.invalidateQueries({ queryKey: ['run', run.request_id] }),
  })
  const rerun = useMutation({
    mutationFn: () => runner.jobs.rerun(run.request_id),
    onSuccess: ({ request_id }) => goTo(`/ui/runs/${request_id}`),
  })
  const record = useMutation({
    mutationFn: () => runner.jobs.recording(run.request_id),
    onSuccess: (recording) =>
      saveAs(`${run.engine}.recording.json`, new Blob([JSON.stringify(recording, null, 2), '\n'], { type: 'application/json' })),
  })
  const isActive = run.finished_at === null
  const isRecordable = !isActive && run.engine !== 'script' && run.status !== 'canceled'
  const problem = cancel.error ?? rerun.error ?? record.error
  return (
    <div className={styles.actions}>
      {isActive && (
        <Confirmed
          action={texts.run.cancel}
          title={texts.run.cancelTitle}
          text={texts.run.cancelText}
          keep={texts.run.keepRunning}
          isPending={cancel.isPending}
          onConfirm={cancel.mutate}
        />
      )}
      {!isActive && (
        <Button disabled={rerun.isPending} onClick={() => rerun.mutate()}>
          {texts.run.rerun}
        </Button>
      )}
      {!isActive && !run.temporary && (
        <Link className={buttons.button} href={`/ui/skills/${run.skill_id}?from=${run.request_id}`}>
          {texts.run.change}
        </Link>
      )}
      {!isActive && (
        <a className={buttons.button} href={`/v1/jobs/${run.request_id}/bundle`} download>
          {texts.run.bundle}
        </a>
      )}
      {!isActive && (
        <a
          className={buttons.button}
          href={`/v1/jobs/${run.request_id}/receipt`}
          download={`${run.request_id}-receipt.json`}
          title={texts.run.receiptTitle}
        >
          {texts.run.receipt}
        </a>
      )}
      {isRecordable && (
        <Button disabled={record.isPending} title={texts.run.recordTitle} onClick={() => record.mutate()}>
          {texts.run.record}
        </Button>
      )}
      {problem && <Problem error={problem} />}
    </div>
  )
}
