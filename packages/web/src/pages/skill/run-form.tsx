import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { runner } from '../../api/runner.ts'
import type { Skill } from '../../api/types.ts'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { noChoices } from './engine-choice.tsx'
import { exampleOf } from './examples.ts'
import { JobForm } from './job-form.tsx'
import { choicesFrom, valuesFrom } from './job-of.ts'
import styles from './skill.module.css'

/** A form made from the schemas of the skill, with what an earlier run was given where the address names one. */
export function RunForm({ skill }: { readonly skill: Skill }) {
  const [search] = useSearchParams()
  const from = search.get('from')
  const { form: words } = useTexts()
  const schemas = useQuery({
    queryKey: ['schemas', skill.id],
    queryFn: ({ signal }) => runner.skills.schemas(skill.id, { signal }),
    staleTime: 60_000,
  })
  const earlier = useEarlier(from)
  const error = schemas.error ?? earlier.error
  if (error) return <Problem error={error} />
  if (!schemas.data || (from !== null && !earlier.data)) return <Skeleton rows={4} />
  const given = earlier.data?.given ?? exampleOf(skill.id)
  const draft = from === null ? skill.id : `${skill.id}.${from}`
  return (
    <>
      {earlier.data?.isTooLarge && <p className={styles.note}>{words.givenTooLarge}</p>}
      {earlier.data?.settingsOf && <p className={styles.note}>{words.settingsCut(earlier.data.settingsOf)}</p>}
      {earlier.data?.isUrlCut && <p className={styles.note}>{words.urlCut}</p>}
      <JobForm
        key={draft}
        draft={draft}
        skill={skill}
        fields={schemas.data.fields}
        given={given}
        choices={earlier.data?.choices ?? noChoices(skill)}
      />
    </>
  )
}

/** As much of a file as the server shows. */
const mostGiven = 1024 * 1024

/** What an earlier run was given, and how it was asked for. */
const useEarlier = (from: string | null) =>
  useQuery({
    queryKey: ['given', from],
    queryFn: async ({ signal }) => {
      const [file, request] = await Promise.all([
        runner.management.file(from ?? '', { path: 'input.json', max_bytes: mostGiven, signal }),
        runner.management.request(from ?? '', { signal }),
      ])
      return {
        given: valuesFrom(file.preview.content),
        choices: choicesFrom(request),
        isTooLarge: file.truncated,
        settingsOf: request.has_engine_config ? request.engine : null,
        isUrlCut: request.webhook?.url_is_whole === false,
      }
    },
    enabled: from !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
