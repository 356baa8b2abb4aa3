import { join } from 'node:path'
import type { JobId, Run, RunId } from '../domain/run.ts'

/** Every path of the data folder comes from here. */
export function layoutOf(data: string) {
  return {
    data,
    runs: join(data, 'runs'),
    /** What was brought for jobs that have not started yet. */
    requests: join(data, 'requests'),
    homes: join(data, 'homes'),
    /** Homes of CLIs that are only asked something; nothing in here outlives a start of the server. */
    asks: join(data, 'asks'),
    /** Homes that a CLI has made ready, to be copied. */
    templates: join(data, 'templates'),
    /** What engines need to go on with their sessions, by run and attempt. No child ever sees another's. */
    sessions: join(data, 'sessions'),
    /** Skills as they were when a job pinned them, one folder per digest. */
    skills: join(data, 'snapshots'),
    /** Packages that are being looked at; nothing in here outlives a start of the server. */
    staging: join(data, 'staging'),
    /** Skills that came with a job, one folder per run, gone with it. */
    tempSkills: join(data, 'temp-skills'),
    /** Where the pinned skill of a run lies, under its digest. */
    pins: ({ id, temporary }: Pick<Run, 'id' | 'temporary'>) => join(data, temporary ? join('temp-skills', id) : 'snapshots'),
    /** What signs webhooks where nothing else is set. */
    webhookSecret: join(data, 'webhook.secret'),
    /** The few files that stand in for those of the host. */
    sandbox: join(data, 'sandbox'),
    request: (job: JobId) => requestLayout(join(data, 'requests', job)),
    run: (run: RunId) => runLayout(join(data, 'runs', run), join(data, 'homes', run), join(data, 'sessions', run)),
  }
}

export type Layout = ReturnType<typeof layoutOf>
export type RunLayout = ReturnType<typeof runLayout>

function requestLayout(root: string) {
  return { root, uploads: join(root, 'uploads'), manifest: join(root, 'input_manifest.json') }
}

function runLayout(root: string, home: string, sessions: string) {
  const audit = (name: string) => join(root, '.audit', name)
  return {
    root,
    home,
    sessions,
    session: (attempt: number) => join(sessions, String(attempt)),
    audit: join(root, '.audit'),
    logs: join(root, 'logs'),
    raw: join(root, 'raw'),
    uploads: join(root, 'uploads'),
    /** Files that came with replies, one folder for each. */
    replies: join(root, 'replies'),
    reply: (interaction: number) => join(root, 'replies', String(interaction)),
    artifacts: join(root, 'artifacts'),
    result: join(root, 'result'),
    tmp: join(root, 'tmp'),
    /** Where a child in the sandbox stands, and what it writes there; it sees the others in it, and none of our records. */
    work: join(root, 'work'),
    /** What the normalizer and the fallback are given to read; it is there only while they run. */
    given: join(root, 'given'),
    input: join(root, 'input.json'),
    prompt: join(root, 'prompt.txt'),
    /** The last message of the engine. */
    message: join(root, 'raw', 'message.txt'),
    skill: join(root, 'skill.json'),
    manifest: join(root, 'manifest.json'),
    resultFile: join(root, 'result', 'result.json'),
    validation: join(root, 'result', 'validation.json'),
    events: (attempt: number, protocol: 'rasp' | 'fcmp') =>
      audit(`${protocol === 'rasp' ? 'events' : 'fcmp_events'}.${attempt}.jsonl`),
    stream: (attempt: number, stream: 'stdout' | 'stderr') => audit(`${stream}.${attempt}.log`),
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
