import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Job } from '@agent-skill-runner/contract/job.ts'
import { unreachable } from '../../packages/server/src/lib/unreachable.ts'
import { openDatabase } from '../../packages/server/test/support/database.ts'
import { nodeIn } from '../../packages/server/test/support/records.ts'
import { fill, pageBytes } from '../../packages/server/test/support/small-disk.ts'
import { until } from '../../packages/server/test/support/until.ts'
import { createJob, untilItRests, wantedAuto } from '../jobs.ts'
import { hasEnded } from '../ledger.ts'
import { markedProcesses } from '../processes.ts'
import { jumpClock } from './clock.ts'
import type { Fault } from './plan.ts'
import { listenBadly } from './readers.ts'
import { keyIn, type Scene } from './scene.ts'
import type { Injected } from './server.ts'

/** Brings a fault about, and takes it away. Answers how often it struck: 0 means that nothing was tried. */
export function bring(scene: Scene, fault: Fault): Promise<number> {
  switch (fault.kind) {
    case 'files-fail':
      return injecting(scene, fault.forMs, { ...fault, codes: ['ENOSPC', 'EIO', 'EMFILE', 'EROFS'], rows: false })
    case 'rows-fail':
      return injecting(scene, fault.forMs, { ...fault, codes: ['ENOSPC', 'EIO', 'EMFILE', 'EROFS'], rows: true })
    case 'all-slow':
      return injecting(scene, fault.forMs, { ...fault, reads: true, rows: true })
    case 'nth-write':
      return failEachWrite(scene, fault.nths)
    case 'disk-full':
      return fillDisk(scene, fault)
    case 'rows-locked':
      return lockRows(scene, fault.forMs)
    case 'descriptors':
      return takeDescriptors(scene, fault)
    case 'server-stopped':
      return stopServer(scene, fault.forMs)
    case 'engines-stopped':
      return stopEngines(scene, fault.forMs)
    case 'readers':
      return listenBadly(scene, fault.readers)
    case 'webhooks':
      return hangWebhooks(scene, fault.forMs)
    case 'clock':
      return jumpClock(scene, fault.hours)
    default:
      return unreachable(fault)
  }
}

type Chosen = Pick<Injected, 'reads' | 'rows'> & Partial<Injected>

const wantedScript = wantedAuto({ kind: 'script', isSlow: false, cancelAfterMs: null })

async function injecting(scene: Scene, forMs: number, { reads, rows, share, codes, delayMs }: Chosen): Promise<number> {
  const { server, data, seed, world } = scene
  const how = { ...(share === undefined ? {} : { share }), ...(codes ? { codes } : {}), ...(delayMs ? { delayMs } : {}) }
  await server.inject({ seed: seed + world.round, data, reads, rows, ...how })
  const [job] = await Promise.all([createJob(world, wantedScript, keyIn(scene, 'under the fault')), wait(forMs)])
  const { hits } = await server.heal()
  if (job) await untilItRests(world, job)
  return hits
}

/** One small job after the other, each with a disk that is full from another write on. */
async function failEachWrite(scene: Scene, nths: readonly number[]): Promise<number> {
  const { server, data, seed, world, tally } = scene
  let struck = 0
  for (const from of nths) {
    await server.inject({ seed, from, codes: ['ENOSPC'], reads: false, rows: true, data })
    const job = await createJob(world, wantedScript, keyIn(scene, `write ${from}`))
    const isOver = async () => {
      if (!job || (await server.hits()).hits > 0) return true
      const told = await world.ask<Job>('GET', `/v1/jobs/${job.id}`)
      return hasEnded(told?.body?.status ?? '')
    }
    await until(`write ${from} came, or the job ended`, isOver)
    await wait(50)
    const { hits } = await server.heal()
    if (hits > 0) struck += 1
    if (job) await untilItRests(world, job)
    tally.add(hits === 0 ? 'jobs with fewer writes' : job ? 'jobs that a write failed of' : 'jobs refused at a write')
  }
  return struck
}

/** To the last page, and to some before it, on a real disk. */
async function fillDisk(scene: Scene, { freePages, forMs }: Extract<Fault, { kind: 'disk-full' }>): Promise<number> {
  const { data, world, trouble } = scene
  const file = join(dirname(data), 'filler')
  const before = trouble.met
  for (const pages of freePages) {
    fill(file)
    if (pages > 0) truncateSync(file, Math.max(0, sizeOf(file) - pages * pageBytes))
    const [job] = await Promise.all([createJob(world, wantedScript, keyIn(scene, `with ${pages} pages`)), wait(forMs)])
    rmSync(file)
    if (job) {
      await untilItRests(world, job)
      if (job.ended?.status === 'failed') trouble.met += 1
    }
  }
  return trouble.met - before
}

