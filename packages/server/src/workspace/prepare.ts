import { chmod, chown, lchown, lstat, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import type { Identity } from '../domain/launch.ts'
import type { RunIn } from '../domain/run.ts'
import { handOver } from './home.ts'
import type { RunLayout } from './layout.ts'
import { removeTree } from './remove-tree.ts'

/** The folder of a run and its private home, ready for the child. */
export async function prepare(run: RunIn<'running'>, layout: RunLayout, identity: Identity | null): Promise<void> {
  const ownedByChild = [layout.artifacts, layout.result, layout.tmp, layout.home]
  const ours = [layout.audit, layout.logs, layout.raw]
  await Promise.all([...ownedByChild, layout.uploads].map((folder) => mkdir(folder, { recursive: true, mode: 0o755 })))
  await Promise.all(ours.map((folder) => mkdir(folder, { recursive: true, mode: 0o700 })))
  await Promise.all([
    // What an earlier attempt left belongs to the user that it ran as; this one goes on with it.
    ...ownedByChild.map((folder) => handOver(folder, identity)),
    writeFile(layout.input, inputText(run)),
    writeFile(layout.skill, JSON.stringify(skillSnapshot(run), null, 2)),
    writeFile(layout.stdin(run.attempt), inputText(run)),
    ...linksToLatest(run, layout),
  ])
}

/** What a script is given, on stdin and as a file. */
export const inputText = ({ input, parameter }: RunIn<'running'>): string => JSON.stringify({ input, parameter })

/** The child may have closed its folders behind itself; what it left has to be read all the same. */
export async function reclaim(layout: RunLayout): Promise<void> {
  for (const folder of [layout.artifacts, layout.result, layout.tmp]) {
    const entry = await lstat(folder).catch(() => null)
    if (entry?.isDirectory()) await chmod(folder, 0o755)
  }
}

/** From now on the folders are ours alone: the user of this child will be that of another run some day. */
export async function seal(layout: RunLayout, server: Identity): Promise<void> {
  for (const folder of [layout.artifacts, layout.result, layout.tmp]) await lchown(folder, server.uid, server.gid)
}

/** An empty home instead of the one that was used: what a child kept there, such as its sign-in, is not for whoever comes next. */
export async function renewHome(layout: RunLayout, identity: Identity | null): Promise<void> {
  await removeTree(layout.home)
  await mkdir(layout.home, { mode: 0o755 })
  if (identity) await chown(layout.home, identity.uid, identity.gid)
}

/** The home dies with the attempt; whatever the child left in it, and however it left it. */
export async function dropHome(layout: RunLayout): Promise<void> {
  await removeTree(layout.home)
}

function skillSnapshot({ skillId, skillVersion, skillDigest, engine }: RunIn<'running'>) {
  return { id: skillId, version: skillVersion, digest: skillDigest, engine }
}

/** `logs/` shows the latest attempt under the names people look for. */
function linksToLatest({ attempt }: RunIn<'running'>, layout: RunLayout): Promise<void>[] {
  const links = {
    [`${layout.logs}/stdout.txt`]: `../.audit/stdout.${attempt}.log`,
    [`${layout.logs}/stderr.txt`]: `../.audit/stderr.${attempt}.log`,
    [`${layout.logs}/events.jsonl`]: `../.audit/events.${attempt}.jsonl`,
    [`${layout.raw}/engine_output.txt`]: `../.audit/stdout.${attempt}.log`,
  }
  return Object.entries(links).map(([path, target]) => link(target, path))
}

async function link(target: string, path: string): Promise<void> {
  await symlink(target, path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    await rm(path)
    await symlink(target, path)
  })
}
