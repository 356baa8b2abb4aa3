#!/usr/bin/env node
import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readScript } from './check-script.ts'
import { startScriptedModel } from './server.ts'

const usage = `Usage: ./skill-runner scripted-model <script.json> [--port N] [--log requests.jsonl]

Plays a script as if it were a model provider: OpenAI Responses and Chat Completions, Gemini, Anthropic Messages.
Prints one line of JSON with the addresses, then tells problems on stderr as they come, until SIGTERM or SIGINT.

  --port N      listen on this port of 127.0.0.1; any free one if left out
  --log FILE    append every request to this file, one line of JSON each
  --help        show this

Exit code: 0 fine, 1 there were problems, 2 could not start.
`

interface Wishes {
  readonly script: string
  readonly port: number
  readonly log: string | undefined
}

try {
  const wishes = readWishes(process.argv.slice(2))
  if (wishes) await serve(wishes)
  else process.stdout.write(usage)
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}

function readWishes(args: string[]): Wishes | undefined {
  const options = { port: { type: 'string' }, log: { type: 'string' }, help: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  if (values.help) return undefined
  const [script, ...more] = positionals
  if (!script || more.length) throw new Error(`One script is needed.\n\n${usage}`)
  return { script, port: portOf(values.port ?? '0'), log: values.log }
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65535) throw new Error(`--port ${text} is not a port`)
  return port
}

async function serve({ script: file, port, log }: Wishes): Promise<void> {
  const script = readScript(file)
  const model = await startScriptedModel({
    port,
    onRequest: (request) => {
      if (log) appendFileSync(log, `${JSON.stringify(request)}\n`)
    },
    onProblem: say,
  })
  const scene = model.scene('script', script)
  const { url } = scene
  process.stdout.write(`${JSON.stringify({ port: model.port, url, openai: `${url}/v1`, gemini: url, anthropic: url })}\n`)
  await ended()
  await model.close()
  if (scene.unplayed.length) say(`nobody asked for steps ${scene.unplayed.join(', ')}`)
  process.exitCode = scene.problems.length || model.problems.length ? 1 : 0
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}

function ended(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}
