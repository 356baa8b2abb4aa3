// The program of the replay engine. It is run like any other engine's: in the sandbox, with the prompt on stdin.
//   node cli.mjs <script.json>   plays the steps of a script
//   node cli.mjs <folder>        plays a recorded run: a copy of its folder
// docs/replay.md tells the steps. It imports nothing of ours: where it runs there is nothing of ours.
import { cpSync, createReadStream, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

const brokenScript = 64

async function main([source = '']) {
  const prompt = await text(process.stdin)
  return statSync(source).isDirectory() ? playRun(source) : playScript(source, prompt)
}

/** Answers the exit code. */
async function playScript(file, prompt) {
  const { steps } = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(steps)) throw new Error('The script has no list of steps.')
  for (const [index, step] of steps.entries()) {
    if (step !== null && typeof step === 'object' && 'exit' in step) return step.exit
    await play(step, prompt).catch((error) => {
      throw new Error(`Step ${index + 1}: ${error.message}`)
    })
  }
  return 0
}

async function play(step, prompt) {
  const [kind] = Object.keys(step ?? {}).filter((key) => key in kinds)
  if (kind === undefined) throw new Error(`A step is one of ${[...Object.keys(kinds), 'exit'].join(', ')}.`)
  await kinds[kind](step, prompt)
}

const kinds = {
  stdout: ({ stdout }) => print(process.stdout, `${stdout}\n`),
  stderr: ({ stderr }) => print(process.stderr, `${stderr}\n`),
  event: ({ event }) => say(event),
  message: ({ message, final }) => say({ type: 'message', text: asText(message), final: final === true }),
  echo_prompt: ({ final }, prompt) => say({ type: 'message', text: prompt, final: final === true }),
  sleep_ms: ({ sleep_ms }) => wait(sleep_ms),
  write: async ({ write: { path, text: plain, json } }) => {
    const file = requireWritable(path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, plain ?? JSON.stringify(json, null, 2))
  },
}

const say = (event) => print(process.stdout, `${JSON.stringify(event)}\n`)
const asText = (message) => (typeof message === 'string' ? message : JSON.stringify(message))

/** Where a run may write: the sandbox sees to it, this says it more clearly. */
function requireWritable(path) {
  const parts = String(path).split('/')
  if (['artifacts', 'result', 'tmp'].includes(parts[0]) && parts.length > 1 && !parts.includes('..')) return path
  throw new Error(`${path} is not in artifacts/, result/ or tmp/.`)
}

/** Both streams byte for byte, the files that the run left, and its exit code. */
async function playRun(folder) {
  const audit = (name) => join(folder, '.audit', name)
  for (const name of ['artifacts', 'result']) {
    if (existsSync(join(folder, name))) cpSync(join(folder, name), name, { recursive: true, filter: isOfTheRun })
  }
  await copyTo(process.stdout, audit('stdout.1.log'))
  if (existsSync(audit('stderr.1.log'))) await copyTo(process.stderr, audit('stderr.1.log'))
  const { exit_code: code } = existsSync(audit('meta.1.json')) ? JSON.parse(readFileSync(audit('meta.1.json'), 'utf8')) : {}
  return code ?? 0
}

/** How the output was judged is the server's to say, each time anew. */
const isOfTheRun = (path) => !path.endsWith('result/validation.json')

async function copyTo(stream, file) {
  for await (const piece of createReadStream(file)) await print(stream, piece)
}

/** Waits until it is written: an exit must not cut it short. */
const print = (stream, piece) =>
  new Promise((resolve, reject) => stream.write(piece, (error) => (error ? reject(error) : resolve())))

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`replay: ${error.message}\n`)
  process.exitCode = brokenScript
}
