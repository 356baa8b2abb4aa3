import type { AnswerOf } from '@agent-skill-runner/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { runner } from '../../api/runner.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Choice } from '../../parts/choice.tsx'
import { Command } from '../../parts/command.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Paging, useCursor } from '../../parts/paging.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Said } from '../../parts/said.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import table from '../../parts/table.module.css'
import { Ago } from '../../parts/times.tsx'
import { useTexts } from '../../texts/texts.tsx'
import styles from './deliveries.module.css'

type Delivery = AnswerOf<'listDeliveries'>['deliveries'][number]

const states = ['pending', 'delivered', 'given_up'] as const
const tones: Readonly<Record<Delivery['state'], Tone>> = { pending: 'warn', delivered: 'ok', given_up: 'bad' }

/** What was sent to the webhooks of all jobs, and whether it was accepted. State and page are in the address. */
export default function Deliveries() {
  const { deliveries: words, common, run } = useTexts()
  const [search, setSearch] = useSearchParams()
  const state = states.find((one) => one === search.get('state'))
  const cursor = useCursor()
  const { data, error, refetch } = useQuery({
    queryKey: ['all-deliveries', state, cursor],
    queryFn: ({ signal }) => runner.management.deliveries({ ...(state ? { state } : {}), ...(cursor ? { cursor } : {}), signal }),
    refetchInterval: 3000,
    placeholderData: (before) => before,
  })
  const options = [
    { value: '', label: common.any(words.state) },
    ...states.map((value) => ({ value, label: run.deliveries.states[value] })),
  ]
  return (
    <section aria-labelledby="title">
      <h1 id="title">{words.title}</h1>
      <search className={styles.filters}>
        <Choice
          label={words.state}
          value={state ?? ''}
          options={options}
          onChoose={(value) => setSearch(value === '' ? {} : { state: value }, { replace: true })}
        />
      </search>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {data?.deliveries.length === 0 && <NoDeliveries isFiltered={state !== undefined} />}
      {data && data.deliveries.length > 0 && (
        <>
          <Table deliveries={data.deliveries} />
          <Paging label={words.pages} next={data.next_cursor} />
        </>
      )}
    </section>
  )
}

function NoDeliveries({ isFiltered }: { readonly isFiltered: boolean }) {
  const { deliveries: words } = useTexts()
  if (isFiltered)
    return (
      <Empty title={words.nothingFits}>
        <Link href="/ui/deliveries">{words.showAll}</Link>
      </Empty>
    )
  return (
    <Empty title={words.none}>
      <p>{words.noneHint}</p>
      <Command text={exampleOf(location.origin)} />
    </Empty>
  )
}

const exampleOf = (url: string): string =>
  `curl -s ${url}/v1/jobs -H 'Content-Type: application/json' -d '${JSON.stringify({
    skill_id: 'demo-prime-number',
    input: { numbers: [2, 9, 17] },
    parameter: { divisor: 5 },
    webhook: { url: 'https://example.com/hook' },
    await_upload: false,
  })}'`

function Table({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  const { deliveries: words, run, form } = useTexts()
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{words.state}</th>
            <th scope="col">{words.event}</th>
            <th scope="col">{words.to}</th>
            <th scope="col" className={table.number}>
              {words.tries}
            </th>
            <th scope="col">{words.last}</th>
            <th scope="col">{words.created}</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((one) => (
            <tr key={one.id}>
              <td>
                <Badge tone={tones[one.state]}>{run.deliveries.states[one.state]}</Badge>
                {one.next_try_at && (
                  <div className={table.detail}>
                    {words.next} <Ago at={one.next_try_at} />
                  </div>
                )}
              </td>
              <td>
                <Link href={`/ui/runs/${one.request_id}`}>{form.events[one.event]}</Link>
                <div className={table.detail}>
                  <code>{one.event}</code>
                </div>
              </td>
              <td>{one.url}</td>
              <td className={table.number} data-label={words.tries}>
                {one.tries}
              </td>
              <td data-label={words.last}>
                {one.last_status ?? '–'}
                <div className={table.detail}>{one.last_error && <Said text={one.last_error} />}</div>
              </td>
              <td>
                <Ago at={one.created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
