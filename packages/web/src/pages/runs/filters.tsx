import type { Job } from '@agent-skill-runner/sdk'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { runner } from '../../api/runner.ts'
import { Choice } from '../../parts/choice.tsx'
import fields from '../../parts/field.module.css'
import { useTexts } from '../../texts/texts.tsx'
import styles from './runs.module.css'

export interface Filter {
  readonly status?: Job['status']
  readonly skill_id?: string
  readonly q?: string
}

const statuses = ['queued', 'running', 'waiting_user', 'succeeded', 'failed', 'canceled'] as const

export const isFiltered = (filter: Filter): boolean => Object.keys(filter).length > 0

/** In the address, so that a link shows the same. */
export function useFilter(): [Filter, (filter: Filter) => void] {
  const [search, setSearch] = useSearchParams()
  const status = statuses.find((one) => one === search.get('status'))
  const [skill, q] = [search.get('skill'), search.get('q')]
  const filter = { ...(status ? { status } : {}), ...(skill ? { skill_id: skill } : {}), ...(q ? { q } : {}) }
  const setFilter = ({ status, skill_id, q }: Filter) =>
    setSearch(
      {
        ...(search.get('view') === 'dots' ? { view: 'dots' } : {}),
        ...(status ? { status } : {}),
        ...(skill_id ? { skill: skill_id } : {}),
        ...(q ? { q } : {}),
      },
      { replace: true },
    )
  return [filter, setFilter]
}

export function Filters({ filter, onFilter }: { readonly filter: Filter; readonly onFilter: (filter: Filter) => void }) {
  const texts = useTexts()
  const { data: skills = [] } = useQuery({ queryKey: ['skills'], queryFn: ({ signal }) => runner.skills.list({ signal }) })
  const any = (what: string) => ({ value: '', label: texts.common.any(what) })
  const byStatus = [any(texts.runs.status), ...statuses.map((value) => ({ value, label: texts.status[value] }))]
  const bySkill = [any(texts.runs.skill), ...skills.map(({ id }) => ({ value: id, label: id }))]
  const { status = '', skill_id = '', q = '' } = filter
  return (
    <search className={styles.filters}>
      <Choice
        label={texts.runs.filterStatus}
        value={status}
        options={byStatus}
        onChoose={(value) => onFilter(changed(filter, 'status', value))}
      />
      <Choice
        label={texts.runs.filterSkill}
        value={skill_id}
        options={bySkill}
        onChoose={(value) => onFilter(changed(filter, 'skill_id', value))}
      />
      <input
        className={fields.field}
        type="search"
        aria-label={texts.common.search}
        placeholder={texts.runs.searchHint}
        value={q}
        onChange={(event) => onFilter(changed(filter, 'q', event.target.value))}
      />
    </search>
  )
}

function changed(filter: Filter, name: keyof Filter, value: string): Filter {
  const { [name]: _, ...others } = filter
  return value === '' ? others : { ...others, [name]: value }
}
