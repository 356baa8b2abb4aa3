import { useQuery } from '@tanstack/react-query'
import { runner } from '../../api/runner.ts'
import type { Engine } from '../../api/types.ts'
import { Badge } from '../../parts/badge.tsx'
import { Command } from '../../parts/command.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Said } from '../../parts/said.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { engineReason, type ReasonCode } from '../../texts/engine-reason.ts'
import { useLanguage, useTexts } from '../../texts/texts.tsx'
import { EngineChanges } from './engine-changes.tsx'
import styles from './engines.module.css'

/** The CLI agents that can run skills here, and what each of them needs. */
export default function Engines() {
  const texts = useTexts()
  const { data, error, refetch } = useQuery({
    queryKey: ['engines'],
    queryFn: ({ signal }) => runner.management.engines({ signal }),
  })
  return (
    <section aria-labelledby="title">
      <h1 id="title">{texts.engines.title}</h1>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={5} />}
      <ul className={styles.list}>
        {data?.engines.map((engine) => (
          <EngineCard key={engine.engine} engine={engine} />
        ))}
      </ul>
    </section>
  )
}

function EngineCard({ engine }: { readonly engine: Engine }) {
  const { engines: words } = useTexts()
  const {
    engine: name,
    ready,
    reason,
    reason_code,
    cli_version,
    pinned_version,
    auth_ready,
    models_count,
    notice,
    installed,
    sandbox_status,
  } = engine
  const isBuiltIn = installed && cli_version === null
  return (
    <li className={styles.engine} data-engine={name}>
      <h2 className={styles.name}>
        {name} <Badge tone={ready ? 'ok' : 'quiet'}>{ready ? words.ready : words.notReady}</Badge>
      </h2>
      <dl className={styles.facts}>
        <dt>{words.version}</dt>
        <dd>{isBuiltIn ? words.builtIn : (cli_version ?? words.notInstalled)}</dd>
        {pinned_version && (
          <>
            <dt>{words.tested}</dt>
            <dd>{pinned_version}</dd>
          </>
        )}
        {!isBuiltIn && (
          <>
            <dt>{words.signedIn}</dt>
            <dd>{auth_ready === null ? '–' : auth_ready ? words.yes : words.no}</dd>
            <dt>{words.models}</dt>
            <dd>{models_count || '–'}</dd>
          </>
        )}
        <dt>{words.sandbox}</dt>
        <dd>{words.sandboxes[sandbox_status]}</dd>
      </dl>
      {notice && !reason?.includes(notice) && (
        <p className={styles.notice}>
          <Said text={notice} />
        </p>
      )}
      {reason_code && reason && <Reason engine={name} code={reason_code} reason={reason} />}
      {installed && auth_ready === false && <Command text={`./skill-runner engine login ${name}`} />}
      {pinned_version && <EngineChanges name={name} isInstalled={installed} />}
    </li>
  )
}

/** In the language of the reader, with what the server says beyond that beneath it. */
function Reason(props: { readonly engine: string; readonly code: ReasonCode; readonly reason: string }) {
  const { engine, code, reason } = props
  const { language } = useLanguage()
  const { text, more } = engineReason(language, engine, code, reason)
  return (
    <>
      <p className={styles.reason}>{text}</p>
      {more !== null && (
        <p className={styles.reason}>
          <Said text={more} />
        </p>
      )}
    </>
  )
}
