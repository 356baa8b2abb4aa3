import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { runner } from '../../api/runner.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Command } from '../../parts/command.tsx'
import { Confirmed } from '../../parts/confirmed.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import table from '../../parts/table.module.css'
import { Ago } from '../../parts/times.tsx'
import { useTexts } from '../../texts/texts.tsx'

/** Versions that came as packages: the one in use, and those that can be used again. */
export function Versions(props: { readonly id: string; readonly isBuiltIn: boolean; readonly isRemoved?: boolean }) {
  const { id, isBuiltIn, isRemoved = false } = props
  const { skill: words } = useTexts()
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey: ['versions', id],
    queryFn: ({ signal }) => runner.skills.versions(id, { signal }),
    enabled: !isBuiltIn,
  })
  const changed = () => void queries.invalidateQueries()
  const restore = useMutation({
    mutationFn: (version: string) => runner.skills.restore(id, { version }),
    onSuccess: changed,
  })
  const archive = useMutation({ mutationFn: () => runner.skills.remove(id), onSuccess: changed })
  if (isBuiltIn) return <Empty title={words.builtIn} />
  if (error) return isRemoved ? null : <Problem error={error} />
  if (!data) return <Skeleton rows={3} />
  const failure = restore.error ?? archive.error
  return (
    <>
      {failure && <Problem error={failure} />}
      {data.versions.length === 0 && !isRemoved && (
        <Empty title={words.noVersions}>
          <p>{words.noVersionsHint}</p>
          <Command text={`./skill-runner skill install ${id}.zip`} />
        </Empty>
      )}
      {data.versions.length > 0 && (
        <table className={table.table}>
          <thead>
            <tr>
              {(['version', 'digest', 'installedAt', 'use'] as const).map((name) => (
                <th key={name} scope="col">
                  {words[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.versions.map(({ version, digest, current, installed_at }) => (
              <tr key={digest}>
                <td>{version}</td>
                <td>
                  <code title={digest}>{digest.slice(0, 12)}</code>
                </td>
                <td>
                  <Ago at={installed_at} />
                </td>
                <td>
                  {current ? (
                    <Badge tone="ok">{words.current}</Badge>
                  ) : (
                    <Button disabled={restore.isPending} onClick={() => restore.mutate(version)}>
                      {words.restore}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data.versions.some(({ current }) => current) && (
        <div>
          <Confirmed
            action={words.archive}
            title={words.archiveTitle(id)}
            text={words.archiveText}
            keep={words.keep}
            isPending={archive.isPending}
            onConfirm={archive.mutate}
          />
        </div>
      )}
    </>
  )
}
