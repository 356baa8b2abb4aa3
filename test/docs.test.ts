import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { anchorsOf, commandsOf, linksOf, longLinesOf } from './markdown.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Every page for people. Skills and stand-ins bring Markdown of their own. */
const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'examples/*/README.md'], { cwd: root }).sort()

test('every link between pages resolves, to a heading too', () => {
  assert.deepEqual(
    pages.flatMap((page) => linksOf(read(page)).flatMap((link) => problemOf(page, link) ?? [])),
    [],
  )
})

test('every page is reachable from the README', () => {
  const reached = new Set<string>()
  const left = ['README.md']
  for (let page = left.pop(); page !== undefined; page = left.pop()) {
    if (reached.has(page)) continue
    reached.add(page)
    left.push(
      ...linksOf(read(page))
        .flatMap((link) => targetOf(page ?? '', link)?.file ?? [])
        .filter((file) => pages.includes(file)),
    )
  }
  assert.deepEqual(
    pages.filter((page) => !reached.has(page)),
    [],
  )
})

test('every test that docs/security.md names is there, by its whole path', () => {
  const [, table = ''] = read('docs/security.md').split('## Attacks and the tests that show them')
  const named = [...table.matchAll(/`([^`]*\.test\.ts)`/g)].map(([, file = '']) => file)
  assert.ok(named.length > 40)
  assert.deepEqual(
    named.filter((file) => !existsSync(join(root, file))),
    [],
  )
})

test('every metric that an alert or the board of Grafana asks for is one that the server has', () => {
  const metrics = read('docs/metrics.md')
  const isThere = (name: string) =>
    metrics.includes(`\`${name.replace(/_(bucket|count|sum)$/, '')}\``) || metrics.includes(`\`${name}\``)
  for (const file of ['docs/operations.md', 'deploy/grafana/skill-runner.json']) {
    const named = [...read(file).matchAll(/\b(?:skill_runner|nodejs|process)_\w+/g)].map(([name]) => name)
    assert.ok(named.length >= 4)
    assert.deepEqual(
      named.filter((name) => !isThere(name)),
      [],
      file,
    )
  }
})

test('no line of prose is longer than 140 characters', () => {
  assert.deepEqual(
    pages.flatMap((page) => longLinesOf(read(page), 140).map((number) => `${page}:${number}`)),
    [],
  )
})

test('the changelog has every entry once', () => {
  const entries = read('CHANGELOG.md')
    .split(/\n(?=- |\n|#)/)
    .filter((part) => part.startsWith('- '))
  assert.ok(entries.length > 100, 'entries were found')
  assert.deepEqual(
    entries.filter((entry, index) => entries.indexOf(entry) !== index),
    [],
  )
})

test('the commands that the README and the docs show exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const own = {
    top: help(),
    engine: help('engine'),
    token: help('token'),
    skill: help('skill'),
    exec: help('exec'),
    run: help('run'),
  }
  const isKnown = ([program, word = '', next = '']: string[]): boolean => {
    if (program === 'npm')
      return word === 'run' ? next in scripts : word in scripts || ['i', 'ci', 'install', 'pack', 'test'].includes(word)
    if (word === '' || word.startsWith('-') || word === '…') return true
    if (!own.top.includes(`  ${word} `)) return false
    const group = word === 'engine' || word === 'skill' || word === 'token' || word === 'exec' ? own[word] : null
    return group === null || next === '' || next.split('|').every((one) => group.includes(`  ${word} ${one} `))
  }
  const shown = pages.flatMap((page) => commandsOf(read(page)).map((words) => ({ page, words })))
  assert.ok(shown.length > 40, 'commands were found')
  assert.deepEqual(
    shown.filter(({ words }) => !isKnown(words)),
    [],
  )
  const flagsOfRun = shown
    .filter(({ words }) => words[0] === './skill-runner' && words[1] === 'run')
    .flatMap(({ words }) => words.filter((word) => /^--[a-z-]+$/.test(word)))
  assert.deepEqual(
    flagsOfRun.filter((flag) => !own.run.includes(flag)),
    [],
  )
})

test('the test files that CONTRIBUTING and AGENTS name exist', () => {
  const named = ['CONTRIBUTING.md', 'AGENTS.md'].flatMap((page) =>
    [...read(page).matchAll(/`?\b((?:packages|test)\/[\w/.-]+\.test\.ts)/g)].map(([, file = '']) => file),
  )
  assert.ok(named.length > 3, 'test files were found')
  assert.deepEqual(
    named.filter((file) => !existsSync(join(root, file))),
    [],
  )
})

/** Null: the link leaves the repository. */
function targetOf(page: string, link: string): { readonly file: string; readonly anchor: string } | null {
  if (/^[a-z]+:/.test(link)) return null
  const [path = '', anchor = ''] = link.split('#')
  return {
    file: path === '' ? page : normalize(join(dirname(page), path)).replace(/\/$/, ''),
    anchor: decodeURIComponent(anchor),
  }
}

function problemOf(page: string, link: string): string | null {
  const target = targetOf(page, link)
  if (target === null) return null
  const { file, anchor } = target
  if (!existsSync(join(root, file))) return `${page}: ${link} does not exist`
  if (anchor !== '' && !anchorsOf(read(file)).has(anchor)) return `${page}: ${link} has no such heading`
  return null
}

function help(...words: string[]): string {
  const entry = words.length === 0 ? 'bootstrap.mjs' : 'packages/server/src/main.ts'
  const { status, stdout } = spawnSync(process.execPath, [join(root, entry), ...words, '--help'], { encoding: 'utf8' })
  assert.equal(status, 0)
  return stdout
}
