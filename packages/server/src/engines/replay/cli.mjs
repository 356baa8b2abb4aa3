// The program of the replay engine. It is run like any other engine's: in the sandbox, with the prompt on stdin.
//   node cli.mjs <script.json> [--resume <handle>]   plays a turn of a script
//   node cli.mjs <folder> [--resume <handle>]        plays an attempt of a recorded run: a copy of its folder
//   node cli.mjs <name> [--resume <handle>]          plays a turn of <name>.recording.json, a script without templates
// docs/replay.md tells the steps. It imports nothing of ours: where it runs there is nothing of ours.
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

const exits = { brokenScript: 64, noSession: 65, notRecorded: 66 }

/** Answers the exit code. */
async function main([source = '', flag, handle = '']) {
  const prompt = await text(process.stdin)
  const session = flag === '--resume' ? readSession(handle) : null
  const recording = `${source}.recording.json`
  if (existsSync(recording)) return playScript(recording, session, prompt)
  return statSync(source).isDirectory() ? playRun(source, session) : playScript(source, session, prompt)
}

async function playScript(file, session, prompt) {
  const { isTalk, turns } = readScript(file)
  const played = session?.turns ?? 0
  const index = Math.min(played, turns.length - 1)
  const handle = session?.handle ?? ownHandle(turns[0]) ?? (isTalk ? randomUUID() : null)
  if (handle !== null) {
    keepSession(handle, played + 1)
    if (ownHandle(turns[index]) === null) await say({ type: 'session', handle })
  }
  return playTurn(turns[index], prompt, (step) => (isTalk ? `Turn ${index + 1}, step ${step}` : `Step ${step}`))
}

/** A list of steps alone is one turn. A recording of one turn has a session only if the recorded engine had one. */
function readScript(file) {
  const { turns, steps, format } = JSON.parse(readFileSync(file, 'utf8'))
  if (turns === undefined && !Array.isArray(steps)) throw new Error('The script has no list of steps.')
  if (turns === undefined) return { isTalk: false, turns: [steps] }
  const all = Array.isArray(turns) ? turns.map((turn) => turn?.steps) : []
  if (all.length === 0 || !all.every(Array.isArray))
    throw new Error('The script has no list of turns, each with a list of steps.')
  return { isTalk: format === undefined || all.length > 1, turns: all }
}

async function playTurn(steps, prompt, nameOf) {
  for (const [index, step] of steps.entries()) {
    if (isLeftOut(step)) continue
    if (step !== null && typeof step === 'object' && 'exit' in step) return step.exit
    await play(step, prompt).catch((error) => {
      throw new Error(`${nameOf(index + 1)}: ${error.message}`)
    })
  }
  return 0
}

/** `if` is a template as every text is: what it comes to decides. */
const isLeftOut = (step) => ['', 'false'].includes(String(step?.if ?? true).trim())

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
  wait_for: async ({ wait_for }) => {
    while (!existsSync(wait_for)) await wait(20)
  },
  write: async ({ write: { path, text: plain, json, base64 } }) => {
    const file = requireWritable(path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, base64 === undefined ? (plain ?? JSON.stringify(json, null, 2)) : Buffer.from(base64, 'base64'))
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

/** Both streams byte for byte, the exit code, and with the last attempt the files that the run left. */
async function playRun(folder, session) {
  const attempt = (session?.turns ?? 0) + 1
  const audit = (name, number = attempt) => join(folder, '.audit', name.replace('N', number))
  const stdout = audit('stdout.N.log')
  if (!existsSync(stdout)) throw end(exits.notRecorded, `nothing is recorded of attempt ${attempt}`)
  const handle = session?.handle ?? recordedHandle(stdout)
  if (handle !== null) keepSession(handle, attempt)
  if (!existsSync(audit('stdout.N.log', attempt + 1))) putBack(folder)
  await copyTo(process.stdout, stdout)
  if (existsSync(audit('stderr.N.log'))) await copyTo(process.stderr, audit('stderr.N.log'))
  const { exit_code: code } = existsSync(audit('meta.N.json')) ? JSON.parse(readFileSync(audit('meta.N.json'), 'utf8')) : {}
  return code ?? 0
}

function putBack(folder) {
  for (const name of ['artifacts', 'result']) {
    if (existsSync(join(folder, name))) cpSync(join(folder, name), name, { recursive: true, filter: isOfTheRun })
  }
}

/** How the output was judged is the server's to say, each time anew. */
const isOfTheRun = (path) => !path.endsWith('result/validation.json')

/** What a recording calls its session in its first line; null: it does not. */
function recordedHandle(file) {
  const head = Buffer.alloc(4096)
  const opened = openSync(file)
  const length = readSync(opened, head)
  closeSync(opened)
  const [line] = head.toString('utf8', 0, length).split('\n')
  const handle = handleOf(parsed(line))
  return isHandle(handle) ? handle : null
}

/** What a turn calls its session; null: it does not. */
function ownHandle(steps) {
  const handle = steps.map((step) => handleOf(step?.event)).find((found) => found !== null) ?? null
  if (handle === null || isHandle(handle)) return handle
  throw new Error(`${handle} is no name for a session: it has 1 to 100 letters, digits, dots, dashes and underscores.`)
}

const handleOf = (event) => (event?.type === 'session' && typeof event.handle === 'string' ? event.handle : null)
const isHandle = (handle) => handle !== null && /^[\w.-]{1,100}$/.test(handle)
const sessionFile = (handle) => join(homedir(), '.replay', `${handle}.json`)

/** Before anything is played: whatever becomes of the turn, the next one is another. */
function keepSession(handle, turns) {
  mkdirSync(dirname(sessionFile(handle)), { recursive: true })
  writeFileSync(sessionFile(handle), JSON.stringify({ turns }))
}

function readSession(handle) {
  const kept = isHandle(handle) && existsSync(sessionFile(handle)) ? parsed(readFileSync(sessionFile(handle), 'utf8')) : null
  if (!Number.isSafeInteger(kept?.turns)) throw end(exits.noSession, `there is no session ${handle}`)
  return { handle, turns: kept.turns }
}

function parsed(json) {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

async function copyTo(stream, file) {
  for await (const piece of createReadStream(file)) await print(stream, piece)
}

/** Waits until it is written: an exit must not cut it short. */
const print = (stream, piece) =>
  new Promise((resolve, reject) => stream.write(piece, (error) => (error ? reject(error) : resolve())))

const end = (exitCode, message) => Object.assign(new Error(message), { exitCode })

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`replay: ${error.message}\n`)
  process.exitCode = error.exitCode ?? exits.brokenScript
}
