import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cli, Entry } from '../engines/cli.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { replaceFile } from '../workspace/replace-file.ts'
import type { Asker } from './ask.ts'
import { type Card, changesBetween, lostBy } from './card.ts'
import type { Examine, NotExamined } from './examine.ts'
import { folderSize } from './folder-size.ts'
import type { Installation } from './installations.ts'
import { type EngineLayout, type InstalledLayout, recordName } from './layout.ts'
import { installCommand, readInstallation, versionIn } from './managed.ts'
import { type NpmDeps, npm } from './npm.ts'
import { probe } from './probe.ts'
import type { Progress } from './progress.ts'
import type { InstallationRecord } from './record.ts'
import type { InstallAction } from './status.ts'
import { isExactVersion } from './version.ts'

export interface InstallDeps {
  readonly layout: InstalledLayout
  readonly asker: Asker
  readonly npm: NpmDeps
  /** For each call of npm. */
  readonly timeoutMs: number
  /** Tries versions that an upgrade brings; absent: nothing more than whether they start is tried. */
  readonly examine?: Examine
}

/** One installation under way. */
export interface Work {
  readonly action: InstallAction
  readonly engine: string
  readonly cli: Cli
  /** Null: the pinned one to install, the newest of npm to upgrade. */
  readonly asked: string | null
  /** Use it whatever it has lost. */
  readonly force: boolean
  readonly files: EngineLayout
  readonly progress: Progress
  /** What processes of it are known by. */
  readonly marker: string
  readonly signal: AbortSignal
}

/** It could not be installed, and whatever was there before is still in use. The message says why. */
class InstallFailed extends Error {
  override readonly name = 'InstallFailed'
}

/** Brings a version, unless it is there, and makes it the one in use. Whatever fails on the way leaves the old one where it was. */
export async function install(deps: InstallDeps, work: Work): Promise<void> {
  const { engine, cli, files, progress } = work
  await progress.update({ step: 'resolving' })
  const version = work.asked ?? (work.action === 'install' ? cli.pinned : await newestVersion(deps, work))
  await progress.update({ version })
  const there = readInstallation(engine, version, cli, files)
  if (there) {
    requireCapable(work, version, there.capabilities.missing)
    progress.say(`${engine} ${version} is installed already.`)
  } else await bring(deps, work, version)
  if (work.action === 'upgrade') await compare(deps, work, version)
  await use(files, version)
}

/** Tries what the version in use can do, whatever is known of it already. */
export async function probeInUse({ examine }: InstallDeps, { engine, cli, files, progress, signal }: Work): Promise<void> {
  const version = versionIn(files.current)
  const there = version === null ? null : readInstallation(engine, version, cli, files)
  if (version === null || !there) throw new InstallFailed(`It is not installed. Install it: ${installCommand(engine)}`)
  if (!examine) throw new InstallFailed('Nothing is tried here.')
  await progress.update({ version, step: 'probing' })
  const found = await examine(there, { signal, onFinding: ({ id, result }) => progress.say(`${id}: ${result}`) })
  if (signal.aborted) throw new InstallFailed('It was ended before it was done.')
  if ('problem' in found) throw new InstallFailed(found.problem)
  // Whoever remembers the installation reads it again, with its card.
  await use(files, version)
}

/** New runs use it from now on; the one before is remembered. */
export async function use(files: EngineLayout, version: string): Promise<void> {
  const before = versionIn(files.current)
  if (before !== null && before !== version) await replaceFile(files.root, files.previous, `${before}\n`)
  await replaceFile(files.root, files.current, `${version}\n`)
}

/** Tells what changes, and refuses what has lost something that we cannot do without. */
async function compare(deps: InstallDeps, work: Work, version: string): Promise<void> {
  const { engine, cli, files, progress, force } = work
  const current = versionIn(files.current)
  const next = readInstallation(engine, version, cli, files)
  if (next === null || current === version) return
  const old = current === null ? null : readInstallation(engine, current, cli, files)
  await progress.update({ step: 'probing' })
  const before = cardIn(old && (await examined(deps, work, old)))
  const tried = await examined(deps, work, next)
  const after = cardIn(tried)
  if (before && after) await progress.update({ changes: changesBetween(before, after) })
  const against = objectionsTo(before, tried)
  if (against.length > 0 && !force) throw new InstallFailed(refusal(engine, version, against))
}

/** What cannot be tried here at all is not held against it. */
function objectionsTo(before: Card | null, tried: Card | NotExamined): readonly string[] {
  if (!('problem' in tried)) return lostBy(before, tried).map(({ id, reason }) => `It fails at ${id}: ${reason}`)
  return tried.isUnfinished ? [`It could not be tried. ${tried.problem}`] : []
}

