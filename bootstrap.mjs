// Behind `npm start`, `npm test` and the rest: sets up what is missing, then runs the command with Node 24.
// Plain JavaScript without dependencies, since it has to run on Node 20 before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensurePage } from './scripts/setup/build-page.mjs'
import { ensureInstalled } from './scripts/setup/install.mjs'
import { nodeEnv, nodeFlags } from './scripts/setup/node-flags.mjs'
import { ofServer } from './scripts/setup/of-server.mjs'
import { noteReady } from './scripts/setup/ready.mjs'
import { ensureSystemPackages } from './scripts/setup/system-packages.mjs'

const root = dirname(fileURLToPath(import.meta.url))

/** System packages, each with the program that it brings. */
const sandbox = { bubblewrap: 'bwrap' }

const commands = {
  serve: {
    target: 'packages/server/src/main.ts',
    args: ['serve'],
    system: sandbox,
    hasPage: true,
    isNoted: true,
    about: 'start the server',
  },
  engine: {
    target: 'packages/server/src/main.ts',
    args: ['engine'],
    system: sandbox,
    about: 'list, install and upgrade engines',
  },
  token: {
    target: 'packages/server/src/main.ts',
    args: ['token'],
    system: {},
    about: 'create, list and revoke tokens of the server',
  },
  key: {
    target: 'packages/server/src/main.ts',
    args: ['key'],
    system: {},
    about: 'list, replace and export the keys that sign receipts',
  },
  doctor: {
    target: 'packages/server/src/main.ts',
    args: ['doctor'],
    system: {},
    about: 'list what is missing on this machine, and how to fix it',
  },
  service: {
    target: 'packages/server/src/main.ts',
    args: ['service'],
    system: {},
    about: 'start the server with the machine, by systemd',
  },
  run: client('run', 'run a skill on a server and print its result'),
  watch: client('watch', 'show what happens in a run'),
  reply: client('reply', 'answer the question of a run'),
  cancel: client('cancel', 'cancel a run'),
  jobs: client('jobs', 'list the jobs of a server'),
  result: client('result', 'print the result of a run that has ended'),
  receipt: client('receipt', 'print the signed receipt of a run'),
  verify: client('verify', 'check a bundle that somebody handed you, offline'),
  logs: client('logs', 'print the output of a run'),
  download: client('download', 'download the artifacts of a job'),
  rerun: client('rerun', 'run a job again'),
  record: client('record', 'write a run into a skill, as a recording that replay plays'),
  cleanup: client('cleanup', 'delete jobs that have ended'),
  skill: client('skill', 'create, list, install, validate, restore and remove skills'),
  exec: client('exec', 'run commands and tasks in the skills of a project'),
  mcp: client('mcp', 'connect an MCP client to a server, by stdin and stdout'),
  'scripted-model': {
    target: 'packages/scripted-model/src/main.ts',
    args: [],
    system: {},
    about: 'play a script as if it were a model provider',
  },
  demo: {
    target: 'scripts/demo.ts',
    args: [],
    system: sandbox,
    isWork: true,
    about: 'run the built-in demos on a temporary server',
  },
  test: {
    target: 'scripts/test.ts',
    args: [],
    system: { ...sandbox, socat: 'socat', ripgrep: 'rg', iproute2: 'ip', chromium: 'chromium', ...ofThoroughTests() },
    hasPage: true,
    isWork: true,
    about: 'run the quick tests (CI=true: all tests), the given test files, or --changed',
  },
  check: { target: 'scripts/check.ts', args: [], system: {}, isWork: true, about: 'check format, types and imports' },
  bench: {
    target: 'bench/main.ts',
    args: [],
    system: sandbox,
    isWork: true,
    hasHelp: true,
    about: 'measure, and print a table and JSON (bench --help)',
  },
  torture: {
    target: 'torture/main.ts',
    args: [],
    system: sandbox,
    isWork: true,
    hasHelp: true,
    about: 'kill the server and its engines at random moments, and check every record (torture --help)',
  },
  generate: {
    target: 'scripts/generate.ts',
    args: [],
    system: {},
    isWork: true,
    about: 'write openapi.json, types and JavaScript of the SDK, and docs/configuration.md',
  },
  pack: {
    target: 'scripts/pack.ts',
    args: [],
    system: {},
    hasPage: true,
    isWork: true,
    about: 'write agent-skill-runner-<version>.tgz, the package that npm installs',
  },
  format: {
    target: 'node_modules/@biomejs/biome/bin/biome',
    args: ['check', '--write'],
    system: {},
    isWork: true,
    about: 'format and lint',
  },
  setup: {
    target: null,
    args: [],
    system: sandbox,
    hasPage: true,
    isWork: true,
    about: 'install what is needed, and run nothing',
  },
}

