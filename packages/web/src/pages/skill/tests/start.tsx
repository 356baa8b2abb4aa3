import type { SkillEvals } from '@agent-skill-runner/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { runner } from '../../../api/runner.ts'
import type { Skill } from '../../../api/types.ts'
import { Button } from '../../../parts/button.tsx'
import { Labeled } from '../../../parts/labeled.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import styles from '../skill.module.css'

/** On which engines, how often, and who judges what is said in words. */
export function Start(props: { readonly skill: Skill; readonly cases: SkillEvals; readonly onStarted: (id: string) => void }) {
  const { skill, cases, onStarted } = props
  const { tests: words, skill: skillWords } = useTexts()
  const queries = useQueryClient()
  const [engines, setEngines] = useState<readonly string[]>([])
  const [repetitions, setRepetitions] = useState('')
  const [grader, setGrader] = useState('')
  const isScript = skill.entrypoints.every(({ type }) => type === 'script')
  const offered = isScript ? [] : skill.effective_engines
  const needsGrader = cases.cases.some(({ graded }) => graded > 0)
  const start = useMutation({
    mutationFn: () =>
      runner.evals.create({
        skill_id: skill.id,
        ...(engines.length > 0 ? { engines: [...engines] } : {}),
        ...(repetitions === '' ? {} : { repetitions: Number(repetitions) }),
        ...(grader === '' ? {} : { grader }),
      }),
    onSuccess: ({ eval_id }) => {
      onStarted(eval_id)
      void queries.invalidateQueries({ queryKey: ['evals', 'list', skill.id] })
    },
  })
  const toggle = (name: string, isOn: boolean) =>
    setEngines((before) => (isOn ? [...before, name] : before.filter((one) => one !== name)))
  const counts = ['', '1', '2', '3', '5', '10'].map((value) => ({ value, label: value === '' ? words.asWritten : value }))
  return (
    <>
      {offered.length > 0 && (
        <fieldset className={styles.choices}>
          <legend>{words.engines}</legend>
          {offered.map((name) => (
            <label key={name} className={styles.switch}>
              <input
                type="checkbox"
                name={name}
                checked={engines.includes(name)}
                onChange={(event) => toggle(name, event.target.checked)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      <div className={styles.choices}>
        <Labeled label={words.repetitions} value={repetitions} options={counts} onChoose={setRepetitions} />
        {needsGrader && <Grader value={grader} onChoose={setGrader} />}
      </div>
      {start.error && <Problem error={start.error} />}
      <div className={styles.send}>
        <Button kind="main" disabled={start.isPending || cases.problems.length > 0} onClick={() => start.mutate()}>
          {words.start(cases.cases.length)}
        </Button>
        {engines.length === 0 && offered.length > 0 && <span className={styles.detail}>{skillWords.automatic}</span>}
      </div>
    </>
  )
}

function Grader({ value, onChoose }: { readonly value: string; readonly onChoose: (engine: string) => void }) {
  const { tests: words } = useTexts()
  const { data = [] } = useQuery({ queryKey: ['engine-states'], queryFn: ({ signal }) => runner.engines.list({ signal }) })
  const engines = data.filter(({ ready }) => ready).map(({ engine }) => ({ value: engine, label: engine }))
  return (
    <Labeled label={words.grader} value={value} options={[{ value: '', label: words.nobody }, ...engines]} onChoose={onChoose} />
  )
}
