import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { replay } from '../../src/engines/replay/index.ts'
import { command, run } from './children.ts'
import { temporaryFolder } from './folder.ts'

type Script = object | string

/** A home and a workspace, and the program as a run starts it: a script, or the folder of a recorded run. */
export async function openReplay(context: TestContext) {
  const folder = await temporaryFolder(context)
  const [home, workspace] = [join(folder, 'home'), join(folder, 'workspace')]
  for (const place of [home, workspace]) await mkdir(place)
  const play = async (script: Script, resume: string | null = null) => {
    const source = typeof script === 'string' ? script : join(home, 'replay.json')
    if (typeof script !== 'string') await writeFile(source, JSON.stringify(script))
    const argv = [process.execPath, String(replay.cli), source, ...(resume === null ? [] : ['--resume', resume])] as const
    const logs = await mkdtemp(join(folder, 'logs-'))
    const { exit, stdout, stderr } = await run(logs, command(argv, { cwd: workspace, env: { HOME: home }, stdin: 'Say it.' }))
    const events = stdout
      .split('\n')
      .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []))
    return { code: exit.kind === 'exited' ? exit.code : exit.kind, stdout, stderr, events }
  }
  return { home, workspace, play, sessions: () => sessionsIn(home) }
}

/** By name; null: there is no folder for them. */
async function sessionsIn(home: string): Promise<Record<string, unknown> | null> {
  const folder = join(home, '.replay')
  if (!existsSync(folder)) return null
  const names = await readdir(folder)
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return Object.fromEntries(names.map((name, index) => [name, JSON.parse(texts[index] ?? '')]))
}
