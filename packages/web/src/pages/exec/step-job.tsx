import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { runner } from '../../api/runner.ts'
import { Confirmed } from '../../parts/confirmed.tsx'
import { Id } from '../../parts/id.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Ago, Duration } from '../../parts/times.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { AnsiText } from '../run/preview/ansi-text.tsx'
import { projectAt, sessionAt, taskAt } from './addresses.ts'
import styles from './exec.module.css'
import { Failure } from './failure.tsx'
import { Scrolled } from './scrolled.tsx'
import { ExecState, type Step, type StepJob } from './states.tsx'

/** One step job: its steps in order, with the end of what each printed, live. */
export default function StepJobPage({ project, id }: { readonly project: string; readonly id: string }) {
  const { data: job, error } = useQuery({
    queryKey: ['exec', project, 'job', id],
    queryFn: ({ signal }) => runner.project(project).exec.job(id, { tail_bytes: tailBytes, signal }),
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : lookAgainMs),
  })
  if (error && !job) return <Problem error={error} />
  if (!job) return <Skeleton rows={6} />
  return (
    <section className={styles.page} aria-labelledby="title">
      <Head project={project} job={job} />
      <ol className={styles.steps}>
        {job.steps.map((step) => (
          <StepRow key={step.index} project={project} step={step} />
        ))}
      </ol>
    </section>
  )
}

const tailBytes = 2048
const lookAgainMs = 1000

function Head({ project, job }: { readonly project: string; readonly job: StepJob }) {
  const { exec: words } = useTexts()
  const cancel = useMutation({ mutationFn: () => runner.project(project).exec.cancelJob(job.job_id) })
  return (
    <header className={styles.taskHead}>
      <p className={styles.way}>
        <Link href={projectAt(project)}>{words.title}</Link> / {project} / <Id value={job.job_id} />
      </p>
      <h1 id="title" className={styles.title}>
        {job.skill_name} <ExecState status={job.status} />
      </h1>
      {job.finished_at === null && (
        <span className={styles.act}>
          <Confirmed
            action={words.jobs.cancel}
            title={words.jobs.cancelTitle}
            text={words.jobs.cancelText}
            keep={words.keepRunning}
            isPending={cancel.isPending || job.cancel_requested}
            onConfirm={cancel.mutate}
          />
        </span>
      )}
      <p className={styles.facts}>
        <span>{words.jobs.count(job.step_count)}</span>
        {job.cancel_requested && job.finished_at === null && <span>{words.ending(job.cancel_reason)}</span>}
        <Duration from={job.started_at} to={job.finished_at} />
        <Ago at={job.created_at} />
        <span>
          {words.form.session} <Link href={sessionAt(project, job.session_id)}>{job.session_id}</Link>
        </span>
        <span>
          {words.form.workdir} <code>{job.workdir}</code>
        </span>
      </p>
      {cancel.error && <Problem error={cancel.error} />}
      {job.error && <Failure error={job.error} />}
    </header>
  )
}

function StepRow({ project, step }: { readonly project: string; readonly step: Step }) {
  const { exec: words } = useTexts()
  const name = step.name ?? words.jobs.step(step.index + 1)
  return (
    <li className={styles.step}>
      <p className={styles.facts}>
        <ExecState status={step.status} />
        {step.task_id === null ? <span>{name}</span> : <Link href={taskAt(project, step.task_id)}>{name}</Link>}
        {step.exit_code !== null && <span>{words.exit(step.exit_code)}</span>}
        <Duration from={step.started_at} to={step.finished_at} />
      </p>
      <pre className={styles.asked}>{step.command}</pre>
      {step.error && <Failure error={step.error} />}
      <Tail name={`${name}: stdout`} text={step.stdout.text} />
      <Tail name={`${name}: stderr`} text={step.stderr.text} />
    </li>
  )
}

function Tail({ name, text }: { readonly name: string; readonly text: string }) {
  if (text === '') return null
  return (
    <Scrolled className={styles.tail} label={name}>
      <AnsiText text={text} />
    </Scrolled>
  )
}
