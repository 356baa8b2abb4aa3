import type { FastifyInstance } from 'fastify'
import { askInBackground } from './app/ask-engines.ts'
import { openDoor } from './app/door.ts'
import { execOf } from './app/exec.ts'
import { metricsOf } from './app/metrics.ts'
import type { AppOptions } from './app/options.ts'
import { openParts, type Parts } from './app/parts.ts'
import { startReaper } from './app/reaper.ts'
import { senderOf } from './app/sender.ts'
import { storeOptionsOf } from './app/store.ts'
import { startSweeps, sweepsOf } from './app/sweeps.ts'
import { version } from './app/version.ts'
import { Workers } from './attempt/worker.ts'
import { openEvals } from './evals/open.ts'
import { freeBytesOf } from './lib/free-bytes.ts'
import { despiteFullDisk } from './runs/despite-full-disk.ts'
import { openStore } from './store/open.ts'
import { openAutoReplies } from './upkeep/auto-reply.ts'
import { recover } from './upkeep/recover.ts'
import { startDiskWatch } from './upkeep/watch-disk.ts'
import { openSecrets } from './webhooks/secrets.ts'
import { layoutOf } from './workspace/layout.ts'
import { openReserve } from './workspace/reserve.ts'

export interface App {
  readonly url: string
  readonly runner: Parts
  readonly http: FastifyInstance
  /** Takes no new work, lets runs end for a while, ends the rest, and leaves true records. */
  close(): Promise<void>
  /** Asked again: does not wait for runs any longer. */
  hurry(): void
}

/** The only place that builds things: config → store → parts → door. Closed in the opposite order. */
export async function openApp(options: AppOptions): Promise<App> {
  const { config } = options
  await using opened = new AsyncDisposableStack()
  const layout = layoutOf(config.dataDir)
  const reserve = openReserve(layout.reserve)
  const despite = { reserve, logger: options.logger }
  const store = opened.adopt(await despiteFullDisk(despite, () => openStore(layout.data, storeOptionsOf(options))), (it) =>
    it.close(),
  )
  const freeBytes = options.freeBytes ?? freeBytesOf(layout.data)
  const metrics = metricsOf({ store, layout, freeBytes, streams: () => http.streams.size })
  const base = { layout, store, freeBytes, reserve, metrics, webhookSecrets: openSecrets(config.webhooks, layout.webhookSecret) }
  const parts = await despiteFullDisk(despite, () => openParts(options, opened, base))
  const exec = execOf(parts, options)
  await despiteFullDisk(despite, () => recover(parts, exec.disk))

  const workers = new Workers(parts)
  const sweeps = sweepsOf(parts)
  const evals = openEvals({ ...parts, attempts: workers, installGate: config.installGate })
  opened.defer(() => exec.close())
  const http = await openDoor(options, opened, {
    runner: parts,
    attempts: workers,
    metrics,
    version,
    config,
    sweeps,
    exec,
    evals,
  })
  // Before anybody else takes a spare user: that of a task that runs is its own.
  await exec.takeOver()
  const url = await http.listen({ host: config.host, port: config.port })
  void parts.registry.checkSchemas()
  opened.defer(askInBackground(parts))
  // Before the workers, so that it is stopped after them: the last states of runs may still be sent.
  const sender = senderOf(options, parts, base)
  sender.start()
  opened.defer(() => sender.stop())
  workers.start()
  opened.defer(() => workers.stop())
  // What waits for a test is recorded as interrupted when that has stopped.
  opened.defer(() => parts.packages.idle())
  opened.defer(() => evals.stop())
  await evals.resume()
  opened.defer(startDiskWatch(parts, workers, exec.disk))
  const autoReplies = openAutoReplies(parts)
  autoReplies.start()
  opened.defer(() => autoReplies.stop())
  opened.defer(startSweeps(parts, sweeps))
  opened.defer(startReaper(parts.logger, exec, parts.limits.reapEveryMs))

  // The last, so that it is told first.
  opened.defer(() => store.stopping())

  const all = opened.move()
  return { url, runner: parts, http, hurry: () => workers.hurry(), close: () => all.disposeAsync() }
}
