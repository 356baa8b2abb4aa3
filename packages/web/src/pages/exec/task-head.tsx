import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { runner } from '../../api/runner.ts'
import { Command } from '../../parts/command.tsx'
import { Confirmed } from '../../parts/confirmed.tsx'
import { Id } from '../../parts/id.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Ago, Duration } from '../../parts/times.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { jobAt, projectAt, sessionAt } from './addresses.ts'
import styles from './exec.module.css'
import { Outcome } from './outcome.tsx'
import { Ports } from './ports.tsx'
import { execCurl } from './request.ts'
import { Scrolled } from './scrolled.tsx'
import { ExecState } from './states.tsx'
import type { TaskView } from './use-task.ts'

/** What a task is, how it is, and what can be done with it. */
export function TaskHead({ project, task }: { readonly project: string; readonly task: TaskView }) {
  const { exec: words } = useTexts()
  const cancel = useMutation({ mutationFn: () => runner.project(project).exec.cancel(task.task_id) })
  const isOver = task.finished_at !== null
  return (
    <header className={styles.taskHead}>
      <p className={styles.way}>
        <Link href={projectAt(project)}>{words.title}</Link> / {project} / <Id value={task.task_id} />
      </p>
      <h1 id="title" className={styles.title}>
        {task.skill_name} <ExecState status={task.status} />
      </h1>
      {!isOver && (
        <span className={styles.act}>
          <Confirmed
            action={words.cancel}
            title={words.cancelTitle}
            text={words.cancelText}
            keep={words.keepRunning}
            isPending={cancel.isPending || task.cancel_requested}
            onConfirm={cancel.mutate}
          />
        </span>
      )}
      <Facts project={project} task={task} />
      <Ports project={project} task={task} />
      {cancel.error && <Problem error={cancel.error} />}
      <Outcome project={project} of={task} />
      <Asked project={project} task={task} />
    </header>
  )
}

function Facts({ project, task }: { readonly project: string; readonly task: TaskView }) {
  const { exec: words } = useTexts()
  return (
    <p className={styles.facts}>
      {task.exit_code !== null && <span>{words.exit(task.exit_code)}</span>}
      {task.cancel_requested && task.finished_at === null && <span>{words.ending(task.cancel_reason)}</span>}
      <Duration from={task.started_at} to={task.finished_at} />
      <Ago at={task.created_at} />
      <span>
        {words.form.session} <Link href={sessionAt(project, task.session_id)}>{task.session_id}</Link>
      </span>
      <span>
        {words.form.workdir} <code>{task.workdir}</code>
      </span>
      <span title={task.version_hash}>
        {words.version} <code>{task.version_hash.slice(0, 8)}</code>
      </span>
      {task.job_id !== null && <Link href={jobAt(project, task.job_id)}>{words.stepOf((task.step_index ?? 0) + 1)}</Link>}
    </p>
  )
}

/** The command as it is, and the request for those who want to send it again. What was in its environment is not told. */
function Asked({ project, task }: { readonly project: string; readonly task: TaskView }) {
  const { exec: words, skill } = useTexts()
  const { data } = useQuery({ queryKey: ['session'], queryFn: ({ signal }) => runner.session.get({ signal }) })
  const { skill_name, command, session_id, workdir, timeout_sec } = task
  const request = { skill_name, command, session_id, workdir, timeout_sec }
  const place = { url: location.origin, project, needsToken: data?.needs_token === true }
  return (
    <>
      <Scrolled className={styles.asked} label={words.form.command}>
        <pre>{command}</pre>
      </Scrolled>
      <details className={styles.curl}>
        <summary>{skill.asCommand}</summary>
        <Command text={execCurl('tasks', request, place)} />
      </details>
    </>
  )
}
