import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { runner } from '../../api/runner.ts'
import { Button } from '../../parts/button.tsx'
import fields from '../../parts/field.module.css'
import { Problem } from '../../parts/problem.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { taskAt } from './addresses.ts'
import { CommandResult } from './command-result.tsx'
import styles from './exec.module.css'
import { dropEntered, type Entered, enteredBefore, keepEntered, requestOf } from './request.ts'

/** A command in a skill of the project: waited for here, or as a task that goes on by itself. */
export function RunCommand({ project }: { readonly project: string }) {
  const { exec: words } = useTexts()
  const [entered, setEntered] = useState(() => enteredBefore(project))
  const id = useId()
  const skills = useSkills(project)
  const { wait, start } = useSending(project, entered)
  const skill = entered.skill || (skills.data?.[0] ?? '')
  const request = requestOf({ ...entered, skill })
  const isReady = skill !== '' && entered.command.trim() !== '' && !wait.isPending && !start.isPending
  const enter = (change: Partial<Entered>) => {
    const next = { ...entered, ...change }
    setEntered(next)
    keepEntered(project, next)
  }
  const field = (name: 'session' | 'workdir', hint: string) => (
    <label className={styles.field} htmlFor={`${id}-${name}`}>
      {words.form[name]}
      <input
        id={`${id}-${name}`}
        className={fields.field}
        value={entered[name]}
        placeholder={hint}
        spellCheck={false}
        autoCapitalize="none"
        onChange={({ target }) => enter({ [name]: target.value })}
      />
    </label>
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) wait.mutate(request)
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-label={words.form.title}>
      <label className={styles.field} htmlFor={`${id}-skill`}>
        {words.form.skill}
        <select
          id={`${id}-skill`}
          className={fields.field}
          value={skill}
          disabled={!skills.data?.length}
          onChange={({ target }) => enter({ skill: target.value })}
        >
          {[...new Set([...(skills.data ?? []), ...(entered.skill ? [entered.skill] : [])])].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {field('session', 'default')}
      {field('workdir', 'skill')}
      <label className={styles.line} htmlFor={`${id}-command`}>
        {words.form.command}
        <textarea
          id={`${id}-command`}
          className={`${fields.field} ${styles.command}`}
          rows={2}
          value={entered.command}
          placeholder="ls -l"
          spellCheck={false}
          autoCapitalize="none"
          onChange={({ target }) => enter({ command: target.value })}
        />
      </label>
      <div className={styles.send}>
        <Button type="submit" kind="main" disabled={!isReady}>
          {words.form.run}
        </Button>
        <Button disabled={!isReady} onClick={() => start.mutate(request)}>
          {words.form.start}
        </Button>
        <span role="status" className={styles.muted}>
          {wait.isPending && words.form.runs}
          {start.isPending && words.form.starting}
          {skills.data?.length === 0 && words.form.noSkills}
        </span>
      </div>
      {skills.error && <Problem error={skills.error} onRetry={() => void skills.refetch()} />}
      {(wait.error ?? start.error) && <Problem error={wait.error ?? start.error} />}
      {wait.data && !wait.isPending && <CommandResult project={project} result={wait.data} />}
    </form>
  )
}

/** Skills of the project that can be run, by name. */
const useSkills = (project: string) =>
  useQuery({
    queryKey: ['exec', project, 'skills'],
    queryFn: async ({ signal }) => {
      const names: string[] = []
      for await (const { name } of runner.project(project).skills.list({ enabled: true, signal })) names.push(name)
      return names
    },
  })

function useSending(project: string, entered: Entered) {
  const queries = useQueryClient()
  const [, goTo] = useLocation()
  const { exec } = runner.project(project)
  const look = () => void queries.invalidateQueries({ queryKey: ['exec', project] })
  const wait = useMutation({
    mutationFn: (request: ReturnType<typeof requestOf>) => exec.run(request),
    onSettled: look,
  })
  const start = useMutation({
    mutationFn: (request: ReturnType<typeof requestOf>) => exec.startTask(request),
    onSuccess: ({ task_id }) => {
      // The next command is likely to be one of the same skill and session.
      if (entered.command !== '') keepEntered(project, { ...entered, command: '' })
      else dropEntered(project)
      look()
      goTo(taskAt(project, task_id))
    },
  })
  return { wait, start }
}
