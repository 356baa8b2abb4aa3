/**
 * What a run can see, told in its result; part of the skills of suites. `leave` first puts the mark of the run wherever it may write
 * and into a process that stays, `look` then looks for the marks of all runs everywhere.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const home = process.env.HOME
const { mark } = JSON.parse(textOf('input.json')).input

if (process.argv[2] === 'leave') leave()
else writeFileSync('result/result.json', JSON.stringify(look()))

function leave() {
  for (const folder of [home, '/tmp', '/dev/shm', 'artifacts', 'tmp']) writeFileSync(`${folder}/left`, mark)
  spawn('sleep', ['1000'], { detached: true, stdio: 'ignore', env: { ...process.env, LEFT: mark } }).unref()
  console.log('left')
}

function look() {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const environments = processes.map((pid) => textOf(`/proc/${pid}/environ`))
  const words = processes.map((pid) => textOf(`/proc/${pid}/cmdline`))
  const files = ['/home', '/workspace', '/tmp', '/dev/shm', '/run', '/var', '/root', '/skill'].flatMap(filesUnder).map(textOf)
  const ours = environments.map((environment) => environment.includes(`${process.env.SKILL_RUNNER_MARK}\0`))
  return {
    mark,
    marks: found(/mark-\d{2}/g, [...environments, ...words, ...files]),
    runs: found(/run_[0-9a-z]{26}/g, [...environments, ...words, ...files]),
    strangers: processes.filter((_, index) => !ours[index]).map((pid) => textOf(`/proc/${pid}/comm`).trim()),
    besideWorkspace: readdirSync('/workspace/..').sort(),
    homes: readdirSync('/home'),
    skills: ['.agents', '.claude', '.iflow'].flatMap((folder) => namesIn(`${folder}/skills`)),
    config:
      textOf(`${home}/.claude/skill-runner.json`) ||
      textOf(`${home}/.codex/skill-runner.config.toml`) ||
      textOf(`${home}/.qwen/settings.json`) ||
      textOf(`${home}/.config/opencode/opencode.json`) ||
      textOf('.gemini/settings.json') ||
      textOf('.iflow/settings.json'),
  }
}

function found(pattern, texts) {
  return [...new Set(texts.flatMap((text) => text.match(pattern) ?? []))].sort()
}

function filesUnder(folder) {
  try {
    const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`)
  } catch {
    return []
  }
}

function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function textOf(path) {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
