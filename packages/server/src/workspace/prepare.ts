import { chmodSync, chownSync, lchownSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import type { Identity } from '../domain/launch.ts'
import type { RunIn } from '../domain/run.ts'
import { codeOf } from '../lib/thrown.ts'
import { handOver } from './home.ts'
import type { RunLayout } from './layout.ts'
import { orNull } from './open-folder.ts'
import { removeTree } from './remove-tree.ts'

/** The folder of a run and its private home, ready for the child. Two dozen calls of microseconds each, on folders that nobody else has seen yet. */
export async function prepare(run: RunIn<'running'>, layout: RunLayout, identity: Identity | null): Promise<void> {
  const { input, uploads, audit, logs, raw } = layout
  const text = inputText(run)
  for (const folder of [audit, logs, raw]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  mkdirSync(uploads, { recursive: true, mode: 0o755 })
  for (const folder of [...foldersOfChild(layout), layout.home]) await makeForChild(folder, identity)
  writeFileSync(input, text)
  writeFileSync(layout.skill, JSON.stringify(skillSnapshot(run), null, 2))
  writeFileSync(layout.stdin(run.attempt), text)
  for (const [path, target] of linksToLatest(run, layout)) link(target, path)
}

/** What an earlier attempt left belongs to the user that it ran as; this one goes on with it. */
async function makeForChild(folder: string, identity: Identity | null): Promise<void> {
  const isNew = mkdirSync(folder, { recursive: true, mode: 0o755 }) !== undefined
  if (!isNew) await handOver(folder, identity)
  else if (identity) lchownSync(folder, identity.uid, identity.gid)
}

/** What a script is given, on stdin and as a file. */
export const inputText = ({ input, parameter }: RunIn<'running'>): string => JSON.stringify({ input, parameter })

/** The child may have closed its folders behind itself; what it left has to be read all the same. */
export async function reclaim(layout: RunLayout): Promise<void> {
  for (const folder of foldersOfChild(layout)) {
    const entry = orNull(() => lstatSync(folder))
    if (entry?.isDirectory()) chmodSync(folder, 0o755)
  }
}

/** From now on the folders are ours alone: the user of this child will be that of another run some day. */
export async function seal(layout: RunLayout, server: Identity): Promise<void> {
  for (const folder of foldersOfChild(layout)) lchownSync(folder, server.uid, server.gid)
}

/** Where it may write. Without a sandbox it stands in the folder of the run itself, and the last of them stays empty. */
const foldersOfChild = ({ artifacts, result, tmp, work }: RunLayout): readonly string[] => [artifacts, result, tmp, work]

/** Nothing was written where the child stood: then there is no need to show it. */
export async function dropUnusedWork({ work }: RunLayout): Promise<void> {
  try {
    await rmdir(work)
  } catch (error) {
    if (!['ENOTEMPTY', 'ENOENT'].includes(codeOf(error))) throw error
  }
}

/** An empty home instead of the one that was used: what a child kept there, such as its sign-in, is not for whoever comes next. */
export async function renewHome(layout: RunLayout, identity: Identity | null): Promise<void> {
  await removeTree(layout.home)
  mkdirSync(layout.home, { mode: 0o755 })
  if (identity) chownSync(layout.home, identity.uid, identity.gid)
}

/** The home dies with the attempt; whatever the child left in it, and however it left it. */
export async function dropHome(layout: RunLayout): Promise<void> {
  await removeTree(layout.home)
}

function skillSnapshot({ skillId, skillVersion, skillDigest, engine }: RunIn<'running'>) {
  return { id: skillId, version: skillVersion, digest: skillDigest, engine }
}

/** `logs/` shows the latest attempt under the names people look for. */
const linksToLatest = ({ attempt }: RunIn<'running'>, { logs, raw }: RunLayout): [path: string, target: string][] => [
  [`${logs}/stdout.txt`, `../.audit/stdout.${attempt}.log`],
  [`${logs}/stderr.txt`, `../.audit/stderr.${attempt}.log`],
  [`${logs}/events.jsonl`, `../.audit/events.${attempt}.jsonl`],
  [`${raw}/engine_output.txt`, `../.audit/stdout.${attempt}.log`],
]

function link(target: string, path: string): void {
  try {
    symlinkSync(target, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    rmSync(path)
    symlinkSync(target, path)
  }
}
