import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { runner } from '../../api/runner.ts'
import type { EngineDetail } from '../../api/types.ts'
import { Button } from '../../parts/button.tsx'
import { Problem } from '../../parts/problem.tsx'
import { sizeOf } from '../../parts/size.ts'
import { sentenceText } from '../../texts/sentence-text.ts'
import { useLanguage, useTexts } from '../../texts/texts.tsx'
import { EngineFacts } from './engine-facts.tsx'
import styles from './engines.module.css'

/** Installing and probing go on in the background; how far they are comes from the server. */
export function EngineChanges({ name, isInstalled }: { readonly name: string; readonly isInstalled: boolean }) {
  const { engines: words } = useTexts()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: ['engine', name],
    queryFn: ({ signal }) => runner.management.engine(name, { signal }),
    refetchInterval: ({ state }) => (state.data?.upgrade_status.state === 'running' ? 1000 : false),
  })
  const change = useMutation({
    mutationFn: (act: (engine: string) => Promise<unknown>) => act(name),
    onSettled: () => void queries.invalidateQueries(),
  })
  const status = data?.upgrade_status
  // The list says whether it is ready, which its end may have changed.
  useEffect(() => {
    if (status?.finished_at) void queries.invalidateQueries({ queryKey: ['engines'] })
  }, [status?.finished_at, queries])
  const { installEngine, upgradeEngine, rollbackEngine, probeEngine } = runner.management
  const isBusy = change.isPending || status?.state === 'running'
  const previous = data?.previous_version
  return (
    <>
      <div className={styles.actions}>
        <Button disabled={isBusy} onClick={() => change.mutate((engine) => installEngine(engine))}>
          {words.install}
        </Button>
        {isInstalled && (
          <>
            <Button disabled={isBusy} onClick={() => change.mutate((engine) => upgradeEngine(engine))}>
              {words.upgrade}
            </Button>
            <Button disabled={isBusy} title={words.probeHint} onClick={() => change.mutate((engine) => probeEngine(engine))}>
              {words.probe}
            </Button>
          </>
        )}
        {previous && (
          <Button disabled={isBusy} onClick={() => change.mutate((engine) => rollbackEngine(engine))}>
            {words.rollback(previous)}
          </Button>
        )}
      </div>
      {status && <Progress status={status} />}
      {change.error && <Problem error={change.error} />}
      {data && <EngineFacts engine={data} />}
    </>
  )
}

/** What is being done, or what the last of it came to. */
function Progress({ status }: { readonly status: EngineDetail['upgrade_status'] }) {
  const { texts, language } = useLanguage()
  const words = texts.engines
  const { state, step, bytes, action, error, changes, output_tail } = status
  if (state === 'running')
    return (
      <div role="status">
        <p>
          {words.steps[step]} {step === 'downloading' && sizeOf(bytes)}
        </p>
        {output_tail.length > 0 && <pre className={styles.output}>{output_tail.slice(-8).join('\n')}</pre>}
      </div>
    )
  if (error) return <Problem error={new Error(sentenceText(language, error))} />
  if (state !== 'succeeded' || action === null) return null
  return (
    <p role="status" className={styles.reason}>
      {words.done[action]}
      {changes &&
        changes.length > 0 &&
        ` ${words.changes(changes.map(({ case: id, after }) => `${words.cases[id]}: ${after === null ? '–' : words.results[after]}`).join(', '))}`}
    </p>
  )
}
