import type { AnswerOf } from '@agent-skill-runner/sdk'
import { sizeOf } from '../../parts/size.ts'
import { durationOf } from '../../parts/times.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { AnsiText } from '../run/preview/ansi-text.tsx'
import styles from './exec.module.css'
import { Outcome } from './outcome.tsx'
import { Scrolled } from './scrolled.tsx'
import { ExecState } from './states.tsx'

type Result = AnswerOf<'runExecCommand'>

/** How a command that was waited for ended, and what it printed. */
export function CommandResult({ project, result }: { readonly project: string; readonly result: Result }) {
  const { exec: words } = useTexts()
  const { status, exit_code, stdout, stderr, timing } = result
  return (
    <section className={styles.result} aria-label={words.form.result}>
      <p className={styles.facts} role="status">
        <ExecState status={status} />
        {exit_code !== null && <span>{words.exit(exit_code)}</span>}
        <span>{durationOf(timing.duration_ms)}</span>
      </p>
      <Outcome project={project} of={result} />
      <Output name="stdout" output={stdout} />
      {stderr.bytes > 0 && <Output name="stderr" output={stderr} />}
    </section>
  )
}

function Output({ name, output }: { readonly name: 'stdout' | 'stderr'; readonly output: Result['stdout'] }) {
  const { exec: words, run } = useTexts()
  if (output.bytes === 0) return <p className={styles.muted}>{run.log.none(name)}</p>
  return (
    <>
      <h3>{name}</h3>
      {output.truncated && <p className={styles.muted}>{words.form.onlyEnd(sizeOf(output.bytes))}</p>}
      <Scrolled className={styles.output} label={name}>
        <AnsiText text={output.text} />
      </Scrolled>
    </>
  )
}
