import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const text = { type: 'string' }
const declare = (name, description, properties, required) => ({
  type: 'function',
  function: { name, description, parameters: { type: 'object', properties, required } },
})

const all = [
  declare('read_file', 'Reads a file.', { absolute_path: text }, ['absolute_path']),
  declare('write_file', 'Writes a file.', { file_path: text, content: text }, ['file_path', 'content']),
  declare('run_shell_command', 'Runs a command with bash.', { command: text, description: text }, ['command']),
]
const writing = ['write_file', 'run_shell_command']

const runs = {
  read_file: ({ absolute_path: path }) => readFileSync(path, 'utf8'),
  write_file({ file_path: path, content }) {
    if (!isAbsolute(path)) throw new Error(`File path must be absolute: ${path}`)
    const isNew = !existsSync(path)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    return `Successfully ${isNew ? 'created and wrote to new' : 'overwrote'} file: ${path}.`
  },
  run_shell_command: ({ command }, timeoutMs) => runShell(command, timeoutMs),
}

/** Without leave to write, the tools that write are not there at all. */
export function openTools({ default: asks, plan }, { excludeTools = [], shellTimeout = 120_000 }, print) {
  const isThere = ({ function: { name } }) => !excludeTools.includes(name) && !((asks || plan) && writing.includes(name))
  const declared = all.filter(isThere)
  return {
    declared,
    async run({ name, args }) {
      try {
        if (!declared.some((tool) => tool.function.name === name)) throw new Error(`Tool "${name}" not found in registry.`)
        return await runs[name](args, shellTimeout)
      } catch (error) {
        print.aside(`Error executing tool ${name}: ${error.message}\n`)
        return error.message
      }
    },
  }
}

/** In a group of its own, which outlives this program. */
async function runShell(command, timeoutMs) {
  const child = spawn('bash', ['-c', command], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const heard = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr']) child[stream].setEncoding('utf8').on('data', (chunk) => (heard[stream] += chunk))
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), timeoutMs)
  const closed = new Promise((done) => child.once('close', done))
  const [code, signal] = await new Promise((done, fail) => child.once('exit', (...how) => done(how)).once('error', fail))
  clearTimeout(timer)
  // Something that it left behind may hold its pipes for ever.
  await Promise.race([closed, wait(500, null, { ref: false })])
  for (const stream of ['stdout', 'stderr']) child[stream].destroy()
  return [
    `Command: ${command}`,
    'Directory: (root)',
    `Stdout: ${heard.stdout || '(empty)'}`,
    `Stderr: ${heard.stderr || '(empty)'}`,
    'Error: (none)',
    `Exit Code: ${code ?? '(none)'}`,
    `Signal: ${signal ?? '(none)'}`,
    'Background PIDs: (none)',
    `Process Group PGID: ${child.pid}`,
  ].join('\n')
}
