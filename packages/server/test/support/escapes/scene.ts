import assert from 'node:assert/strict'
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { closeInherited } from '../../../src/process/inherited.ts'
import { startApp } from '../app.ts'
import { temporaryFolder } from '../folder.ts'
import { writeTokens } from '../tokens.ts'
import { until } from '../until.ts'
import type { Attack } from './attack.ts'
import { everyAttack } from './every-attack.ts'
import { openWorld } from './world.ts'

/** All of it is proven twice: by a root server and by an ordinary one. */
const isRoot = process.getuid?.() === 0
/** One user for every session: nothing but the sandbox keeps it from what that user has outside. */
const uid = isRoot ? 240_960 : null
const exec = '/v1/projects/default/exec'
const tool = { id: 'tool', files: { 'data/open.txt': 'open' }, sh: 'echo "{}"' }

interface Answer {
  readonly status: string
  readonly error: { readonly code: string } | null
  readonly stdout: { readonly text: string }
}

/** A server with what attacks aim at around it. */
export async function openScene(context: TestContext, settings: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder(context)
  // As every server does at its start.
  closeInherited()
  chmodSync(folder, 0o755)
  const tokens = writeTokens([{ name: 'caller', scopes: ['run'], project: 'default' }])
  const env = { ...tokens.env, ...settings, ...(uid === null ? {} : { SKILL_RUNNER_RUN_AS: `${uid}-${uid}` }) }
  const app = await startApp({ folder, skills: [tool], env })
  const world = await openWorld(folder, uid)
  const source = join(folder, 'skills/tool/data/open.txt')
  chmodSync(source, 0o666)
  const ask = async (path: string, body: object) =>
    (await app.post<Answer & { task_id: string; job_id: string }>(path, body, tokens.as('caller'))).body
  const read = async (id: string) => (await app.get<Answer>(`${exec}/tasks/${id}`, tokens.as('caller'))).body

  const command = (script: string, more: object = {}): Promise<Answer> =>
    ask(`${exec}/commands`, { skill_name: 'tool', command: script, timeout_sec: 60, ...more })
  const endOf = (id: string): Promise<Answer> =>
    until('it has ended', async () => {
      const found = await read(id)
      return isOver(found) && found
    })
  const task = async (script: string, more: object = {}): Promise<Answer> => {
    const { task_id } = await ask(`${exec}/tasks`, { skill_name: 'tool', command: script, timeout_sec: 60, ...more })
    return endOf(task_id)
  }
  const service = async (script: string, more: object = {}): Promise<Answer> => {
    const { task_id } = await ask(`${exec}/services`, { skill_name: 'tool', command: script, timeout_sec: 60, ...more })
    return endOf(task_id)
  }
  const step = async (script: string, more: object = {}): Promise<Answer> => {
    const steps = [{ command: script, timeout_sec: 60 }]
    const { job_id } = await ask(`${exec}/jobs`, { skill_name: 'tool', steps, ...more })
    const { body } = await until('it has ended', async () => {
      const found = await app.get<Answer & { steps: Answer[] }>(`${exec}/jobs/${job_id}?tail_bytes=65536`, tokens.as('caller'))
      return isOver(found.body) && found
    })
    return body.steps[0] ?? assert.fail('it has no step')
  }
  const other = { session_id: 'other', env: { SECRET: world.secret } }
  await command('echo "$SECRET" | tee ../secret > ~/secret', other)
  await task('echo "$SECRET"', other)
  const [session = ''] = readdirSync(join(app.data, 'exec/sessions'))
  const otherSession = join(app.data, 'exec/sessions', session)
  const places = { DATA: app.data, TOKENS: tokens.env.SKILL_RUNNER_TOKEN_FILE, OTHER_SESSION: otherSession }
  const more = { ...places, SKILL_SOURCE: join(folder, 'skills/tool'), API_PORT: new URL(app.url).port }
  return {
    app,
    world,
    ...{ command, task, service, step },
    targets: { ...world.targets, ...more },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await app.stop()
      tokens[Symbol.dispose]()
    },
  }
}

/** How a project runs something. */
export const ways = ['command', 'task', 'service', 'step'] as const
type Way = (typeof ways)[number]

const isOver = ({ status }: Answer): boolean => ['succeeded', 'failed', 'canceled'].includes(status)

type Scene = Awaited<ReturnType<typeof openScene>>

/** The attacks that succeeded, and by what it was seen. */
export async function escapesOf(scene: Scene, way: Way): Promise<Record<string, string>> {
  const { world, targets, app } = scene
  const source = join(app.skillsDir, 'tool/data/open.txt')
  const escapes: Record<string, string> = {}
  for (const { name, script } of everyAttack) {
    const { error, stdout } = await scene[way](script, { env: targets })
    // Nobody is kept waiting by what an attack leaves behind.
    assert.notEqual(error?.code, 'TIMEOUT', name)
    const seen = [
      ...(stdout.text.includes(world.secret) ? ['read the secret'] : []),
      ...(stdout.text.match(/^escaped.*$/gm) ?? []),
      ...(await world.damage()),
      ...(readFileSync(source, 'utf8') === 'open' ? [] : ['changed the skill']),
    ]
    writeFileSync(source, 'open')
    if (seen[0] !== undefined) escapes[name] = seen[0]
  }
  return escapes
}

/** What keeps an attack from succeeding on this machine, sandbox or not; null: nothing. */
export const keptBy = ({ kept }: Attack): string | null => (isRoot ? kept?.root : kept?.ordinary) ?? null
