import { useTexts } from '../../texts/texts.tsx'
import { type FieldProblem, problemText } from './form/problems.ts'
import styles from './skill.module.css'

/** What is wrong with the value at one place of the job, beside where it is entered. */
export function ProblemAt({ path, problems }: { readonly path: string; readonly problems: readonly FieldProblem[] }) {
  const texts = useTexts()
  const own = problems.filter((problem) => problem.path === path)
  if (own.length === 0) return null
  return (
    <span className={styles.problem} data-problem>
      {own.map((problem) => problemText(problem, texts)).join(' ')}
    </span>
  )
}
