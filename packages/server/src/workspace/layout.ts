import { join } from 'node:path'
import type { RunId } from '../domain/run.ts'

/** Every path of the data folder comes from here. */
export function layoutOf(data: string) {
  return {
    data,
    runs: join(data, 'runs'),
    homes: join(data, 'homes'),
    /** Skills as they were when a job pinned them, one folder per digest. */
    skills: join(data, 'snapshots'),
    /** The few files that stand in for those of the host. */
    sandbox: join(data, 'sandbox'),
    run: (run: RunId) => runLayout(join(data, 'runs', run), join(data, 'homes', run)),
  }
}

export type Layout = ReturnType<typeof layoutOf>
export type RunLayout = ReturnType<typeof runLayout>

function runLayout(root: string, home: string) {
  const audit = (name: string) => join(root, '.audit', name)
  return {
    root,
    home,
    audit: join(root, '.audit'),
    logs: join(root, 'logs'),
    raw: join(root, 'raw'),
    uploads: join(root, 'uploads'),
    artifacts: join(root, 'artifacts'),
    result: join(root, 'result'),
    tmp: join(root, 'tmp'),
    input: join(root, 'input.json'),
    skill: join(root, 'skill.json'),
    manifest: join(root, 'manifest.json'),
    resultFile: join(root, 'result', 'result.json'),
    validation: join(root, 'result', 'validation.json'),
    events: (attempt: number, protocol: 'rasp' | 'fcmp') =>
      audit(`${protocol === 'rasp' ? 'events' : 'fcmp_events'}.${attempt}.jsonl`),
    stream: (attempt: number, stream: 'stdout' | 'stderr') => audit(`${stream}.${attempt}.log`),
    stdin: (attempt: number) => audit(`stdin.${attempt}.log`),
    meta: (attempt: number) => audit(`meta.${attempt}.json`),
  }
}
