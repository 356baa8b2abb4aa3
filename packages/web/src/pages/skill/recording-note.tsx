import { useQuery } from '@tanstack/react-query'
import { runner } from '../../api/runner.ts'
import { Command } from '../../parts/command.tsx'
import { useTexts } from '../../texts/texts.tsx'
import styles from './skill.module.css'

/** Says that no model will be asked, and what to type so that one is. */
export function RecordingNote({ engines, chosen }: { readonly engines: readonly string[]; readonly chosen: string }) {
  const { form: words } = useTexts()
  const { data = [] } = useQuery({ queryKey: ['engine-states'], queryFn: ({ signal }) => runner.engines.list({ signal }) })
  if (!engines.includes('replay')) return null
  if (chosen === 'replay') return <p className={styles.note}>{words.recordingChosen}</p>
  const real = data.filter(({ engine }) => engine !== 'replay' && engines.includes(engine))
  // What somebody has begun is brought to its end.
  const first = real.find(({ installed }) => installed) ?? real[0]
  if (chosen !== '' || !first || real.some(({ ready, auth_ready }) => ready && auth_ready !== false)) return null
  return (
    <div className={styles.note}>
      <p>{words.recording}</p>
      <Command text={commandsFor(first)} />
    </div>
  )
}

function commandsFor({ engine, installed }: { readonly engine: string; readonly installed: boolean }): string {
  const login = `./skill-runner engine login ${engine}`
  return installed ? login : `./skill-runner engine install ${engine}\n${login}`
}
