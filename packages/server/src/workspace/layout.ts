import { join } from 'node:path'
import type { JobId, Run, RunId, UploadId } from '../domain/run.ts'

/** Every path of the data folder comes from here. */
export function layoutOf(data: string) {
  const [runs, homes, sessions] = [join(data, 'runs'), join(data, 'homes'), join(data, 'sessions')]
  return {
    data,
    runs,
    /** What was brought for jobs that have not started yet. */
    requests: join(data, 'requests'),
    homes,
    /** Empty folders and files for the next runs; nothing in here outlives a start of the server. */
    placeholders: join(data, 'placeholders'),
    /** Homes of CLIs that are only asked something; nothing in here outlives a start of the server. */
    asks: join(data, 'asks'),
    /** Homes that a CLI has made ready, to be copied. */
    templates: join(data, 'templates'),
    /** What engines need to go on with their sessions, by run and attempt. No child ever sees another's. */
    sessions,
    /** Skills as they were when a job pinned them, one folder per digest. */
    skills: join(data, 'snapshots'),
    /** Packages that are being looked at; nothing in here outlives a start of the server. */
    staging: join(data, 'staging'),
    /** Skills that came with a job, one folder per run, gone with it. */
    tempSkills: join(data, 'temp-skills'),
    tempSkill: (run: RunId) => join(data, 'temp-skills', run),
    /** Where the pinned skill of a run lies, under its digest. */
    pins: ({ id, temporary, upload }: Pick<Run, 'id' | 'temporary' | 'upload'>) =>
      join(data, temporary ? join('temp-skills', id, upload ?? '') : 'snapshots'),
    /** Skills that are being tested, as they were when their test began. */
    evals: join(data, 'evals'),
    eval: (id: string) => join(data, 'evals', id),
    /** A file that takes room, for when there is none left. */
    reserve: join(data, 'reserve'),
    /** Browsers that are signed in. */
    signIns: join(data, 'sign-ins.json'),
    /** What signs webhooks where nothing else is set. */
    webhookSecret: join(data, 'webhook.secret'),
    /** Skills of projects, by project, name and the hash of their content. */
    projectSkills: join(data, 'projects'),
    projectSkill: (project: string, name: string, hash: string) => join(data, 'projects', project, 'skills', name, hash),
    /** The folders in which commands of projects run. */
    execSessions: join(data, 'exec', 'sessions'),
    execSession: (id: string) => join(data, 'exec', 'sessions', id),
    /** What commands printed, and how they ended. */
    execTasks: join(data, 'exec', 'tasks'),
    execTask: (id: string) => join(data, 'exec', 'tasks', id),
    /** Files that were uploaded to projects, and that commands left. */
    execArtifacts: join(data, 'exec', 'artifacts'),
    execArtifact: (id: string) => join(data, 'exec', 'artifacts', id),
    /** Where the process that keeps commands listens. */
    nursery: join(data, 'exec', 'nursery'),
    /** The few files that stand in for those of the host. */
    sandbox: join(data, 'sandbox'),
    request: (job: JobId) => join(data, 'requests', job),
    /** What came with one request; null: before there were ids for that. */
    upload: (job: JobId, upload: UploadId | null) => uploadLayout(join(data, 'requests', job, upload ?? '')),
    run: (run: RunId) => runLayout(`${runs}/${run}`, `${homes}/${run}`, `${sessions}/${run}`),
  }
}

export type Layout = ReturnType<typeof layoutOf>
export type RunLayout = ReturnType<typeof runLayout>

function uploadLayout(root: string) {
  return { root, uploads: join(root, 'uploads'), manifest: join(root, 'input_manifest.json') }
}

/** Asked for a dozen times in each run: the paths are put together as text, which is a tenth of the work of `join`. */
function runLayout(root: string, home: string, sessions: string) {
  const audit = (name: string) => `${root}/.audit/${name}`
  return {
    root,
    home,
    sessions,
    session: (attempt: number) => `${sessions}/${attempt}`,
    audit: `${root}/.audit`,
    logs: `${root}/logs`,
    raw: `${root}/raw`,
    uploads: `${root}/uploads`,
    /** Files that came with replies, one folder for each. */
    replies: `${root}/replies`,
    reply: (interaction: number) => `${root}/replies/${interaction}`,
    artifacts: `${root}/artifacts`,
    result: `${root}/result`,
    tmp: `${root}/tmp`,
    /** Where a child in the sandbox stands, and what it writes there; it sees the others in it, and none of our records. */
    work: `${root}/work`,
    /** What the normalizer and the fallback are given to read; it is there only while they run. */
    given: `${root}/given`,
    input: `${root}/input.json`,
    prompt: `${root}/prompt.txt`,
    /** The last message of the engine. */
    message: `${root}/raw/message.txt`,
    skill: `${root}/skill.json`,
    manifest: `${root}/manifest.json`,
    resultFile: `${root}/result/result.json`,
    validation: `${root}/result/validation.json`,
    events: (attempt: number, protocol: 'rasp' | 'fcmp') =>
      audit(`${protocol === 'rasp' ? 'events' : 'fcmp_events'}.${attempt}.jsonl`),
    stream: (attempt: number, stream: 'stdout' | 'stderr') => audit(`${stream}.${attempt}.log`),
    /** Of the files of all attempts, when the run has ended. */
    digests: audit('digests.json'),
    stdin: (attempt: number) => audit(`stdin.${attempt}.log`),
    meta: (attempt: number) => audit(`meta.${attempt}.json`),
    /** Both streams as they came, and which bytes came from which. */
    transcript: (attempt: number) => audit(`pty-output.${attempt}.log`),
    transcriptIndex: (attempt: number) => audit(`pty-index.${attempt}.bin`),
    fsDiff: (attempt: number) => audit(`fs-diff.${attempt}.json`),
    diagnostics: (attempt: number) => audit(`parser_diagnostics.${attempt}.jsonl`),
    program: (attempt: number, name: 'normalizer' | 'fallback') => audit(`${name}.${attempt}.log`),
  }
}