const program = basename(process.argv[1]) === 'skill-runner' ? './skill-runner' : 'node bootstrap.mjs'
const [name = '--help', ...args] = process.argv.slice(2)
requireNode('18.0.0')
if (Object.hasOwn(commands, name)) await main(commands[name], args)
else if (name === '--version') console.log(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
else if (name === '--help' || name === 'help') console.log(help())
else refuse(name)

/** What older ones say about this code helps nobody. Node 18 is enough to begin with, but only 20 and newer are tested. */
function requireNode(least) {
  const { node } = process.versions
  if (isAtLeast(node, least)) return
  console.error(
    `Agent Skill Runner needs Node 20 or newer to begin with, and this is ${node}. Install one from https://nodejs.org.`,
  )
  process.exit(1)
}

/** By numbers: 24.10 is newer than 24.6. */
function isAtLeast(version, least) {
  return version.localeCompare(least, 'en', { numeric: true }) >= 0
}

/** Whoever runs the tests by hand need not have these: what needs them is skipped, and said so. */
function ofThoroughTests() {
  const isThorough = process.env.CI === 'true'
  return {
    ...(isThorough || process.env.SKILL_RUNNER_TEST_DATABASE === 'postgres' ? { postgresql: 'pg_ctlcluster' } : {}),
    ...(isThorough ? { debootstrap: 'debootstrap' } : {}),
  }
}

/** Talks to a running server. */
function client(command, about) {
  return { target: 'packages/server/src/main.ts', args: [command], system: {}, about }
}

async function main({ target, args: before, system, hasPage, isNoted, isWork, hasHelp }, after) {
  // Most of what is for work on the code has no help of its own, and must not begin because somebody asks what it is.
  if (isWork && !hasHelp && after[0] === '--help') return console.log(helpOf(name))
  const here = process.cwd()
  process.chdir(root)
  const node = await setUp(system, hasPage, isNoted).catch((error) => {
    console.error(error.message)
    process.exit(1)
  })
  // Relative paths of a caller refer to where they are.
  if (!isWork && !ofServer.includes(name)) process.chdir(here)
  if (target) await run(node, join(root, target), [...before, ...after])
}

function help() {
  const list = (isWork) =>
    Object.entries(commands)
      .filter(([, command]) => (command.isWork ?? false) === isWork)
      .map(([key, { about }]) => `  ${key.padEnd(15)} ${about}`)
  const usage = [`Usage: ${program} <command> [arguments]`, '', ...list(false), '']
  return [
    ...usage,
    'To try it out, and to work on the code (CONTRIBUTING.md):',
    ...list(true),
    '',
    `For more: ${program} <command> --help`,
  ].join('\n')
}

function helpOf(command) {
  return `Usage: ${program} ${command}\n\n  ${commands[command].about}\n\nCONTRIBUTING.md has more.`
}

/** An unknown command ends with 2, as in the command line. */
function refuse(asked) {
  console.error(`Unknown command: ${asked}\n\n${help()}`)
  process.exitCode = 2
}

async function setUp(system, hasPage, isNoted) {
  const node = await ensureRuntime()
  await ensureInstalled('.', 'the dependencies')
  await ensureSystemPackages(system)
  const page = hasPage ? await ensurePage(node) : null
  if (isNoted && page) noteReady({ node, page, began: new Date(performance.timeOrigin) })
  return node
}

/** The Node to run with: this one when it is new enough, else Node 24 from npm in a folder of its own. */
async function ensureRuntime() {
  const { node: version } = process.versions
  const { leastNode, optionalDependencies } = JSON.parse(readFileSync('runtime/package.json', 'utf8'))
  if (isAtLeast(version, leastNode)) return process.execPath
  const name = `node-${process.platform}-${process.arch}`
  const pinned = optionalDependencies[name]
  const advice = `Install Node ${leastNode} or newer from https://nodejs.org and run the command again (the installed one is ${version}).`
  if (!pinned) throw new Error(`npm has no Node 24 for ${process.platform} ${process.arch}. ${advice}`)
  const node = join(root, 'runtime', 'node_modules', name, 'bin', 'node')
  const fresh = await ensureInstalled('runtime', `Node ${pinned}, because the installed one is ${version}`)
  // That binary needs glibc: on other systems it cannot start, and a crash would not say why.
  if (fresh && spawnSync(node, ['--version']).status !== 0)
    throw new Error(`Node 24 from npm does not run on this machine. ${advice}`)
  return node
}

/** Replaces this process if Node can do that; otherwise starts a child that receives its signals and ends with it. */
async function run(node, file, args) {
  const argv = [...nodeFlags, file, ...args]
  const env = { ...nodeEnv, ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile') }
  if (node === process.execPath && process.execve) process.execve(node, [node, ...argv], env)
  // The ipc channel closes also when this process is killed without a chance to say so; the child watches for that.
  const child = spawn(node, argv, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    for (const name of signals) process.removeAllListeners(name)
    if (signal) process.kill(process.pid, signal)
    else process.exit(code)
  })
}
