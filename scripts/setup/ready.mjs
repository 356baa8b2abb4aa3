import { existsSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join, relative } from 'node:path'
import { nodeEnv, nodeFlags } from './node-flags.mjs'

const file = join('node_modules', '.cache', 'start.sh')

/**
 * Tells scripts/start.sh that everything is in place, and how the server is started. It is true until one of the files that the set-up
 * looked at changes: `find` compares the time of the last change of each, which nobody can set, with when the set-up began.
 */
export function noteReady({ node, page, began }) {
  const looked = ['package-lock.json', 'node_modules/.skill-runner-stamp', 'bootstrap.mjs', 'scripts', 'runtime/package.json']
  const own = relative('.', node)
  const isOwn = !own.startsWith('..') && !isAbsolute(own)
  if (isOwn) looked.push('runtime/package-lock.json', 'runtime/node_modules/.skill-runner-stamp')
  const ofMachine = firstOnPath('node')
  if (ofMachine === null) return
  const program = isOwn ? own : node
  const all = [...looked, ...page, program, ofMachine].map(quoted).join(' ')
  const variables = Object.entries(nodeEnv).map(([name, value]) => `export ${name}="\${${name}-${value}}"`)
  const script = [
    '# Written by bootstrap.mjs for scripts/start.sh.',
    `if [ "$(command -v node)" = ${quoted(ofMachine)} ] && command -v bwrap >/dev/null &&`,
    `  [ -z "$(find -H ${all} -cnewer ${file} 2>&1)" ]; then`,
    ...variables.map((line) => `  ${line}`),
    '  export NODE_COMPILE_CACHE="$PWD/node_modules/.cache/compile"',
    `  exec ${[program, ...nodeFlags].map(quoted).join(' ')} "$PWD/packages/server/src/main.ts" serve`,
    'fi',
    '',
  ]
  write(script.join('\n'), began)
}

/** Without it the next start only takes longer. */
function write(text, began) {
  const aside = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(aside, text)
    utimesSync(aside, began, began)
    renameSync(aside, file)
  } catch {
    rmSync(aside, { force: true })
  }
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

function firstOnPath(program) {
  const found = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program))
  return found.find((path) => isAbsolute(path) && existsSync(path)) ?? null
}
