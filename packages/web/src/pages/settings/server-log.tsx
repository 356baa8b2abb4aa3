import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { runner } from '../../api/runner.ts'
import { Choice } from '../../parts/choice.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import table from '../../parts/table.module.css'
import { Ago } from '../../parts/times.tsx'
import { useTexts } from '../../texts/texts.tsx'
import styles from './settings.module.css'

const levels = ['debug', 'info', 'warn', 'error'] as const
type Level = (typeof levels)[number]

/** The newest lines. Those about reading are left out at first: looking at a page makes some every second. */
export function ServerLog() {
  const { settings: words } = useTexts()
  const [level, setLevel] = useState<Level>('info')
  const { data, error } = useQuery({
    queryKey: ['log', level],
    queryFn: ({ signal }) => runner.management.logs({ level, limit: 200, signal }),
    refetchInterval: 3000,
  })
  return (
    <>
      <search className={styles.filters}>
        <Choice
          label={words.level}
          value={level}
          options={levels.map((value) => ({ value, label: words.levels[value] }))}
          onChoose={setLevel}
        />
      </search>
      {error && <Problem error={error} />}
      {!data && !error && <Skeleton rows={8} />}
      {data?.lines.length === 0 && <Empty title={words.noLines} />}
      {data && <Lines lines={data.lines} />}
    </>
  )
}

function Lines({ lines }: { readonly lines: Awaited<ReturnType<typeof runner.management.logs>>['lines'] }) {
  const { settings: words } = useTexts()
  return (
    <div className={table.scroll}>
      <table className={table.table}>
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
