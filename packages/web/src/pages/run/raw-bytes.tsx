import type { FcmpEvent } from '@agent-skill-runner/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { runner } from '../../api/runner.ts'
import { Empty } from '../../parts/empty.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTexts } from '../../texts/texts.tsx'
import styles from './run.module.css'

/** So much is shown before and after, and so much of the event at most. */
const around = 2000
const most = 64 * 1024

type RawRef = NonNullable<FcmpEvent['raw_ref']>

/** The bytes that an event was read from, where they stand in the log. */
export function RawBytes({ id, seq }: { readonly id: string; readonly seq: number | null }) {
  const { run: words } = useTexts()
  const { data: event, error } = useEvent(id, seq)
  if (seq === null) return <Empty title={words.raw.choose} />
  if (error && !event) return <Problem error={error} />
  if (event === undefined) return <Skeleton rows={4} />
  if (event === null) return <Empty title={words.raw.none(seq)} />
  return (
    <div className={styles.box}>
      <p className={styles.thought}>
        #{event.seq} {event.type} · {new Date(event.ts).toISOString()}
      </p>
      {event.raw_ref ? <Bytes id={id} at={event.raw_ref} /> : <p>{words.raw.ofServer}</p>}
      <details>
        <summary>{words.raw.event}</summary>
        <pre className={styles.raw}>{JSON.stringify(event, null, 2)}</pre>
      </details>
    </div>
  )
}

/** The whole event: the page itself keeps only what it shows. */
const useEvent = (id: string, seq: number | null) =>
  useQuery({
    queryKey: ['event', id, seq],
    queryFn: async ({ signal }) => {
      const at = seq ?? 0
      const { events } = await runner.jobs.history(id, { from_seq: at, to_seq: at, signal })
      return events.find((event): event is FcmpEvent => event.protocol_version === 'fcmp/1.0') ?? null
    },
    enabled: seq !== null,
    placeholderData: (before) => before,
  })

function Bytes({ id, at }: { readonly id: string; readonly at: RawRef }) {
  const { run: words } = useTexts()
  const { attempt_number: attempt, stream, byte_from: from, byte_to: end } = at
  const to = Math.min(end, from + most)
  const marked = useRef<HTMLElement>(null)
  const { data, error } = useQuery({
    queryKey: ['raw', id, attempt, stream, from, to],
    queryFn: async ({ signal }) => {
      const read = (byte_from: number, byte_to: number) =>
        byte_from >= byte_to
          ? Promise.resolve('')
          : runner.jobs.logRange(id, { stream, attempt, byte_from, byte_to, signal }).then(({ chunk }) => chunk)
      const parts = [read(Math.max(0, from - around), from), read(from, to), read(to, to + around)] as const
      return Promise.all(parts)
    },
  })
  useEffect(() => {
    if (data) marked.current?.scrollIntoView({ block: 'nearest' })
  }, [data])
  if (error) return <Problem error={error} />
  if (!data) return <Skeleton rows={3} />
  const [before, here, after] = data
  return (
    <>
      <p className={styles.thought}>
        {stream}, {from}–{end} {to < end && words.raw.cut}
      </p>
      <pre className={styles.raw}>
        {before}
        <mark ref={marked}>{here}</mark>
        {after}
      </pre>
    </>
  )
}