const sizeOf = (file: string): number => Number(execFileSync('stat', ['--format=%s', file], { encoding: 'utf8' }))

/** Another program holds the file of the rows: whoever writes waits, or is told no. */
async function lockRows(scene: Scene, forMs: number): Promise<number> {
  await using database = await openDatabase(scene.data)
  await database.run('begin immediate')
  let isHeld = true
  const asking = createJob(scene.world, wantedScript, keyIn(scene, 'locked')).then((job) => {
    // Answered with the lock in place: it must have been told no.
    if (job && isHeld) throw new Error('a job was written although the rows are locked')
    return job
  })
  await wait(forMs)
  isHeld = false
  await database.run('rollback')
  const job = await asking
  if (job) await untilItRests(scene.world, job)
  return 1
}

/** Almost none is left: nothing can be opened, started or accepted. */
async function takeDescriptors(scene: Scene, { spare, forMs }: Extract<Fault, { kind: 'descriptors' }>): Promise<number> {
  const { server, url, trouble, world } = scene
  const pid = String(server.child.pid)
  const [, soft, hard] = /^Max open files\s+(\d+)\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8')) ?? []
  // Each that could not be had is in the log.
  const missing = () => server.output().split('EMFILE').length + trouble.met
  const before = missing()
  const allow = (files: string | number) => execFileSync('prlimit', ['--pid', pid, `--nofile=${files}:${hard}`])
  allow(readdirSync(`/proc/${pid}/fd`).length + spare)
  let cut = 0
  const asking = Array.from({ length: 30 }, async () => {
    const signal = AbortSignal.timeout(forMs)
    await fetch(`${url}/healthz`, { signal, headers: { connection: 'close' } }).catch(() => cut++)
  })
  const job = createJob(world, wantedScript, keyIn(scene, 'without descriptors'))
  await Promise.all([...asking, wait(forMs)])
  allow(soft ?? '1024')
  const known = await job
  if (known) await untilItRests(world, known)
  return cut + missing() - before
}

async function stopServer(scene: Scene, forMs: number): Promise<number> {
  const { server, url } = scene
  server.child.kill('SIGSTOP')
  try {
    const isLate = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(forMs) }).then(
      () => false,
      () => true,
    )
    return isLate ? 1 : 0
  } finally {
    server.child.kill('SIGCONT')
  }
}

/** All processes of a run that is slow enough to be caught. */
async function stopEngines(scene: Scene, forMs: number): Promise<number> {
  const { world, data } = scene
  const node = nodeIn(data)
  const slow = wantedAuto({ kind: 'script', isSlow: true, cancelAfterMs: null })
  const job = await createJob(world, slow, keyIn(scene, 'stopped'))
  const found = await until('there is a process to stop', () => {
    const all = markedProcesses(node)
    return all.length > 0 && all
  })
  const stopped = found.filter(({ pid }) => signal(pid, 'SIGSTOP'))
  await wait(forMs)
  for (const { pid } of stopped) signal(pid, 'SIGCONT')
  if (job) await untilItRests(world, job)
  return stopped.length
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/** Jobs end while those who are to be told do not listen; they are told once they do. */
async function hangWebhooks(scene: Scene, forMs: number): Promise<number> {
  const { world, receivers } = scene
  const before = receivers.harmed()
  receivers.worsen()
  const jobs = await Promise.all(
    receivers.urls.map((url, index) =>
      createJob(world, { ...wantedScript, body: { ...wantedScript.body, webhook: { url } } }, keyIn(scene, `told ${index}`)),
    ),
  )
  await Promise.all(jobs.map((job) => job && untilItRests(world, job)))
  await until('all of them were tried', () => receivers.harmed() >= before + jobs.length)
  await wait(forMs)
  const harmed = receivers.harmed() - before
  receivers.recover()
  for (const [index, job] of jobs.entries())
    await until(`the end of ${job?.id} is told`, () => job === null || receivers.told[index]?.has(job.id) === true)
  if (jobs.some((job) => job && !hasEnded(job.ended?.status ?? ''))) throw new Error('a hanging webhook kept a job from its end')
  return harmed
}
