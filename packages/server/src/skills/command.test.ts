import assert from 'node:assert/strict'
import { test } from 'node:test'
import { split } from 'shlex'
import { resolveCommand, scriptIn, shellWords } from './command.ts'

const place = {
  files: ['scripts/run.py', 'run.sh', 'data/my file.csv'],
  skillPlace: '/skill',
  has: (program: string) => program === 'python3',
}

test('a command is split into words as a shell would, and files of the skill become paths to them', () => {
  const cases: [string, string[]][] = [
    ['node scripts/main.mjs', ['node', 'scripts/main.mjs']],
    ['python scripts/run.py --level 2', ['python3', '/skill/scripts/run.py', '--level', '2']],
    ['python3 ./scripts/run.py', ['python3', '/skill/scripts/run.py']],
    ['./run.sh', ['/skill/run.sh']],
    ['sh -c \'a && b | c\' "x y"', ['sh', '-c', 'a && b | c', 'x y']],
    ["run.sh 'data/my file.csv' ''", ['/skill/run.sh', '/skill/data/my file.csv', '']],
    ['echo $HOME $(id) `id` ../scripts/run.py', ['echo', '$HOME', '$(id)', '`id`', '../scripts/run.py']],
  ]
  assert.deepEqual(
    cases.map(([command]) => [command, resolveCommand(command, place)]),
    cases.map(([command, words]) => [command, { ok: true, words }]),
  )
})

test('python stays python where there is one, or where neither is there', () => {
  const words = (has: (program: string) => boolean) => resolveCommand('python -V', { ...place, has })
  assert.deepEqual(
    words(() => true),
    { ok: true, words: ['python', '-V'] },
  )
  assert.deepEqual(
    words(() => false),
    { ok: true, words: ['python', '-V'] },
  )
})

test('a command that cannot be split is a problem in words', () => {
  assert.deepEqual(resolveCommand('', place), { ok: false, problem: 'is empty' })
  assert.deepEqual(resolveCommand("  \n'' x", place), { ok: false, problem: 'is empty' })
  assert.deepEqual(resolveCommand("node 'a", place), { ok: false, problem: 'has a quote that does not end' })
  assert.deepEqual(resolveCommand('node a\0b', place), { ok: false, problem: 'holds a NUL' })
  assert.deepEqual(resolveCommand('x'.repeat(5000), place), { ok: false, problem: 'is longer than 4096 characters' })
})

test('words that only a shell understands are noticed', () => {
  assert.deepEqual(shellWords(['a', '&&', 'b', '|', 'c', '>', '2>&1', 'a|b', '-']), ['&&', '|', '>', '2>&1'])
})

test('the script of a command is its program or the first word that ends like one, where that can be told', () => {
  const cases: [string, string | null][] = [
    ['node scripts/run.mjs', 'scripts/run.mjs'],
    ['python3 -u ./scripts/run.py --out artifacts/a.js', 'scripts/run.py'],
    ['./bin/tool x.sh', 'bin/tool'],
    ['uv run scripts/a.py', 'scripts/a.py'],
    ['/usr/bin/env python3', null],
    ['python -m http.server x.py', null],
    ['node -e x.js', null],
    ["sh -c 'node a.mjs'", null],
    ['sh $SKILL_DIR/run.sh', null],
    ['deno run https://example.com/x.ts', null],
    ['jq . input.json', null],
    ['true', null],
  ]
  assert.deepEqual(
    cases.map(([command]) => [command, scriptIn(split(command))]),
    cases,
  )
})
