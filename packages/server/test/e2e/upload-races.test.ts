import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync, renameSync, rmdirSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import type { IntakeDeps } from '../../src/intake/deps.ts'
import { acceptReply } from '../../src/intake/reply.ts'
import { uploadTempRun } from '../../src/intake/temp-upload.ts'
import { uploadFiles } from '../../src/intake/upload.ts'
import { Fault } from '../../src/lib/fault.ts'
import { Turns } from '../../src/lib/turns.ts'
import { openAutoReplies } from '../../src/upkeep/auto-reply.ts'
import { sweep } from '../../src/upkeep/sweep.ts'
import type { Part } from '../../src/workspace/receive.ts'
import { startApp, untilTold } from '../support/app.ts'
import { asking, block, converse, env, leftOf, question } from '../support/conversations.ts'
import { changeRows } from '../support/database.ts'
import { temporaryFolder } from '../support/folder.ts'
import { upload, uploadOf } from '../support/forms.ts'
import { packageOf, type TestSkill } from '../support/skills.ts'
import { createTemp } from '../support/temp.ts'
import { until } from '../support/until.ts'

type App = Awaited<ReturnType<typeof startApp>>

/** As another server on the same rows and folders: nothing in the memory of the first is known to it. */
const another = ({ app }: App): App['app']['runner'] => ({
  ...app.runner,
  inTurn: { replies: new Turns(), uploads: new Turns() },
})

async function* partsOf(files: Readonly<Record<string, string | Buffer>>): AsyncGenerator<Part> {
  for (const [name, data] of Object.entries(files)) {
    async function* content() {
      yield Buffer.from(data)
    }
    yield { name, filename: name, content: content() }
  }
}

/** The same thing, but that something happens before one of its methods. */
const hooked = <T extends object, K extends keyof T & string>(target: T, name: K, before: () => Promise<void>): T =>
  new Proxy(target, {
    get(_, key) {
      const method: unknown = Reflect.get(target, key)
      if (typeof method !== 'function') return method
      return async (...values: unknown[]) => {
        if (key === name) await before()
        return Reflect.apply(method, target, values)
      }
    },
  })

const dataOf = async (app: App, job: string) =>
  (await app.get<{ result: { data: unknown } }>(`/v1/jobs/${job}/result`)).body.result.data

const find = async (deps: IntakeDeps, id: string) => (await deps.store.jobs.get(id)) ?? assert.fail(id)
const codeOf = (error: unknown) => (error instanceof Fault ? error.code : String(error))

const bring = block('kind: upload_files', 'prompt: Bring the paper.')
const id = 'uploads.rows-decide'

