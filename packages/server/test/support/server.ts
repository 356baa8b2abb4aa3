import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clientOf, settings } from './app.ts'
import { compileCache } from './compile-cache.ts'
import { checkEventFiles } from './event-schemas.ts'
import { databaseEnv } from './over.ts'
import { type TestSkill, writeSkill } from './skills.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

interface ServerOptions {
  readonly folder: string
  readonly skills?: readonly TestSkill[]
  readonly env?: Record<string, string>
  /** A command that starts the server in surroundings of its own. */
  readonly within?: readonly string[]
}

/** The server as its own process, as a person starts it, so that it can be killed. */
export async function startServer({ folder, skills = [], env = {}, within = [] }: ServerOptions) {
  const skillsDir = join(folder, 'skills')
  mkdirSync(skillsDir, { recursive: true })
  for (const skill of skills) writeSkill(skillsDir, skill)
  const [program = process.execPath, ...args] = [...within, process.execPath, main, 'serve']
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      ...compileCache,
      ...settings(folder, skillsDir),
      ...(await databaseEnv(join(folder, 'data'))),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collect(child)
  const url = await output.listening
  return {
    ...clientOf(url),
    child,
    output: () => output.text(),
    data: join(folder, 'data'),
    runFolder: (runId: string) => join(folder, 'data', 'runs', runId),
    /** Ends it as a power cut would, and waits until it is gone. */
    async kill(): Promise<void> {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      checkEventFiles(join(folder, 'data', 'runs'))
    },
    async terminate(): Promise<number | null> {
      child.kill('SIGTERM')
      const [code] = await once(child, 'exit')
      return code
    },
    async [Symbol.asyncDispose]() {
      await this.kill()
    },
  }
}

function collect(child: ChildProcess) {
  let text = ''
  const listening = new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      text += chunk
      const url = /listens on (http:\S+)/.exec(text)?.[1]
      if (url) resolve(url)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('close', (code) => reject(new Error(`the server did not start and ended with ${code}:\n${text}`)))
  })
  return { listening, text: () => text }
}
