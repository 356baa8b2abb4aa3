import type { AnswerOf } from '@agent-skill-runner/sdk'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { runner } from '../../api/runner.ts'
import { Choice } from '../../parts/choice.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Paging, useCursor } from '../../parts/paging.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import table from '../../parts/table.module.css'
import { Ago } from '../../parts/times.tsx'
import { useTexts } from '../../texts/texts.tsx'
import styles from './settings.module.css'

const levels = ['debug', 'info', 'warn', 'error'] as const
const pageSize = 200

type Logs = AnswerOf<'queryLogs'>

/** The newest lines, and older ones page by page. Those about reading are left out at first: looking at a page makes some every second. */
export function ServerLog() {
  const { settings: words } = useTexts()
  const [search, setSearch] = useSearchParams()
  const level = levels.find((one) => one === search.get('level')) ?? 'info'
  const until = useCursor()
  const { data, error } = useQuery({
    queryKey: ['log', level, until],
    queryFn: ({ signal }) => runner.management.logs({ level, limit: pageSize, ...(until ? { to: until } : {}), signal }),
    refetchInterval: until === null ? 3000 : false,
    placeholderData: (before) => before,
  })
  return (
    <>
      <search className={styles.filters}>
        <Choice
          label={words.level}
          value={level}
          options={levels.map((value) => ({ value, label: words.levels[value] }))}
          onChoose={(value) => setSearch({ panel: 'log', level: value }, { replace: true })}
        />
      </search>
      {error && <Problem error={error} />}
      {!data && !error && <Skeleton rows={8} />}
      {data?.lines.length === 0 && <Empty title={words.noLines} />}
      {data && data.lines.length > 0 && <Lines lines={data.lines} />}
      {data && <Paging label={words.pages} next={olderThan(data, until)} />}
    </>
  )
}

/** Lines have no cursor: a page goes up to the time of the last line of the one before. So a line can be on both, and none is lost. */
function olderThan({ lines, truncated }: Logs, until: string | null): string | null {
  const oldest = lines.at(-1)?.time ?? null
  return truncated && oldest !== until ? oldest : null
}

function Lines({ lines }: Pick<Logs, 'lines'>) {
  const { settings: words } = useTexts()
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{words.time}</th>
            <th scope="col">{words.level}</th>
            <th scope="col">{words.message}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ time, level, message, fields, request_id, run_id }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log have no id, and the newest come first
            <tr key={`${time} ${index}`}>
              <td className={styles.short}>
                <Ago at={time} />
              </td>
              <td className={styles.short}>{words.lineLevels[level]}</td>
              <td className={table.first}>
                {message}
                <div className={table.detail}>
                  <code>{factsOf(fields, { run_id, request_id })}</code>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Every line has these, and they are the same in all of them. */
const usual = new Set(['pid', 'hostname', 'service', 'version'])

/** What it is about first, and the numbers by which other lines are found last. */
function factsOf({ x_request_id, ...fields }: Readonly<Record<string, unknown>>, ids: object): string {
  return Object.entries({ ...fields, ...ids, x_request_id })
    .filter(([name, value]) => !usual.has(name) && value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(' ')
}
