import { Tabs } from '../../parts/tabs.tsx'
import { usePanel } from '../../parts/use-panel.ts'
import { useTexts } from '../../texts/texts.tsx'
import styles from './exec.module.css'
import { ProjectChoice } from './project-choice.tsx'
import { RunCommand } from './run-command.tsx'
import { Sessions } from './sessions.tsx'
import { StepJobs } from './step-jobs.tsx'
import { Tasks } from './tasks.tsx'

const panels = ['tasks', 'jobs', 'sessions'] as const

/** Commands in the skills of a project: run one, and see what runs and what is left. */
export default function Exec({ project }: { readonly project: string }) {
  const { exec: words } = useTexts()
  const [panel, setPanel] = usePanel(panels)
  return (
    <section className={styles.page} aria-labelledby="title">
      <header className={styles.head}>
        <h1 id="title">{words.title}</h1>
        <ProjectChoice project={project} />
      </header>
      <RunCommand project={project} />
      <Tabs
        label={words.panels.label}
        tabs={panels.map((name) => ({ name, label: words.panels[name] }))}
        open={panel}
        onOpen={setPanel}
      >
        {panel === 'tasks' && <Tasks project={project} />}
        {panel === 'jobs' && <StepJobs project={project} />}
        {panel === 'sessions' && <Sessions project={project} />}
      </Tabs>
    </section>
  )
}
