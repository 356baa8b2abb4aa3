import { type PackageVerdict, SkillRunnerError } from '@agent-skill-runner/sdk'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { Link } from 'wouter'
import { runner } from '../../api/runner.ts'
import { FileChoice } from '../../parts/file-choice.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Said } from '../../parts/said.tsx'
import { uploadingTo } from '../../parts/uploading.ts'
import { useDrop } from '../../parts/use-drop.ts'
import { useTexts } from '../../texts/texts.tsx'
import styles from './skills.module.css'

interface Failure {
  readonly code: string
  readonly message: string
}

/** A package is looked at first: what is wrong with it is listed, and nothing is installed then. */
export function InstallPackage({ onInstalled }: { readonly onInstalled: () => void }) {
  const { skills: words, form } = useTexts()
  const [part, setPart] = useState(0)
  const install = useMutation({
    mutationFn: async (zip: File) => {
      // Both send the whole file: the first half of the way is to look at it.
      const verdict = await uploadingTo((sent) => setPart(sent / 2)).packages.validate(zip)
      if (!verdict.valid) return { verdict, failure: null }
      const { request_id } = await uploadingTo((sent) => setPart(0.5 + sent / 2)).packages.install(zip)
      const { error } = await runner.packages.wait(request_id)
      return { verdict, failure: error }
    },
    onMutate: () => setPart(0),
    onSuccess: ({ verdict, failure }) => {
      if (verdict.valid && !failure) onInstalled()
    },
  })
  const take = (zip: File | undefined) => zip && install.mutate(zip)
  const drop = useDrop(take)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.target.files?.[0])
    event.target.value = ''
  }
  return (
    <div className={styles.install}>
      <fieldset className={styles.drop} {...drop}>
        <FileChoice label={words.install} accept=".zip,application/zip" onChange={choose} />
        <span role="status">{install.isPending ? words.installing(install.variables.name) : form.noFile}</span>
      </fieldset>
      {install.isPending && <progress className={styles.progress} max={1} value={part} aria-label={words.progress} />}
      {install.error && <Problem error={install.error} />}
      {install.data && <Outcome {...install.data} />}
    </div>
  )
}

function Outcome({ verdict, failure }: { readonly verdict: PackageVerdict; readonly failure: Failure | null }) {
  const { skills: words } = useTexts()
  if (failure) return <Problem error={new SkillRunnerError({ status: 409, ...failure })} />
  if (verdict.valid)
    return (
      <p role="status" className={styles.done}>
        {words.installed(`${verdict.skill_id} ${verdict.version}`)}{' '}
        <Link href={`/ui/skills/${verdict.skill_id}`}>{words.toSkill}</Link>
      </p>
    )
  return (
    <div role="alert" className={styles.problems}>
      <p>{words.problems(verdict.problems.length)}</p>
      <ol>
        {verdict.problems.map(({ entry, message }) => (
          <li key={`${entry} ${message}`}>
            {entry && <code>{entry}</code>} <Said text={entry ? message.replace(`${entry}: `, '') : message} />
          </li>
        ))}
      </ol>
      <p>{words.fixAndRetry}</p>
    </div>
  )
}
