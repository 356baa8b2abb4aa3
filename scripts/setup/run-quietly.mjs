import { spawn } from 'node:child_process'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a program and keeps what it says on stderr for the case that it fails. A signal to us ends it, and then us. */
export function runQuietly([program, ...args], { cwd = '.', env = {}, onStart = () => {} } = {}) {
  return new Promise((resolve) => {
    let stderr = ''
    let ended = null
    const end = (signal) => {
      ended = signal
      child.kill(signal)
    }
    // Before there is a child: a signal that comes while it is made would end us and leave it.
    for (const signal of signals) process.on(signal, end)
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
    child.on('spawn', () => onStart(child.pid))
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr = (stderr + text).slice(-64 * 1024)
    })
    child.on('error', (error) => resolve({ status: 1, stderr: error.message }))
    child.on('close', (status) => {
      for (const signal of signals) process.off(signal, end)
      if (ended) process.kill(process.pid, ended)
      else resolve({ status: status ?? 1, stderr })
    })
  })
}
