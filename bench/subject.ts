import type { JobCreate } from '../packages/sdk/src/index.ts'
import { type BenchSkill, input } from './skills.ts'

/** What is measured: servers that are started from a checkout of this project, or one that runs already. */
export type Subject = Tree | Remote

export interface Tree {
  readonly kind: 'tree'
  /** The folder of the checkout. */
  readonly root: string
}

export interface Remote {
  readonly kind: 'remote'
  readonly address: string
  readonly token: string | null
  /** The job that every measurement creates: the skills of the bench are not there. */
  readonly job: JobCreate
}

export function jobOf(subject: Subject, skill: BenchSkill | 'bench-agent'): JobCreate {
  if (subject.kind === 'remote') return subject.job
  const engine = skill === 'bench-agent' ? { engine: 'codex' } : {}
  return { skill_id: skill, ...engine, input }
}
