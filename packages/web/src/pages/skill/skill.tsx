import { SkillRunnerError } from '@agent-skill-runner/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { runner } from '../../api/runner.ts'
import type { Skill } from '../../api/types.ts'
import { Problem } from '../../parts/problem.tsx'
import { Said } from '../../parts/said.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { usePanel } from '../../parts/use-panel.ts'
import { sentenceText } from '../../texts/sentence-text.ts'
import { useLanguage, useTexts } from '../../texts/texts.tsx'
import { RunForm } from './run-form.tsx'
import styles from './skill.module.css'
import { SkillFiles } from './skill-files.tsx'
import { Tests } from './tests/tests.tsx'
import { Versions } from './versions.tsx'

const panels = ['run', 'schemas', 'files', 'tests', 'versions'] as const

/** One skill: run it, see what it takes and gives, and which versions there are. */
export default function SkillPage({ id }: { readonly id: string }) {
  const { texts, language } = useLanguage()
  const [panel, setPanel] = usePanel(panels, ['from'])
  const { data, error } = useQuery({ queryKey: ['skill', id], queryFn: ({ signal }) => runner.management.skill(id, { signal }) })
  if (error)
    return (
      <>
        <Problem error={error} />
        <p>
          <Link href="/ui/skills">{texts.common.toSkills}</Link>
        </p>
        {error instanceof SkillRunnerError && error.code === 'SKILL_NOT_FOUND' && (
          <Versions id={id} isBuiltIn={false} isRemoved />
        )}
      </>
    )
  if (!data) return <Skeleton rows={6} />
  return (
    <section aria-labelledby="title">
      <p className={styles.way}>
        <Link href="/ui/skills">{texts.skills.title}</Link> / <code>{data.id}</code>
      </p>
      <h1 id="title">
        {data.name} <small className={styles.version}>{data.version}</small>
      </h1>
      <p>{data.description}</p>
      {data.health_error && <Problem error={new Error(`${texts.skills.health} ${sentenceText(language, data.health_error)}`)} />}
      {data.warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          <Said text={warning} />
        </p>
      ))}
      <Tabs
        label={texts.skill.panels.label}
        tabs={panels.map((name) => ({ name, label: texts.skill.panels[name] }))}
        open={panel}
        onOpen={setPanel}
      >
        {panel === 'run' && <RunForm skill={data} />}
        {panel === 'schemas' && <Schemas skill={data} />}
        {panel === 'files' && <SkillFiles skill={data} />}
        {panel === 'tests' && <Tests skill={data} />}
        {panel === 'versions' && <Versions id={id} isBuiltIn={data.built_in} />}
      </Tabs>
    </section>
  )
}

function Schemas({ skill: { schemas } }: { readonly skill: Skill }) {
  const { skill: words } = useTexts()
  return (
    <>
      {(['input', 'parameter', 'output'] as const).map((part) => (
        <details key={part} open>
          <summary>{words.parts[part]}</summary>
          <pre>{JSON.stringify(schemas?.[part] ?? null, null, 2)}</pre>
        </details>
      ))}
    </>
  )
}
