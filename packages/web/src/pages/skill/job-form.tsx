import { SkillRunnerError } from '@agent-skill-runner/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Skill } from '../../api/types.ts'
import { Button } from '../../parts/button.tsx'
import { Problem } from '../../parts/problem.tsx'
import { uploadingTo } from '../../parts/uploading.ts'
import { useTexts } from '../../texts/texts.tsx'
import { AsCommand } from './as-command.tsx'
import { EngineChoice } from './engine-choice.tsx'
import { isUnsendable } from './engine-settings.ts'
import { FileInputs } from './file-inputs.tsx'
import { check } from './form/check.ts'
import { type Field, type Values, valuesWithoutGaps } from './form/form-schema.ts'
import { type FieldProblem, problemsIn } from './form/problems.ts'
import { type Choices, type Files, jobOf } from './job-of.ts'
import { JobOptions } from './job-options.tsx'
import styles from './skill.module.css'
import { useDraft } from './use-draft.ts'
import { ValueInputs } from './value-inputs.tsx'

interface FormProps {
  readonly draft: string
  readonly skill: Skill
  readonly fields: readonly Field[]
  readonly given: Values
  /** Who runs it and how, until somebody chooses. */
  readonly choices: Choices
}

/** Checked here before it is sent, and by the server in any case; both say at its field what is wrong. */
export function JobForm({ draft, skill, fields, given, choices: usual }: FormProps) {
  const { skill: words, form } = useTexts()
  const { entered, isRestored, enter, sent, startOver, edition } = useDraft(draft, { values: given, choices: usual })
  const [files, setFiles] = useState<Files>({})
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [isUnreadable, setUnreadable] = useState(false)
  const place = useRef<HTMLFormElement>(null)
  const { values, choices } = entered
  const job = jobOf(skill.id, valuesWithoutGaps(values, fields), files, choices)
  const start = useStart(job, sent, (found) => show(found))

  const show = (found: readonly FieldProblem[]) => {
    setProblems(found)
    // Once they are drawn, and the form may still have to be loaded.
    requestAnimationFrame(() => place.current?.querySelector('[data-problem]')?.scrollIntoView({ block: 'center' }))
  }
  /** Once something was wrong, each change is looked at again. */
  const look = (next: Values, nextFiles: Files) =>
    setProblems((before) => (before.length > 0 ? check(fields, next, nextFiles) : before))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = check(fields, values, files)
    show(found)
    if (found.length === 0 && !isUnreadable && !isUnsendable(choices.engine, choices.settings)) start.send()
  }
  const choosing = {
    ...{ skill, choices, problems },
    onChoose: (next: typeof choices) => enter({ choices: next }),
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate ref={place}>
      {isRestored && (
        <p className={styles.note} role="status">
          {form.restored} <Button onClick={startOver}>{form.startOver}</Button>
        </p>
      )}
      <ValueInputs
        key={edition}
        fields={fields}
        values={values}
        problems={problems}
        onUnreadable={setUnreadable}
        onChange={(next, isTyped) => {
          enter({ values: next }, isTyped)
          look(next, files)
        }}
      />
      <FileInputs
        fields={fields}
        files={files}
        problems={problems}
        onChange={(next) => {
          setFiles(next)
          look(values, next)
        }}
      />
      <EngineChoice {...choosing} />
      <JobOptions {...choosing} />
      {start.error !== null && <Problem error={start.error} />}
      <div className={styles.send}>
        <Button type="submit" kind="main" disabled={start.isPending}>
          {words.run}
        </Button>
        <span role="status" className={problems.length > 0 ? styles.problem : styles.detail}>
          {start.isPending ? start.told : problems.length > 0 && form.fix(problems.length)}
        </span>
      </div>
      <AsCommand job={job} />
    </form>
  )
}

/** Sends the job, and goes to its run. */
function useStart(job: ReturnType<typeof jobOf>, onSent: () => void, onProblems: (problems: FieldProblem[]) => void) {
  const { form: words } = useTexts()
  const [, goTo] = useLocation()
  const [part, setPart] = useState(1)
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => {
      setPart(0)
      return uploadingTo(setPart).jobs.create(job)
    },
    onSuccess: ({ request_id }) => {
      onSent()
      goTo(`/ui/runs/${request_id}`)
    },
    onError: (failure) => failure instanceof SkillRunnerError && onProblems(problemsIn(failure.details)),
  })
  const told = job.files && part < 1 ? words.sending(Math.floor(part * 100)) : words.starting
  return { error, isPending, told, send: () => mutate() }
}
