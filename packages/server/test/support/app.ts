import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Job, JobAccepted } from '@agent-skill-runner/contract/job.ts'
import type { AppOptions } from '../../src/app/options.ts'
import { type App, openApp } from '../../src/app.ts'
import { judgeLimits, openBounded } from '../../src/bounded/pool.ts'
import { loadConfig } from '../../src/config.ts'
import type { RunState } from '../../src/domain/run.ts'
import { openLog } from '../../src/lib/log.ts'
import { groupName, removeLeftGroups } from '../../src/process/cgroups.ts'
import { checkAnswer } from './answers.ts'
import { checkEventFiles, checkStream } from './event-schemas.ts'
import { killNursery } from './nursery.ts'
import { databaseEnv } from './over.ts'
import { type TestSkill, writeSkill } from './skills.ts'
import { until } from './until.ts'

export interface Answer<T = unknown> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

export interface TestAppOptions
  extends Partial<
    Pick<
      AppOptions,
      'limits' | 'execLimits' | 'doorLimits' | 'freeBytes' | 'gateWorld' | 'threads' | 'remoteSdk' | 'databasePatienceMs'
    >
  > {
  readonly env?: Record<string, string>
  readonly skills?: readonly TestSkill[]
  /** Comes back after a restart. */
  readonly folder?: string
}

/** To start a thread takes longer than most tests do: the apps of one test file share them. */
const threads = { bounded: openBounded(), judge: openBounded(judgeLimits) }

/** A whole server in this process: real store, real sandbox, real HTTP on a free port, a data folder of its own. */
export async function startApp(options: TestAppOptions = {}) {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'asr-app-'))
  const skillsDir = join(folder, 'skills')
  mkdirSync(skillsDir, { recursive: true })
  // Without a sandbox the children of a root server have to reach their folders by themselves.
  if (options.env?.['SKILL_RUNNER_SANDBOX'] === 'off' || options.env?.['SKILL_RUNNER_EXEC_SANDBOX'] === 'srt') openToAll(folder)
  for (const skill of options.skills ?? []) writeSkill(skillsDir, skill)
  const env = { ...settings(folder, skillsDir), ...(await databaseEnv(join(folder, 'data'))), ...options.env }
  const loaded = await loadConfig({ env, cwd: folder })
  assert.ok(loaded.ok, 'problems' in loaded ? loaded.problems.join('; ') : '')
  const logged: string[] = []
  const log = await openLog({
    ...loaded.config.log,
    secrets: loaded.config.secrets,
    terminal: { write: (line) => void logged.push(line) },
  })
  const app: App = await openApp({
    config: loaded.config,
    logger: log.logger,
    threads: options.threads ?? threads,
    limits: options.limits ?? {},
    execLimits: options.execLimits ?? {},
    doorLimits: options.doorLimits ?? {},
    ...(options.freeBytes ? { freeBytes: options.freeBytes } : {}),
    ...(options.databasePatienceMs === undefined ? {} : { databasePatienceMs: options.databasePatienceMs }),
    ...(options.remoteSdk ? { remoteSdk: options.remoteSdk } : {}),
    ...(options.gateWorld ? { gateWorld: options.gateWorld } : {}),
    env: { ...withoutKeys(process.env), ...options.env },
  }).catch(async (error) => {
    log.close()
    if (!options.folder) await rm(folder, { recursive: true, force: true })
    throw error
  })
  const client = clientOf(app.url)
  let open = true
  const stop = async () => {
    if (!open) return
    open = false
    await app.close()
    log.close()
    checkEventFiles(join(loaded.config.dataDir, 'runs'))
  }
  return {
    ...client,
    app,
    folder,
    skillsDir,
    logged,
    data: join(folder, 'data'),
    runFolder: (runId: string) => join(folder, 'data', 'runs', runId),
    /** Lets a run of an untilTold skill go on to its end. */
    async tell(id: string): Promise<void> {
      const { run_id } = await client.until(id, 'running')
      const artifacts = join(folder, 'data', 'runs', run_id, 'artifacts')
      await until('the run has its folder', () => existsSync(artifacts))
      writeFileSync(join(artifacts, 'go'), '')
    },
    stop,
    async [Symbol.asyncDispose]() {
      try {
        await stop()
      } finally {
        if (!options.folder) {
          await endTasks(app, join(folder, 'data'))
          // A task that was just killed may have been writing.
          await rm(folder, { recursive: true, force: true, maxRetries: 10 })
        }
      }
    },
  }
}

