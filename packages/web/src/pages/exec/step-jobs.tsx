import type { AnswerOf } from '@agent-skill-runner/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { runner } from '../../api/runner.ts'
import { Command } from '../../parts/command.tsx'
import { Empty } from '../../parts/empty.tsx'
import { short } from '../../parts/id.tsx'
import { Paging, useCursor } from '../../parts/paging.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import table from '../../parts/table.module.css'
import { Ago, Duration } from '../../parts/times.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { jobAt } from './addresses.ts'
import { ExecState } from './states.tsx'

type StepJob = AnswerOf<'listExecJobs'>['jobs'][number]

const pageSize = 50

/** The step jobs of a project, newest first and live. */
export function StepJobs({ project }: { readonly project: string }) {
  const { exec: words } = useTexts()
  const cursor = useCursor()
  const { data, error, refetch } = useQuery({
    queryKey: ['exec', project, 'jobs', cursor],
    queryFn: ({ signal }) => runner.project(project).exec.jobs({ limit: pageSize, ...(cursor ? { cursor } : {}), signal }),
    refetchInterval: 3000,
    placeholderData: (before) => before,
  })
  return (
    <>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {data?.jobs.length === 0 && <NoJobs project={project} />}
      {data && data.jobs.length > 0 && (
        <>
          <Table jobs={data.jobs} />
          <Paging label={words.pages} next={data.next_cursor} />
        </>
      )}
    </>
  )
}

function NoJobs({ project }: { readonly project: string }) {
  const { exec: words } = useTexts()
  const request = { skill_name: 'demo-echo', steps: [{ name: 'look', command: 'ls' }, { command: 'wc SKILL.md' }] }
  const text = `curl -s ${location.origin}/v1/projects/${project}/exec/jobs -H 'Content-Type: application/json' -d '${JSON.stringify(request)}'`
  return (
    <Empty title={words.jobs.none}>
      <p>{words.jobs.noneHint}</p>
      <Command text={text} />
    </Empty>
  )
}

function Table({ jobs }: { readonly jobs: readonly StepJob[] }) {
  const { exec: words, runs } = useTexts()
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{runs.status}</th>
            <th scope="col">{runs.skill}</th>
            <th scope="col">{words.form.session}</th>
            <th scope="col">{words.jobs.steps}</th>
            <th scope="col">{runs.started}</th>
            <th scope="col" className={table.number}>
              {runs.duration}
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <tr key={job.job_id}>
              <td>
                <ExecState status={job.status} />
                <div className={table.detail}>{job.error?.code}</div>
              </td>
              <td>
                <Link href={jobAt(job.project_id, job.job_id)}>{job.skill_name}</Link>
                <div className={table.detail}>
                  <code title={job.job_id}>{short(job.job_id)}</code>
                </div>
              </td>
              <td>{job.session_id}</td>
              <td>{words.jobs.count(job.step_count)}</td>
              <td>
                <Ago at={job.created_at} />
              </td>
              <td className={table.number}>
                <Duration from={job.started_at} to={job.finished_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
