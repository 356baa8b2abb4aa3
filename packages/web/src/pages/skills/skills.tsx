import type { SkillSummary } from '@agent-skill-runner/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { runner } from '../../api/runner.ts'
import { Badge } from '../../parts/badge.tsx'
import { Command } from '../../parts/command.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Said } from '../../parts/said.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { InstallPackage } from './install-package.tsx'
import styles from './skills.module.css'

/** What can be run here. */
export function Skills() {
  const texts = useTexts()
  const { data, error, refetch } = useQuery({ queryKey: ['skills'], queryFn: ({ signal }) => runner.skills.list({ signal }) })
  return (
    <section aria-labelledby="title">
      <h1 id="title">{texts.skills.title}</h1>
      <InstallPackage onInstalled={() => void refetch()} />
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={4} />}
      {data?.length === 0 && (
        <Empty title={texts.skills.none}>
          <p>{texts.skills.noneHint}</p>
          <Command text="./skill-runner skill new my-skill" />
        </Empty>
      )}
      <ul className={styles.cards}>
        {data?.map((skill) => (
          <Card key={skill.id} skill={skill} />
        ))}
      </ul>
    </section>
  )
}

function Card({ skill }: { readonly skill: SkillSummary }) {
  const { skills: words } = useTexts()
  const isHealthy = skill.health === 'healthy'
  return (
    <li className={styles.card}>
      <h2 className={styles.name}>
        <Link href={`/ui/skills/${skill.id}`}>{skill.id}</Link> <small>{skill.version}</small>
      </h2>
      {!isHealthy && <Badge tone="bad">{words.degraded}</Badge>}
      <p className={styles.about}>{skill.health_error === null ? skill.description : <Said text={skill.health_error} />}</p>
      <p className={styles.detail}>
        {skill.entrypoint?.type === 'script' ? words.script : skill.effective_engines.join(', ')}
        {skill.execution_modes.includes('interactive') && ` · ${words.interactive}`}
      </p>
    </li>
  )
}
