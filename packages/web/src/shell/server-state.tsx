import { useQuery } from '@tanstack/react-query'
import { runner } from '../api/runner.ts'
import { Badge } from '../parts/badge.tsx'
import { sentenceText } from '../texts/sentence-text.ts'
import { useLanguage } from '../texts/texts.tsx'
import styles from './shell.module.css'

/** Whether the server takes work. While it is away, a line says so on every page. */
export function ServerState() {
  const { texts, language } = useLanguage()
  const { data, isError } = useQuery({
    queryKey: ['ready'],
    queryFn: ({ signal }) => runner.ready({ signal }),
    refetchInterval: 3000,
    refetchIntervalInBackground: false,
  })
  if (isError)
    return (
      <p className={styles.away} role="alert">
        {texts.server.away}
      </p>
    )
  if (!data) return null
  const troubles = Object.values(data.checks).filter(({ ok }) => !ok)
  return (
    <span className={styles.state} title={troubles.map(({ message }) => sentenceText(language, message)).join('\n')}>
      <Badge tone={data.ready ? 'ok' : 'bad'}>{data.ready ? texts.server.ready : texts.server.notReady}</Badge>
      <span className={styles.load}>{texts.server.load(data.running, data.max_running, data.queued)}</span>
    </span>
  )
}
