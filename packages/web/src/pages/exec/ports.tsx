import { useQuery } from '@tanstack/react-query'
import { runner } from '../../api/runner.ts'
import { Badge } from '../../parts/badge.tsx'
import { useTexts } from '../../texts/texts.tsx'
import styles from './exec.module.css'
import { servedBy } from './served.ts'
import type { TaskView } from './use-task.ts'

const lookAgainMs = 3000

/** Where the ports of a service are, and whether they answer. That changes while its state stays, so it is asked for. */
export function Ports({ project, task }: { readonly project: string; readonly task: TaskView }) {
  const { exec: words } = useTexts()
  const isLive = servedBy(task) !== null && task.finished_at === null
  const { data } = useQuery({
    queryKey: ['exec', project, 'ports', task.task_id, task.status],
    queryFn: ({ signal }) => runner.project(project).exec.task(task.task_id, { tail_bytes: 0, signal }),
    enabled: isLive,
    refetchInterval: lookAgainMs,
  })
  const served = servedBy(isLive ? (data ?? task) : task)
  if (served === null) return null
  return (
    <p className={styles.ports}>
      <Badge tone={served.isActive ? 'ok' : 'quiet'}>{served.isActive ? words.ports.active : words.ports.inactive}</Badge>
      {served.endpoints.map(({ port, url }) => (
        <span key={port}>
          {words.ports.port(port)}{' '}
          <a href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
        </span>
      ))}
    </p>
  )
}
