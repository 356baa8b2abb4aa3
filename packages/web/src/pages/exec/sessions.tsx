import type { AnswerOf } from '@agent-skill-runner/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { runner } from '../../api/runner.ts'
import { Confirmed } from '../../parts/confirmed.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import table from '../../parts/table.module.css'
import { Ago } from '../../parts/times.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { sessionAt } from './addresses.ts'
import styles from './exec.module.css'

type Session = AnswerOf<'listExecSessions'>['sessions'][number]

/** The server tells no more at once, and has no further pages. */
const mostListed = 1000

/** The sessions of a project, the one used last first. */
export function Sessions({ project }: { readonly project: string }) {
  const { exec: words } = useTexts()
  const mayRemove = useMayRemove()
  const { data, error, refetch } = useQuery({
    queryKey: ['exec', project, 'sessions'],
    queryFn: ({ signal }) => runner.project(project).exec.sessions({ limit: mostListed, signal }),
    refetchInterval: 5000,
  })
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={4} />
  if (data.sessions.length === 0)
    return (
      <Empty title={words.sessions.none}>
        <p>{words.sessions.noneHint}</p>
      </Empty>
    )
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{words.form.session}</th>
            <th scope="col">{words.sessions.owner}</th>
            <th scope="col">{words.sessions.used}</th>
            <th scope="col">{words.sessions.created}</th>
            <th scope="col">
              <span className="hidden-but-read">{words.sessions.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.sessions.map((session) => (
            <Row
              key={`${session.owner} ${session.session_id}`}
              project={project}
              session={session}
              mayRemove={mayRemove(session)}
            />
          ))}
        </tbody>
      </table>
      {data.sessions.length === mostListed && <p className={styles.muted}>{words.sessions.most(mostListed)}</p>}
    </div>
  )
}

function Row(props: { readonly project: string; readonly session: Session; readonly mayRemove: boolean }) {
  const { project, session, mayRemove } = props
  const { exec: words } = useTexts()
  const queries = useQueryClient()
  const { session_id: id, owner } = session
  const remove = useMutation({
    // Several owners can call theirs by one name.
    mutationFn: () => runner.project(project).exec.deleteSession(id, { owner }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['exec', project, 'sessions'] }),
  })
  return (
    <tr data-owner={owner}>
      <td>
        <Link href={sessionAt(project, id)}>{id}</Link>
      </td>
      <td>{owner}</td>
      <td data-label={words.sessions.used}>
        <Ago at={session.last_used_at} />
      </td>
      <td data-label={words.sessions.created}>
        <Ago at={session.created_at} />
      </td>
      <td>
        {mayRemove && (
          <Confirmed
            action={words.sessions.remove}
            title={words.sessions.removeTitle(id, owner)}
            text={words.sessions.removeText}
            keep={words.sessions.keep}
            isPending={remove.isPending}
            onConfirm={remove.mutate}
          />
        )}
        {remove.error && <Problem error={remove.error} />}
      </td>
    </tr>
  )
}

/** One's own; administrators may remove those of others too. */
function useMayRemove(): (session: Session) => boolean {
  const { data } = useQuery({ queryKey: ['session'], queryFn: ({ signal }) => runner.session.get({ signal }) })
  const { name = null, scopes = [] } = data ?? {}
  return ({ owner }) => scopes.includes('admin') || (scopes.includes('run') && name === owner)
}
