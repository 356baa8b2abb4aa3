/** STAND-IN of the inside of an E2B sandbox: runs commands and reads and writes files, as lines of JSON tell it. Runs in bubblewrap only. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'

const home = '/home/user'
const tell = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)

const operations = {
  start({ id, cmd, args, envs, cwd }) {
    const env = { HOME: home, USER: 'user', LOGNAME: 'user', PATH: '/usr/local/bin:/usr/bin:/bin', ...envs }
    const child = spawn(cmd, args, { cwd: cwd ?? home, env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.once('error', (error) => tell({ id, event: 'failed', problem: error.message }))
    child.once('spawn', () => tell({ id, event: 'start', pid: child.pid }))
    for (const stream of ['stdout', 'stderr'])
      child[stream].on('data', (bytes) => tell({ id, event: 'data', stream, bytes: bytes.toString('base64') }))
    child.once('close', (code, signal) => tell({ id, event: 'end', code, signal }))
  },
  write({ id, path, bytes }) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, Buffer.from(bytes, 'base64'))
    tell({ id, event: 'done' })
  },
  read({ id, path }) {
    tell({ id, event: 'done', bytes: readFileSync(path).toString('base64') })
  },
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line)
  try {
    operations[message.op](message)
  } catch (error) {
    tell({ id: message.id, event: 'failed', problem: error.code ?? error.message })
  }
})
tell({ event: 'ready' })
