import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { ended, start, tool } from '../support/exec.ts'
import { ask, plainSkill, uploadTo, zipped } from '../support/projects.ts'
import { until } from '../support/until.ts'

type App = Awaited<ReturnType<typeof startApp>>

interface Artifact {
  readonly artifact_id: string
  readonly bytes: number
}

interface Taken {
  readonly status: string
  readonly created_artifacts: readonly { readonly path: string }[]
  readonly output_errors: readonly { readonly path: string; readonly code: string; readonly message: string }[]
}

const kibibyte = 1024
const at = (project: string) => `/v1/projects/${project}`

/** Projects that have the tool; the first may have 200 KiB of artifacts. */
async function openProjects(env: Record<string, string> = {}): Promise<App> {
  const app = await startApp({ skills: [tool], env })
  for (const project of ['small', 'other']) await uploadTo(app, project, zipped('tool', plainSkill('tool', 'Does things.')))
  const { status } = await ask(app, 'PUT', `${at('small')}/limits`, { project_artifact_bytes: 200 * kibibyte })
  assert.equal(status, 200)
  return app
}

async function send(app: App, project: string, body: FormData | ReadableStream<Uint8Array>, more: object = {}) {
  const answer = await fetch(`${app.url}${at(project)}/artifacts`, { method: 'POST', body, ...more })
  return { status: answer.status, body: (await answer.json()) as Artifact }
}

function upload(app: App, project: string, bytes: number) {
  const form = new FormData()
  form.append('file', new Blob(['x'.repeat(bytes)]), 'x')
  return send(app, project, form)
}

const refusalOf = ({ status, body }: { status: number; body: unknown }) => {
  const { code, details } = errorOf(body)
  return { status, code, details }
}

/** What is told where 200 KiB are allowed. */
const full = (used: number, needed: number) => ({
  status: 409,
  code: 'PROJECT_FULL',
  details: { limit: 'project_artifact_bytes', allowed: 200 * kibibyte, used, needed },
})

const filesIn = ({ data }: App): string[] => {
  const folder = join(data, 'exec/artifacts')
  return existsSync(folder) ? readdirSync(folder).sort() : []
}

const kept = async (app: App, project: string) =>
  (await app.get<{ artifacts: Artifact[] }>(`${at(project)}/artifacts`)).body.artifacts

verifies(
  'exec.project-room',
  'an upload for which the project has no room is rejected and stores nothing, until something is deleted',
  async () => {
    await using app = await openProjects()
    const large = (await upload(app, 'small', 100 * kibibyte)).body
    // A small one counts as 64 KiB.
    assert.equal((await upload(app, 'small', 1)).status, 200)
    const before = filesIn(app)
    assert.deepEqual(refusalOf(await upload(app, 'small', 1)), full(164 * kibibyte, 64 * kibibyte))
    assert.deepEqual(filesIn(app), before)
    assert.equal((await upload(app, 'other', 300 * kibibyte)).status, 200)
    assert.equal((await ask(app, 'DELETE', `${at('small')}/artifacts/${large.artifact_id}`)).status, 200)
    // There is room for a small one, and not for this.
    assert.deepEqual(refusalOf(await upload(app, 'small', 150 * kibibyte)), full(64 * kibibyte, 150 * kibibyte))
    assert.equal((await upload(app, 'small', 136 * kibibyte)).status, 200)
    assert.deepEqual(
      (await kept(app, 'small')).map(({ bytes }) => bytes).sort((a, b) => a - b),
      [1, 136 * kibibyte],
    )
  },
)

verifies('exec.project-room', 'of uploads that arrive at the same time only those are kept for which there is room', async () => {
  await using app = await openProjects()
  const slow = [slowUpload(150 * kibibyte), slowUpload(150 * kibibyte)]
  const answers = slow.map(({ body, headers }) => send(app, 'small', body, { headers, duplex: 'half' }))
  await until('both are being written', () => filesIn(app).length === 2)
  for (const { finish } of slow) finish()
  const [one, other] = (await Promise.all(answers)).sort((a, b) => a.status - b.status)
  assert.ok(one && other)
  assert.equal(one.status, 200)
  assert.deepEqual(refusalOf(other), full(150 * kibibyte, 150 * kibibyte))
  assert.deepEqual(filesIn(app), [one.body.artifact_id])
})

/** A file whose last bytes are sent when that is asked for. */
function slowUpload(bytes: number) {
  const text = (value: string) => new TextEncoder().encode(value)
  let finish = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(text('--part\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n'))
      controller.enqueue(text('x'.repeat(bytes - 1)))
      finish = () => {
        controller.enqueue(text('x\r\n--part--\r\n'))
        controller.close()
      }
    },
  })
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=part' }, finish: () => finish() }
}

verifies(
  'exec.project-room',
  'outputs are taken while there is room; then whatever asks for outputs is rejected, and nothing else is',
  async () => {
    await using app = await openProjects()
    const exec = `${at('small')}/exec`
    const command = 'head -c 102400 /dev/zero > a; echo b > b; echo c > c'
    const outputs = ['a', 'b', 'c'].map((path) => ({ path }))
    const problem = {
      ...{ path: 'c', code: 'project_full' },
      message: 'all artifacts of the project together may have 204800 bytes: delete some',
    }
    const task = await start(app, command, { outputs }, exec)
    await ended(app, task, exec)
    const seen = async (path: string) => {
      const { status, created_artifacts: created, output_errors: errors } = (await app.get<Taken>(path)).body
      return { status, created: created.map((one) => one.path), errors }
    }
    assert.deepEqual(await seen(`${exec}/tasks/${task}`), { status: 'succeeded', created: ['a', 'b'], errors: [problem] })
    const asking = { skill_name: 'tool', command: 'echo b > b', outputs: [{ path: 'b' }] }
    for (const what of ['commands', 'tasks', 'services'])
      assert.deepEqual(
        { what, ...refusalOf(await app.post(`${exec}/${what}`, asking)) },
        { what, ...full(164 * kibibyte, 64 * kibibyte) },
      )
    const plain = { skill_name: 'tool', command: 'true' }
    assert.equal((await app.post<Taken>(`${exec}/commands`, plain)).body.status, 'succeeded')
    const elsewhere = await app.post<Taken>(`${at('other')}/exec/commands`, { ...asking, command, outputs })
    assert.deepEqual(
      elsewhere.body.created_artifacts.map(({ path }) => path),
      ['a', 'b', 'c'],
    )
    for (const { artifact_id } of await kept(app, 'small')) await ask(app, 'DELETE', `${at('small')}/artifacts/${artifact_id}`)
    const after = await app.post<Taken>(`${exec}/commands`, asking)
    assert.deepEqual([after.body.created_artifacts.map(({ path }) => path), after.body.output_errors], [['b'], []])
  },
)

verifies('exec.project-room', 'the limit of the server holds for every project, and 0 is none', async () => {
  const sizesWith = async (limit: string) => {
    await using app = await startApp({ skills: [tool], env: { SKILL_RUNNER_EXEC_MAX_PROJECT_ARTIFACT_BYTES: limit } })
    const statuses = []
    for (let sent = 0; sent < 4; sent++) statuses.push((await upload(app, 'default', 1)).status)
    return statuses
  }
  assert.deepEqual(await sizesWith('128KiB'), [200, 200, 409, 409])
  assert.deepEqual(await sizesWith('0'), [200, 200, 200, 200])
})
