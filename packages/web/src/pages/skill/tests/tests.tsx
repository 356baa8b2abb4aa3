import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { runner } from '../../../api/runner.ts'
import type { Skill } from '../../../api/types.ts'
import { Button } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Labeled } from '../../../parts/labeled.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import styles from '../skill.module.css'
import { Matrix } from './matrix.tsx'
import { Start } from './start.tsx'

/** While a test runs, each cell is shown soon after it has ended. */
const lookAgainMs = 1000
const mostEarlier = 20

/** The test cases of a skill: run them, and see on which engine they pass. */
export function Tests({ skill }: { readonly skill: Skill }) {
  const { tests: words } = useTexts()
  const [chosen, setChosen] = useState<string | null>(null)
  const { data: cases, error } = useQuery({
    queryKey: ['evals', 'of', skill.id],
    queryFn: ({ signal }) => runner.evals.ofSkill(skill.id, { signal }),
  })
  const { data: earlier } = useQuery({
    queryKey: ['evals', 'list', skill.id],
    queryFn: ({ signal }) => runner.evals.list({ skill_id: skill.id, limit: mostEarlier, signal }),
    refetchInterval: ({ state }) => (state.data?.evals.some(({ status }) => status === 'running') ? lookAgainMs : false),
  })
  if (error) return <Problem error={error} />
  if (!cases || !earlier) return <Skeleton rows={4} />
  const id = chosen ?? earlier.evals[0]?.eval_id ?? null
  const options = earlier.evals.map(({ eval_id, created_at, status }) => ({
    value: eval_id,
    label: `${new Date(created_at).toLocaleString()} · ${words.states[status]}`,
  }))
  return (
    <div className={styles.group}>
      {[...cases.problems, ...cases.notes].map((problem) => (
        <p key={problem} className={styles.warning} lang="en">
          {problem}
        </p>
      ))}
      {cases.cases.length === 0 && cases.problems.length === 0 ? (
        <Empty title={words.none}>
          <p>{words.noneHint}</p>
        </Empty>
      ) : (
        <Start skill={skill} cases={cases} onStarted={setChosen} />
      )}
      {options.length > 1 && id !== null && <Labeled label={words.earlier} value={id} options={options} onChoose={setChosen} />}
      {id !== null && <Progressing id={id} />}
    </div>
  )
}

/** One test as it goes on. */
function Progressing({ id }: { readonly id: string }) {
  const { tests: words } = useTexts()
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey: ['evals', 'one', id],
    queryFn: ({ signal }) => runner.evals.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'running' ? false : lookAgainMs),
  })
  const cancel = useMutation({
    mutationFn: () => runner.evals.cancel(id),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['evals'] }),
  })
  if (error) return <Problem error={error} />
  if (!data) return <Skeleton rows={4} />
  const over = data.cells.filter(({ status }) => !['waiting', 'running', 'grading'].includes(status)).length
  return (
    <>
      {cancel.error && <Problem error={cancel.error} />}
      <div className={styles.send}>
        <span role="status">
          {data.status === 'running' ? words.progress(over, data.cells.length) : words.ended(words.states[data.status])}
        </span>
        {data.status === 'running' && (
          <Button disabled={cancel.isPending} onClick={() => cancel.mutate()}>
            {words.cancel}
          </Button>
        )}
      </div>
      <Matrix test={data} />
    </>
  )
}
