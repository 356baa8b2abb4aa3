import { type FormEvent, useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../../parts/button.tsx'
import fields from '../../parts/field.module.css'
import { useTexts } from '../../texts/texts.tsx'
import { isProject, projectAt } from './addresses.ts'
import styles from './exec.module.css'

const kept = 'skill-runner.projects'
const mostKept = 20

/** The project of the page, and those that this browser has seen before. */
export function ProjectChoice({ project }: { readonly project: string }) {
  const { exec: words } = useTexts()
  const [, goTo] = useLocation()
  const [typed, setTyped] = useState(project)
  const [known] = useState(() => knownProjects())
  const id = useId()
  useEffect(() => remember(project), [project])
  const isRight = isProject(typed)
  const open = (event: FormEvent) => {
    event.preventDefault()
    if (isRight) goTo(projectAt(typed))
  }
  return (
    <form className={styles.project} onSubmit={open}>
      <label htmlFor={`${id}-name`}>{words.project}</label>
      <input
        id={`${id}-name`}
        className={fields.field}
        list={`${id}-known`}
        value={typed}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        aria-invalid={!isRight}
        aria-describedby={isRight ? undefined : `${id}-wrong`}
        onChange={({ target }) => setTyped(target.value)}
      />
      <datalist id={`${id}-known`}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button type="submit" disabled={!isRight || typed === project}>
        {words.openProject}
      </Button>
      {!isRight && (
        <span id={`${id}-wrong`} className={styles.wrong} role="alert">
          {words.wrongProject}
        </span>
      )}
    </form>
  )
}

function knownProjects(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(kept) ?? '[]')
    const names = Array.isArray(list) ? list.filter((one) => typeof one === 'string' && isProject(one)) : []
    return [...new Set(['default', ...names])]
  } catch {
    return ['default']
  }
}

function remember(project: string): void {
  try {
    const names = [project, ...knownProjects()].filter(isProject)
    localStorage.setItem(kept, JSON.stringify([...new Set(names)].slice(0, mostKept)))
  } catch {}
}
