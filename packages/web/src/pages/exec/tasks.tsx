import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { runner } from '../../api/runner.ts'
import { Choice } from '../../parts/choice.tsx'
import { Command } from '../../parts/command.tsx'
import { Empty } from '../../parts/empty.tsx'
import fields from '../../parts/field.module.css'
import { short } from '../../parts/id.tsx'
import { Paging, useCursor } from '../../parts/paging.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import table from '../../parts/table.module.css'
import { Ago, Duration } from '../../parts/times.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { projectAt, taskAt } from './addresses.ts'
import styles from './exec.module.css'
import { servedBy } from './served.ts'
import { ExecState, type Task, taskKinds, taskStates } from './states.tsx'

const pageSize = 50

/** The tasks of a project, newest first and live. Filter and page are in the address. */
export function Tasks({ project }: { readonly project: string }) {
  const { exec: words } = useTexts()
  const [search] = useSearchParams()
  const cursor = useCursor()
  const kind = taskKinds.find((one) => one === search.get('kind'))
  const status = taskStates.find((one) => one === search.get('status'))
  const session = search.get('session') ?? ''
  const query = {
    ...(kind ? { kind } : {}),
    ...(status ? { status } : {}),
    ...(session ? { session_id: session } : {}),
    ...(cursor ? { cursor } : {}),
  }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['exec', project, 'tasks', query],
    queryFn: ({ signal }) => runner.project(project).exec.tasks({ ...query, limit: pageSize, signal }),
    refetchInterval: 3000,
    placeholderData: (before) => before,
  })
  return (
    <>
      <Filters kind={kind ?? ''} status={status ?? ''} session={session} />
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {data?.tasks.length === 0 && <NoTasks project={project} isFiltered={Object.keys(query).length > 0} />}
      {data && data.tasks.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <Table tasks={data.tasks} />
          <Paging label={words.pages} next={data.next_cursor} />
        </div>
      )}
    </>
  )
}

interface TaskFilter {
  readonly kind: string
  readonly status: string
  readonly session: string
}

function Filters(chosen: TaskFilter) {
  const { exec: words, runs, common } = useTexts()
  const [, setSearch] = useSearchParams()
  const filter = (change: Partial<TaskFilter>) =>
    setSearch(Object.fromEntries(Object.entries({ ...chosen, ...change }).filter(([, value]) => value !== '')), { replace: true })
  const { kind, status, session } = chosen
  return (
    <search className={styles.filters}>
      <Choice
        label={words.filterKind}
        value={kind}
        options={[
          { value: '', label: common.any(words.kind) },
          ...taskKinds.map((value) => ({ value, label: words.kinds[value] })),
        ]}
        onChoose={(value) => filter({ kind: value })}
      />
      <Choice
        label={runs.filterStatus}
        value={status}
        options={[
          { value: '', label: common.any(runs.status) },
          ...taskStates.map((value) => ({ value, label: words.states[value] })),
        ]}
        onChoose={(value) => filter({ status: value })}
      />
      <input
        className={fields.field}
        type="search"
        aria-label={words.filterSession}
        placeholder={words.filterSession}
        value={session}
        onChange={({ target }) => filter({ session: target.value })}
      />
    </search>
  )
}

function NoTasks({ project, isFiltered }: { readonly project: string; readonly isFiltered: boolean }) {
  const { exec: words } = useTexts()
  if (isFiltered)
    return (
      <Empty title={words.nothingFits}>
        <Link href={projectAt(project)}>{words.showAll}</Link>
      </Empty>
    )
  return (
    <Empty title={words.none}>
      <p>{words.noneHint}</p>
      <Command text={`./skill-runner exec start --project ${project} demo-echo --follow -- 'date; sleep 5; date'`} />
    </Empty>
  )
}

function Table({ tasks }: { readonly tasks: readonly Task[] }) {
  const { exec: words, runs } = useTexts()
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{runs.status}</th>
            <th scope="col">{words.form.command}</th>
            <th scope="col">{runs.skill}</th>
            <th scope="col">{words.form.session}</th>
            <th scope="col">{runs.started}</th>
            <th scope="col" className={table.number}>
              {runs.duration}
            </th>
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <Row key={task.task_id} task={task} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ task }: { readonly task: Task }) {
  const { exec: words } = useTexts()
  const served = servedBy(task)
  return (
    <tr>
      <td>
        <ExecState status={task.status} />
        <div className={table.detail}>{task.exit_code ? words.exit(task.exit_code) : task.error?.code}</div>
      </td>
      <td className={styles.commandCell}>
        <Link href={taskAt(task.project_id, task.task_id)} className={styles.commandLink}>
          {task.command}
        </Link>
        <div className={table.detail}>
          <code title={task.task_id}>{short(task.task_id)}</code>
          {served && ` · ${words.ports.service}`}
          {served?.endpoints.map(({ port }) => ` · ${words.ports.port(port)}`)}
        </div>
      </td>
      <td className={table.whole}>{task.skill_name}</td>
      <td className={table.whole}>{task.session_id}</td>
      <td className={table.whole}>
        <Ago at={task.created_at} />
      </td>
      <td className={table.number}>
        <Duration from={task.started_at} to={task.finished_at} />
      </td>
    </tr>
  )
}
