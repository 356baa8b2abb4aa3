import type { Job } from '@agent-skill-runner/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { runner } from '../../api/runner.ts'
import { short } from '../../parts/id.tsx'
import { Problem } from '../../parts/problem.tsx'
import { RunStatus } from '../../parts/run-status.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import table from '../../parts/table.module.css'
import { Ago, Duration } from '../../parts/times.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { DotView } from './dot-view.tsx'
import { type Filter, Filters, useFilter } from './filters.tsx'
import { NoRuns } from './no-runs.tsx'
import styles from './runs.module.css'
import { useView, Views } from './views.tsx'

const pageSize = 50

/** All runs, the newest first and live. */
export function Runs() {
  const texts = useTexts()
  const [filter, setFilter] = useFilter()
  const view = useView()
  return (
    <section aria-labelledby="title">
      <div className={styles.head}>
        <h1 id="title">{texts.runs.title}</h1>
        <Views view={view} />
      </div>
      <Filters filter={filter} onFilter={setFilter} />
      {view === 'dots' ? <DotView filter={filter} /> : <RunList filter={filter} />}
    </section>
  )
}

/** One page of them, however many there are. Which one is in the address. */
function RunList({ filter }: { readonly filter: Filter }) {
  const [search] = useSearchParams()
  const cursor = search.get('after')
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['runs', filter, cursor],
    queryFn: ({ signal }) => runner.management.runs({ ...filter, limit: pageSize, ...(cursor ? { cursor } : {}), signal }),
    refetchInterval: 3000,
    placeholderData: (before) => before,
  })
  return (
    <>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data?.runs.length === 0 && <NoRuns filter={filter} />}
      {data && data.runs.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <RunTable runs={data.runs} />
          <Paging cursor={cursor} next={data.next_cursor} />
        </div>
      )}
    </>
  )
}

function Paging({ cursor, next }: { readonly cursor: string | null; readonly next: string | null }) {
  const { runs: words } = useTexts()
  const [search] = useSearchParams()
  const at = (after: string | null) => {
    const { after: _, ...others } = Object.fromEntries(search)
    return `/ui/runs?${new URLSearchParams(after === null ? others : { ...others, after })}`
  }
  // The pages on the way here, newest first: cursors lead on, and not back. A link from elsewhere knows none.
  const way = useHistoryState<{ readonly way?: readonly (string | null)[] } | null>()?.way ?? []
  if (cursor === null && next === null) return null
  return (
    <nav className={styles.paging} aria-label={words.pages}>
      {cursor !== null && <Link href={at(null)}>{words.newest}</Link>}
      {way.length > 0 && (
        <Link href={at(way.at(-1) ?? null)} state={{ way: way.slice(0, -1) }}>
          {words.newer}
        </Link>
      )}
      {next !== null && (
        <Link href={at(next)} state={{ way: [...way, cursor] }}>
          {words.older}
        </Link>
      )}
    </nav>
  )
}

function RunTable({ runs }: { readonly runs: readonly Job[] }) {
  const { runs: words } = useTexts()
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{words.status}</th>
            <th scope="col">{words.skill}</th>
            <th scope="col">{words.engine}</th>
            <th scope="col">{words.started}</th>
            <th scope="col" className={table.number}>
              {words.duration}
            </th>
            <th scope="col">{words.run}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow key={run.request_id} run={run} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function RunRow({ run }: { readonly run: Job }) {
  const { runs: words } = useTexts()
  return (
    <tr className={styles.run}>
      <td>
        <RunStatus status={run.status} />
        {run.error && <div className={table.detail}>{run.error.code}</div>}
      </td>
      <td>
        <Link href={`/ui/runs/${run.request_id}`}>{run.skill_id}</Link>
        <div className={table.detail}>
          {run.skill_version}
          {run.temporary && ` · ${words.temporary}`}
          {run.cache_hit && ` · ${words.cached}`}
        </div>
      </td>
      <td className={table.whole}>
        {run.engine ?? '–'}
        <div className={table.detail}>{run.model}</div>
      </td>
      <td>
        <Ago at={run.created_at} />
      </td>
      <td className={table.number}>
        <Duration from={run.started_at} to={run.finished_at} />
      </td>
      <td className={table.whole}>
        <code title={run.request_id}>{short(run.request_id)}</code>
      </td>
    </tr>
  )
}