verifies(id, 'a reply that is accepted keeps its files when an auto reply comes at the same instant and loses', async () => {
  await using app = await startApp({ env, skills: [asking('brings', bring)] })
  const job = await converse(app, 'brings', { interactive_auto_reply: true, interactive_reply_timeout_sec: 1000 })
  await question(app, job)
  const { runner } = app.app
  const [placed, accepted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const later = { now: () => new Date(Date.now() + 2_000_000) }
  const elsewhere = {
    ...another(app),
    clock: later,
    // It has looked, and found the question open; it is about to answer.
    log: hooked(runner.log, 'move', async () => {
      placed.resolve()
      await accepted.promise
    }),
  }
  const autoReplies = openAutoReplies(elsewhere)
  const here = {
    ...runner,
    // Its files are in place, and the row is about to say so.
    log: hooked(runner.log, 'move', async () => {
      autoReplies.start()
      await placed.promise
    }),
  }
  const asked = { interaction: 1, response: null, key: null }
  await acceptReply(here, await find(runner, job), asked, partsOf({ paper: 'of the person' }), () => false)
  accepted.resolve()
  const { run_id } = await app.until(job, 'succeeded')
  await autoReplies.stop()
  assert.deepEqual(leftOf(app.data, app.runFolder(run_id)), { requests: [], replies: ['1', '1/paper'] })
  assert.equal(readFileSync(join(app.runFolder(run_id), 'replies/1/paper'), 'utf8'), 'of the person')
  const answer = (await runner.store.interactions.get(run_id, 1))?.answer
  assert.deepEqual([answer?.resolution, answer?.files.length], ['user_reply', 1])
})

verifies(id, 'a reply that comes too late for an auto reply takes its own files away and is told so', async () => {
  await using app = await startApp({ env, skills: [asking('brings', bring)] })
  const job = await converse(app, 'brings', { interactive_auto_reply: true, interactive_reply_timeout_sec: 1000 })
  await question(app, job)
  const { runner } = app.app
  const elsewhere = { ...another(app), clock: { now: () => new Date(Date.now() + 2_000_000) } }
  const autoReplies = openAutoReplies(elsewhere)
  const here = {
    ...runner,
    log: hooked(runner.log, 'move', async () => {
      autoReplies.start()
      await until('it was answered', async () => (await app.job(job)).status !== 'waiting_user')
    }),
  }
  const asked = { interaction: 1, response: null, key: null }
  const late = acceptReply(here, await find(runner, job), asked, partsOf({ paper: 'too late' }), () => false)
  assert.ok(['NOT_WAITING', 'JOB_ENDED'].includes(await late.then(() => 'accepted', codeOf)))
  const { run_id } = await app.until(job, 'succeeded')
  await autoReplies.stop()
  assert.deepEqual(leftOf(app.data, app.runFolder(run_id)), { requests: [], replies: [] })
})

const reader: TestSkill = {
  id: 'reader',
  input: { type: 'object', properties: { paper: { type: 'string', 'x-input-source': 'file' } }, required: ['paper'] },
  output: { type: 'object', properties: { paper: { type: 'string' } }, required: ['paper'] },
  sh: `printf '{"paper":"%s"}' "$(cat "$SKILL_RUN_DIR/uploads/paper")"`,
}

/** Both have put their files in place before the row of either says so; then one goes on, and the other behind it. */
function oneBehindTheOther(app: App) {
  const { runner } = app.app
  const [both, first] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let ready = 0
  const arrived = async () => {
    if (++ready === 2) both.resolve()
    await both.promise
  }
  const withQueue = (deps: typeof runner, before: () => Promise<void>) => ({
    ...deps,
    store: { ...deps.store, queue: hooked(deps.store.queue, 'admitUploaded', before) },
  })
  const behind = withQueue(another(app), async () => {
    await arrived()
    await first.promise
  })
  return { ahead: withQueue(runner, arrived), behind, goOn: () => first.resolve() }
}

verifies(
  id,
  'of two uploads of one job at the same instant one starts it, with its own files, and nothing of the other stays',
  async () => {
    await using app = await startApp({ skills: [reader] })
    const { runner } = app.app
    const job = await app.create('reader')
    const { ahead, behind, goOn } = oneBehindTheOther(app)
    const one = uploadFiles(ahead, await find(runner, job), partsOf({ paper: 'first' }))
    const other = uploadFiles(behind, await find(runner, job), partsOf({ paper: 'second' })).then(() => 'accepted', codeOf)
    const { status, files } = await one.finally(goOn)
    assert.deepEqual([status, files.map(({ path, size }) => [path, size])], ['queued', [['paper', 5]]])
    assert.equal(await other, 'ALREADY_STARTED')
    await app.until(job, 'succeeded')
    assert.deepEqual(await dataOf(app, job), { paper: 'first' })
    assert.deepEqual(readdirSync(uploadOf(app.data, job)), ['input_manifest.json'])
  },
)

verifies(
  id,
  'of two packages for one temporary job at the same instant one is run, and the other takes nothing of it away',
  async () => {
    await using app = await startApp()
    const { runner } = app.app
    const job = await createTemp(app)
    const { ahead, behind, goOn } = oneBehindTheOther(app)
    const parts = () => partsOf({ skill_package: packageOf({ id: 'note' }) })
    const one = uploadTempRun(ahead, await find(runner, job), parts())
    const other = uploadTempRun(behind, await find(runner, job), parts()).then(() => 'accepted', codeOf)
    assert.equal((await one.finally(goOn)).status, 'queued')
    assert.equal(await other, 'ALREADY_STARTED')
    await app.until(job, 'succeeded')
    await until('the package is gone', () => readdirSync(join(app.data, 'temp-skills')).length === 0)
  },
)

verifies(
  id,
  'files that were kept for a full queue, and are replaced while somebody starts the job with them, are not lost',
  async () => {
    await using app = await startApp({ skills: [reader, untilTold], limits: { maxRunning: 1 } })
    const { runner } = app.app
    const holder = await app.create('until-told')
    await app.until(holder, 'running')
    const job = await app.create('reader')
    const full = { ...another(app), limits: { ...runner.limits, maxQueue: 0 } }
    const keep = async (paper: string) =>
      assert.equal(
        await uploadFiles(full, await find(runner, job), partsOf({ paper })).then(() => 'started', codeOf),
        'QUEUE_FULL',
      )
    await keep('old')
    let isReplaced = false
    const queue = hooked(runner.store.queue, 'admitUploaded', async () => {
      if (!isReplaced) await keep('new')
      isReplaced = true
    })
    await uploadFiles({ ...runner, store: { ...runner.store, queue } }, await find(runner, job), partsOf({}))
    await app.tell(holder)
    await app.until(job, 'succeeded')
    assert.deepEqual(await dataOf(app, job), { paper: 'new' })
    assert.deepEqual(readdirSync(uploadOf(app.data, job)), ['input_manifest.json'])
  },
)

verifies(id, 'what a crash left before a row named it is swept after an hour, and what a row names stays', async () => {
  await using app = await startApp({ skills: [reader, untilTold], limits: { maxQueue: 1, maxRunning: 1 } })
  await app.until(await app.create('until-told'), 'running')
  await app.create('until-told')
  const job = await app.create('reader')
  const { runner } = app.app
  assert.equal((await upload(app, job, { paper: 'kept' })).status, 429)
  const named = uploadOf(app.data, job)
  // As a server that died leaves it between its two steps.
  const place = (name: string) => join(app.data, 'requests', job, name)
  for (const name of ['upl_old', 'upl_young']) cpSync(named, place(name), { recursive: true })
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
  for (const folder of [named, place('upl_old')]) utimesSync(folder, twoHoursAgo, twoHoursAgo)
  await sweep(runner)
  const left = [named, place('upl_young')].map((folder) => basename(folder))
  assert.deepEqual(readdirSync(join(app.data, 'requests', job)).toSorted(), left.toSorted())
})

verifies(
  'inputs.await-upload',
  'files that the version before received, without an id, are those of the run that waits for them',
  async (context) => {
    const folder = await temporaryFolder(context)
    const options = {
      folder,
      skills: [reader, untilTold],
      env: { SKILL_RUNNER_RESTART_QUEUED: 'keep' },
      limits: { maxRunning: 1 },
    }
    const first = await startApp({ ...options, limits: { ...options.limits, shutdownGraceMs: 0 } })
    await first.until(await first.create('until-told'), 'running')
    const [queued, kept] = [await first.create('reader'), await first.create('reader')]
    assert.equal((await upload(first, queued, { paper: 'queued' })).status, 200)
    const full = { ...first.app.runner, limits: { ...first.app.runner.limits, maxQueue: 0 } }
    await assert.rejects(uploadFiles(full, await find(full, kept), partsOf({ paper: 'kept' })))
    await first.stop()
    for (const job of [queued, kept]) {
      const place = uploadOf(first.data, job)
      for (const name of readdirSync(place)) renameSync(join(place, name), join(place, '..', name))
      rmdirSync(place)
    }
    await changeRows(first.data, 'update runs set upload_id = null, node_id = null')

    await using second = await startApp(options)
    await second.until(queued, 'succeeded')
    assert.equal((await upload(second, kept, {})).status, 200)
    await second.until(kept, 'succeeded')
    assert.deepEqual([await dataOf(second, queued), await dataOf(second, kept)], [{ paper: 'queued' }, { paper: 'kept' }])
  },
)
