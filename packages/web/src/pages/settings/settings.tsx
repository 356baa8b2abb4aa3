import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { runner } from '../../api/runner.ts'
import { Empty } from '../../parts/empty.tsx'
import { Paging, useCursor } from '../../parts/paging.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import table from '../../parts/table.module.css'
import { Tabs } from '../../parts/tabs.tsx'
import { Ago } from '../../parts/times.tsx'
import { usePanel } from '../../parts/use-panel.ts'
import { settingText } from '../../texts/setting-text.ts'
import { useLanguage, useTexts } from '../../texts/texts.tsx'
import { ServerLog } from './server-log.tsx'
import styles from './settings.module.css'

const panels = ['settings', 'log', 'actions'] as const

/** How the server is set up, what it wrote to its log, and who changed something. Nothing can be changed here. */
export default function Settings() {
  const { settings: words } = useTexts()
  const [panel, setPanel] = usePanel(panels)
  return (
    <section aria-labelledby="title">
      <h1 id="title">{words.title}</h1>
      <Tabs label={words.title} tabs={panels.map((name) => ({ name, label: words.panels[name] }))} open={panel} onOpen={setPanel}>
        {panel === 'settings' && <Values />}
        {panel === 'log' && <ServerLog />}
        {panel === 'actions' && <Actions />}
      </Tabs>
    </section>
  )
}

function Values() {
  const { settings: words } = useTexts()
  const { language } = useLanguage()
  const { data, error } = useQuery({ queryKey: ['settings'], queryFn: ({ signal }) => runner.management.settings({ signal }) })
  if (error) return <Problem error={error} />
  if (!data) return <Skeleton rows={8} />
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.value}</th>
            <th scope="col">{words.source}</th>
          </tr>
        </thead>
        <tbody>
          {data.settings.map(({ name, value, is_set, is_secret, source, description }) => (
            <tr key={name}>
              <td className={table.first}>
                <code>{name}</code>
                <div className={table.detail}>{settingText(language, name, description)}</div>
              </td>
              <td className={styles.value}>
                <code>{is_secret ? (is_set ? '••••••' : '–') : (value ?? '–')}</code>
              </td>
              <td className={styles.short}>{words.sources[source]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Actions() {
  const { settings: words } = useTexts()
  const cursor = useCursor()
  const { data, error } = useQuery({
    queryKey: ['actions', cursor],
    queryFn: ({ signal }) => runner.management.audit({ limit: 100, ...(cursor ? { cursor } : {}), signal }),
    placeholderData: (before) => before,
  })
  if (error) return <Problem error={error} />
  if (!data) return <Skeleton rows={8} />
  if (data.actions.length === 0)
    return (
      <Empty title={words.noActions}>
        <p>{words.noActionsHint}</p>
        <Link href="/ui/skills">{words.toSkills}</Link>
      </Empty>
    )
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            {(['time', 'who', 'action', 'target', 'answer'] as const).map((name) => (
              <th key={name} scope="col">
                {words[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.actions.map(({ id, at, principal, action, target, status, error_code }) => (
            <tr key={id}>
              <td>
                <Ago at={at} />
              </td>
              <td>{principal}</td>
              <td>
                <code>{action}</code>
              </td>
              <td>{target}</td>
              <td>
                {status ?? '–'} {error_code}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Paging label={words.pages} next={data.next_cursor} />
    </div>
  )
}
