import type { PackageVerdict } from '@agent-skill-runner/contract/skill-package.ts'
import type { PackageReport } from '../packages/validate.ts'

export const presentVerdict = ({ name, skill, action, problems }: PackageReport): PackageVerdict => ({
  valid: problems.length === 0,
  skill_id: name,
  version: skill?.version ?? null,
  digest: skill?.digest ?? null,
  action,
  problems: problems.map((problem) => ({ ...problem })),
  warnings: [...(skill?.warnings ?? [])],
})
