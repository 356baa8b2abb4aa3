import { createInterface } from 'node:readline'
import { run } from '../../src/cli/run.ts'
import { compileCache } from './compile-cache.ts'

/** Commands as they come, one a line, each with its own folder and environment, in this one process; how each ended is a line too. */
const write = process.stdout.write.bind(process.stdout)
for await (const line of createInterface({ input: process.stdin })) {
  const { args, cwd, env } = JSON.parse(line) as { args: string[]; cwd: string; env: Record<string, string> }
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    process[stream].write = (piece: string | Uint8Array) => {
      said[stream] += piece
      return true
    }
  }
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, compileCache, env)
  const code = await run(args)
  write(`${JSON.stringify({ code, ...said })}\n`)
}