const refusal = (engine: string, version: string, against: readonly string[]): string =>
  [
    `Version ${version} is installed, but not used.`,
    ...against,
    `To use it all the same: ./skill-runner engine upgrade ${engine} --version ${version} --force`,
  ].join(' ')

const cardIn = (tried: Card | NotExamined | null): Card | null => (tried && !('problem' in tried) ? tried : null)

async function examined({ examine }: InstallDeps, { progress, signal }: Work, it: Installation): Promise<Card | NotExamined> {
  if (it.card) return it.card
  if (!examine) return { problem: 'Nothing is tried here.' }
  const found = await examine(it, { signal })
  if (signal.aborted) throw new InstallFailed('It was ended before it was done.')
  if ('problem' in found) progress.say(`${it.engine} ${it.version} was not tried. ${found.problem}`)
  return found
}

async function newestVersion(deps: InstallDeps, work: Work): Promise<string> {
  const printed = (await npmFor(deps, work, work.files.root, ['view', work.cli.npm, 'version'])).trim()
  if (!isExactVersion(printed))
    throw new InstallFailed(`npm returned no version of ${work.cli.npm}, but: ${printed.slice(0, 200)}`)
  return printed
}

/** Beside the others, and moved in once it is whole. */
async function bring(deps: InstallDeps, work: Work, version: string): Promise<void> {
  const { cli, files } = work
  const machine = { platform: process.platform, arch: process.arch }
  const entry = cli.entry(machine)
  if (entry === null) throw new InstallFailed(`${cli.npm} has no program for ${machine.platform} ${machine.arch}.`)
  const partial = files.partial()
  await mkdir(partial, { recursive: true, mode: 0o755 })
  try {
    await download(deps, work, partial, version)
    const record = await probed(deps, work, { version, partial, entry })
    await writeFile(join(partial, recordName), JSON.stringify(record), { flush: true })
    await moveIn(files, partial, version)
  } finally {
    await removeTree(partial)
  }
}

async function download(deps: InstallDeps, work: Work, partial: string, version: string): Promise<void> {
  const { cli, progress } = work
  await progress.update({ step: 'downloading' })
  const how = ['--ignore-scripts', '--save-exact', '--omit=dev', '--no-package-lock', '--location=project']
  await writeFile(join(partial, 'package.json'), '{ "private": true }\n')
  await measured(partial, progress, async () => {
    await npmFor(deps, work, partial, ['install', '--prefix', partial, ...how, `${cli.npm}@${version}`])
  })
}

function npmFor({ npm: npmDeps, timeoutMs }: InstallDeps, work: Work, cwd: string, args: readonly string[]): Promise<string> {
  const { files, marker, signal, progress } = work
  return npm(npmDeps, { args, cwd, log: files.npmLog, marker, signal, timeoutMs, onLine: (line) => progress.say(line) })
}

const measureEveryMs = 1000

/** Tells how much is on disk while something is written there. That it cannot be told is no reason to stop. */
async function measured(folder: string, progress: Progress, write: () => Promise<void>): Promise<void> {
  const done = new AbortController()
  const tell = async () => progress.update({ bytes: await folderSize(folder) })
  const telling = (async () => {
    while (!done.signal.aborted) {
      await tell().catch(() => {})
      await wait(measureEveryMs, null, { signal: done.signal }).catch(() => {})
    }
  })()
  try {
    await write()
  } finally {
    done.abort()
    await telling
  }
  await tell()
}

interface Brought {
  readonly version: string
  readonly partial: string
  readonly entry: Entry
}

/** Only what starts and can do what we need of it is installed. */
async function probed(deps: InstallDeps, work: Work, { version, partial, entry }: Brought): Promise<InstallationRecord> {
  await work.progress.update({ step: 'probing' })
  const folder = join(partial, entry.folder)
  const program = await stat(join(folder, entry.path)).catch(() => null)
  if (!program?.isFile()) throw new InstallFailed(`${work.cli.npm} ${version} came without the program ${entry.path}.`)
  const found = await probe(deps.asker, work.cli, { folder, path: entry.path, runBy: entry.runBy })
  if ('problem' in found) throw new InstallFailed(`Version ${version} was downloaded, but does not work. ${found.problem}`)
  requireCapable(work, version, work.cli.capabilities(found.pages).missing)
  return { ...entry, version, pages: found.pages, size: program.size }
}

function requireCapable({ engine }: Work, version: string, missing: readonly string[]): void {
  if (missing.length > 0) throw new InstallFailed(`${engine} ${version} cannot be used: it does not know ${missing.join(', ')}.`)
}

/** What lies at its place is damaged, else it would not have been brought again. */
async function moveIn(files: EngineLayout, partial: string, version: string): Promise<void> {
  const aside = files.partial()
  await rename(files.version(version), aside).catch(() => null)
  await rename(partial, files.version(version))
  await syncFolder(files.root)
  await removeTree(aside)
}
