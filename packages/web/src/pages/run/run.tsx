import { SkillRunnerError } from '@agent-skill-runner/sdk'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { runner } from '../../api/runner.ts'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { Conversation } from './conversation.tsx'
import { Evidence } from './evidence.tsx'
import { FindBar } from './find-bar.tsx'
import type { GraphLook } from './graph/graph.tsx'
import { Halves } from './halves.tsx'
import { RunHead } from './head.tsx'
import { atLeast } from './levels.ts'
import { NeedsYou } from './needs-you.tsx'
import { type Half, halfOf, type Place, placeOf, placeOfRow, searchOf, tabOf, tabs, viewIn } from './place.ts'
import { ReplyBox } from './reply-box.tsx'
import { rowsIn } from './rows.ts'
import styles from './run.module.css'
import { timelineOf } from './timeline.ts'
import { useEvents } from './use-events.ts'

const GraphView = lazy(() => import('./graph/graph.tsx'))

/** One run: what was said on the left, what came of it on the right. Looking at it changes nothing. */
export function RunPage({ id }: { readonly id: string }) {
  const texts = useTexts()
  const { rows, lastState, isAway, isOver, problem } = useEvents(id)
  const { data: run, error, refetch } = useRun(id, isOver)
  const [place, goTo] = usePlace()
  const tab = tabOf(place, rows)
  const view = viewIn(tab)
  const level = place.level ?? 'info'
  const [isFollowing, setFollowing] = useState(place.at === null)
  const [graph, setGraph] = useState<GraphLook>({ isExpanded: false, isList: false })
  const [chosen, setHalf] = useState<Half | null>(null)
  // As it was when the run was opened: nothing changes sides while somebody looks.
  const first = useRef<Half | null>(null)
  if (run) first.current ??= halfOf(place, run.finished_at !== null)
  const half = chosen ?? first.current ?? 'told'
  const reply = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => atLeast(level, rowsIn(view, rows)), [view, level, rows])
  const isSilent = isOver && view === 'conversation' && level === 'info' && shown.every(({ kind }) => kind === 'end')
  const timeline = useMemo(() => (view === 'timeline' ? timelineOf(shown, isOver ? 0 : Date.now()) : null), [view, shown, isOver])
  const here = useRef({ place, rows, isOver })
  here.current = { place, rows, isOver }
  const select = useCallback((at: number) => goTo(placeOfRow(here.current.place, here.current.rows, at)), [goTo])
  const showIn = useCallback(
    (half: Half, at: number) => {
      setHalf(half)
      select(at)
    },
    [select],
  )
  const showBytes = useCallback((at: number) => showIn('left', at), [showIn])
  const showFile = useCallback(
    (file: string) => {
      setHalf('left')
      // Artifacts are listed at the end; until then they are files like others.
      goTo({ ...here.current.place, panel: here.current.isOver ? 'artifacts' : 'files', file })
    },
    [goTo],
  )
  const showRow = useCallback((at: number) => showIn('told', at), [showIn])
  // States change with events: the rest of the page need not ask on its own.
  useEffect(() => void (lastState && refetch()), [lastState, refetch])

  // A server that is away for a while takes nothing from the page that is there.
  if (problem || (error && !run)) return <NoRun error={problem ?? error} onRetry={() => void refetch()} />
  if (!run) return <Skeleton rows={6} />
  const told = (
    <Tabs
      label={texts.run.views.label}
      tabs={tabs.map((name) => ({ name, label: texts.run.views[name] }))}
      open={tab}
      onOpen={(name) => goTo({ ...place, tab: name })}
    >
      {tab === 'graph' ? (
        <Suspense fallback={<Skeleton rows={5} />}>
          <GraphView id={id} isOver={isOver} rows={rows} selected={place.at} onSelect={select} look={graph} onLook={setGraph} />
        </Suspense>
      ) : (
        <>
          <FindBar
            {...{ rows, level, isFollowing }}
            selected={place.at}
            onSelect={select}
            find={place.find ?? ''}
            onFind={(find) => goTo({ ...place, find: find || null })}
            onLevel={(level) => goTo({ ...place, level })}
            onFollow={setFollowing}
          />
          <Conversation
            {...{ isOver, isSilent, isFollowing }}
            rows={timeline?.rows ?? shown}
            bars={timeline?.bars ?? null}
            selected={place.at}
            onSelect={showBytes}
            onFile={showFile}
            onFollow={setFollowing}
          />
        </>
      )}
    </Tabs>
  )
  const left = <Evidence run={run} rows={rows} place={place} onPlace={goTo} onSelect={showRow} />
  return (
    <section className={styles.page} aria-labelledby="title" data-fills>
      <div className={styles.scroll} data-above>
        <div className={styles.top}>
          <RunHead run={run} />
          {isAway && (
            <p className={styles.away} role="status">
              {texts.run.away}
            </p>
          )}
          <NeedsYou run={run} reply={reply} />
        </div>
        <Halves half={half} onHalf={setHalf} told={told} left={left} />
      </div>
      <div className={styles.replyPlace} ref={reply} data-reply>
        <ReplyBox run={run} />
      </div>
    </section>
  )
}

/** A run that is not there will not come by trying again. */
function NoRun({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { common } = useTexts()
  const isGone = error instanceof SkillRunnerError && error.code === 'JOB_NOT_FOUND'
  if (!isGone) return <Problem error={error} onRetry={onRetry} />
  return (
    <>
      <Problem error={error} />
      <p>
        <Link href="/ui/runs">{common.toRuns}</Link>
      </p>
    </>
  )
}

const useRun = (id: string, isOver: boolean) =>
  useQuery({
    queryKey: ['run', id],
    queryFn: ({ signal }) => runner.management.run(id, { signal }),
    refetchInterval: isOver ? false : 5000,
  })

function usePlace(): [Place, (place: Place) => void] {
  const [search, setSearch] = useSearchParams()
  const place = useMemo(() => placeOf(search), [search])
  const change = useRef(setSearch)
  change.current = setSearch
  const goTo = useCallback((to: Place) => change.current(searchOf(to), { replace: true }), [])
  return [place, goTo]
}
