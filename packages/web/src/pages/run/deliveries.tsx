import { useQuery } from '@tanstack/react-query'
import { runner } from '../../api/runner.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Said } from '../../parts/said.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Ago } from '../../parts/times.tsx'
import { useTexts } from '../../texts/texts.tsx'
import styles from './run.module.css'

const tones = { pending: 'warn', delivered: 'ok', given_up: 'bad' } as const satisfies Record<string, Tone>

/** What was told to the webhook of the job, and whether it was taken. */
export function Deliveries({ id }: { readonly id: string }) {
  const { run: words } = useTexts()
  const { data, error } = useQuery({
    queryKey: ['deliveries', id],
    queryFn: ({ signal }) => runner.jobs.deliveries(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.deliveries.some((one) => one.state === 'pending') ? 3000 : false),
  })
  if (error && !data) return <Problem error={error} />
  if (!data) return <Skeleton rows={2} />
  if (data.deliveries.length === 0) return <Empty title={words.deliveries.none} />
  return (
    <ul className={`${styles.box} ${styles.tree}`}>
      {data.deliveries.map(({ id: delivery, event, url, state, tries, last_status, last_error, created_at }) => (
        <li key={delivery}>
          <Badge tone={tones[state]}>{words.deliveries.states[state]}</Badge>
          <code>{event}</code> <span>{url}</span>
          <span className={styles.thought}>
            {words.deliveries.tries(tries)} {last_status} {last_error && <Said text={last_error} />} <Ago at={created_at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
