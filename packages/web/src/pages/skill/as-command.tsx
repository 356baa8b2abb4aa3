import type { JobRequest } from '@agent-skill-runner/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { runner } from '../../api/runner.ts'
import { Choice } from '../../parts/choice.tsx'
import { Command } from '../../parts/command.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { type CommandKind, commandKinds, commandOf } from './command-of.ts'
import styles from './skill.module.css'

/** The same request for those who want to send it themselves. */
export function AsCommand({ job }: { readonly job: JobRequest }) {
  const { skill: words, form } = useTexts()
  const [kind, setKind] = useState<CommandKind>('curl')
  const { data } = useQuery({ queryKey: ['session'], queryFn: ({ signal }) => runner.session.get({ signal }) })
  const place = { url: location.origin, needsToken: data?.needs_token === true, lacking: form.notInCommand }
  return (
    <details className={styles.details}>
      <summary>{words.asCommand}</summary>
      <div className={styles.asCommand}>
        <Choice
          label={words.asCommand}
          value={kind}
          options={commandKinds.map((value) => ({ value, label: words.commandKinds[value] }))}
          onChoose={setKind}
        />
        <Command text={commandOf(kind, job, place)} />
      </div>
    </details>
  )
}
