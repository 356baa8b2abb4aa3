import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { runner } from '../../api/runner.ts'
import type { Skill } from '../../api/types.ts'
import { Problem } from '../../parts/problem.tsx'
import { sizeOf } from '../../parts/size.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { beginningOf } from './beginning.ts'
import styles from './skill.module.css'

/** The files of a skill, and the beginning of the one that the address names. */
export function SkillFiles({ skill: { id, digest, files } }: { readonly skill: Skill }) {
  const [search, setSearch] = useSearchParams()
  const open = files.find(({ rel_path }) => rel_path === search.get('file')) ?? null
  const show = (file: string) => setSearch((before) => ({ ...Object.fromEntries(before), file }), { replace: true })
  return (
    <div className={styles.fileBoxes}>
      <ul className={styles.files}>
        {files
          .filter(({ is_dir }) => !is_dir)
          .map(({ rel_path, size }) => (
            <li key={rel_path}>
              <button
                type="button"
                className={styles.file}
                aria-pressed={rel_path === open?.rel_path}
                disabled={digest === null}
                onClick={() => show(rel_path)}
              >
                {rel_path}
              </button>{' '}
              <span className={styles.detail}>{sizeOf(size)}</span>
            </li>
          ))}
      </ul>
      {open && digest !== null && <Content id={id} digest={digest} path={open.rel_path} />}
    </div>
  )
}

/** Of the version that the page shows: project `default` has the installed skills, each under the digest of its files. */
function Content({ id, digest, path }: { readonly id: string; readonly digest: string; readonly path: string }) {
  const { run: words } = useTexts()
  const { data, error } = useQuery({
    queryKey: ['skill-file', id, digest, path],
    queryFn: async ({ signal }) =>
      beginningOf(await runner.project('default').skills.read(id, path, { version: digest, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <Problem error={error} />
  if (!data) return <Skeleton rows={6} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section className={styles.content} aria-label={path} tabIndex={0}>
      {data.isCut && <p className={styles.detail}>{words.preview.cutFile}</p>}
      {data.text === null ? <p>{words.files.binary}</p> : <pre>{data.text}</pre>}
    </section>
  )
}