/** Tasks outlive their server. Where its folder goes, no other one comes to see them to their ends and remove their groups. */
async function endTasks({ runner: { layout, store, cgroups } }: App, data: string): Promise<void> {
  if (!existsSync(layout.nursery)) return
  await killNursery(data)
  removeLeftGroups(cgroups, groupName(`exec_${store.nodeId}:`))
}

/** Nobody's own keys take part in a test, and nobody's proxy. */
const withoutKeys = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(CODEX|OPENAI|GEMINI|GOOGLE|E2B)_|_proxy$/i.test(name)))

function openToAll(folder: string): void {
  for (const name of ['', 'data', 'data/runs', 'data/homes', 'data/snapshots']) {
    mkdirSync(join(folder, name), { recursive: true })
    chmodSync(join(folder, name), 0o755)
  }
}

/** Runs until the test tells it to end, with app.tell(). */
export const untilTold: TestSkill = {
  id: 'until-told',
  sh: 'echo waiting; while [ ! -e "$SKILL_ARTIFACTS_DIR/go" ]; do sleep 0.02; done; echo "{}" > "$SKILL_RESULT_FILE"',
}

export const settings = (folder: string, skillsDir: string): Record<string, string> => ({
  PORT: '0',
  LOG_LEVEL: 'debug',
  SKILL_RUNNER_DATA_DIR: join(folder, 'data'),
  SKILL_RUNNER_SKILLS_DIR: skillsDir,
})

/** A request that means a run of its own; suites about the cache send theirs themselves. */
const afresh = (skill: string, rest: { runtime_options?: object }): object => ({
  skill_id: skill,
  ...rest,
  runtime_options: { no_cache: true, ...rest.runtime_options },
})

/** Speaks to a server by HTTP and holds every answer against openapi.json. */
export function clientOf(url: string) {
  const ask = async <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> => {
    const response = await fetch(url + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const answer = isJson ? JSON.parse(text) : text
    if (isJson) checkAnswer(method, path, response.status, answer)
    return { status: response.status, headers: response.headers, body: answer as T }
  }
  const get = <T = unknown>(path: string, headers?: Record<string, string>) => ask<T>('GET', path, undefined, headers)
  const post = <T = unknown>(path: string, body?: unknown, headers?: Record<string, string>) =>
    ask<T>('POST', path, body, headers)
  return {
    url,
    get,
    post,
    /** Creates a job and answers its id at once. */
    async create(skill: string, rest: { runtime_options?: object; [name: string]: unknown } = {}): Promise<string> {
      const { status, body } = await post<JobAccepted>('/v1/jobs', afresh(skill, rest))
      assert.equal(status, 200, JSON.stringify(body))
      return body.request_id
    },
    /** Creates a job and waits for its end. */
    async run(skill: string, rest: { runtime_options?: object; [name: string]: unknown } = {}): Promise<JobAccepted> {
      const { status, body } = await post<JobAccepted>('/v1/jobs', afresh(skill, rest), { prefer: 'wait=240' })
      assert.equal(status, 200, JSON.stringify(body))
      return body
    },
    async job(id: string): Promise<Job> {
      return (await get<Job>(`/v1/jobs/${id}`)).body
    },
    async until(id: string, ...states: RunState[]): Promise<Job> {
      return until(`${id} is ${states.join(' or ')}`, async () => {
        const { body } = await get<Job>(`/v1/jobs/${id}`)
        return states.includes(body.status) ? body : null
      })
    },
    /** The whole stream of a job, from a cursor to its end, as text. */
    async stream(id: string, cursor = 0, headers: Record<string, string> = {}): Promise<string> {
      const text = await (await fetch(`${url}/v1/jobs/${id}/events?cursor=${cursor}`, { headers })).text()
      checkStream(text, `the stream of ${id}`)
      return text
    },
    async events(id: string, protocol: 'fcmp' | 'rasp' = 'fcmp') {
      return (await get<{ events: Event[] }>(`/v1/jobs/${id}/events/history?limit=1000&protocol=${protocol}`)).body.events
    },
  }
}

interface Event {
  seq: number
  type: string
  event: { type: string }
  source: object
  data: Record<string, unknown>
  raw_ref: { stream: string; byte_from: number; byte_to: number } | null
}
