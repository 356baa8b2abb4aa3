import { Said } from '../../parts/said.tsx'
import { sizeOf } from '../../parts/size.ts'
import { outputProblemsZh } from '../../texts/output-problems-zh.ts'
import { useLanguage } from '../../texts/texts.tsx'
import { artifactAt } from './addresses.ts'
import styles from './exec.module.css'
import { Failure } from './failure.tsx'
import type { TaskView } from './use-task.ts'

type Ended = Pick<TaskView, 'error' | 'policy_notes' | 'created_artifacts' | 'output_errors'>

/** What came of a command beside what it printed: why it failed, what of the sandbox it ran into, and the files that it left. */
export function Outcome({ project, of }: { readonly project: string; readonly of: Ended }) {
  const { texts, language } = useLanguage()
  const { exec: words } = texts
  const { error, policy_notes: notes, created_artifacts: artifacts, output_errors: problems } = of
  return (
    <>
      {error && <Failure error={error} />}
      {notes.length > 0 && (
        <ul className={styles.notes} aria-label={words.policyNotes}>
          {notes.map((note) => (
            <li key={note}>
              <Said text={note} />
            </li>
          ))}
        </ul>
      )}
      {artifacts.length + problems.length > 0 && (
        <ul className={styles.files} aria-label={words.files}>
          {artifacts.map(({ artifact_id: id, path, name, bytes }) => (
            <li key={id}>
              <a href={artifactAt(project, id)} download={name}>
                {name}
              </a>{' '}
              <span className={styles.muted}>{[...(name === path ? [] : [path]), sizeOf(bytes)].join(' · ')}</span>
            </li>
          ))}
          {problems.map(({ path, code, message }) => (
            <li key={path}>
              <code>{path}</code> <span className={styles.untaken}>{words.notKept}</span> ·{' '}
              <span title={message}>{language === 'zh' ? outputProblemsZh[code] : message}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
