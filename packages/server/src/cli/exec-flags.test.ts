import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { lineOf, requestIn } from './exec-flags.ts'

test('one word behind the dashes is a line of shell, several are a program and its arguments as they were typed', () => {
  assert.equal(lineOf(['pwd; ls | wc -l']), 'pwd; ls | wc -l')
  const words = ['printf', '%s\n', 'a b', "it's", '$HOME', '*', '', 'plain-word']
  const printed = execFileSync('sh', ['-c', lineOf(words)], { encoding: 'utf8' })
  assert.equal(printed, "a b\nit's\n$HOME\n*\n\nplain-word\n")
})

test('flags are read before the dashes only, and what was not given is not sent', () => {
  assert.deepEqual(requestIn(['tool', '--', 'ls', '--session', '-l']).request, {
    skill_name: 'tool',
    command: 'ls --session -l',
  })
  const all = ['--session', 's', '--workdir', 'w', '--env', 'A=1', '--env', 'B=x=y', '--timeout', '9', 'tool', '--', 'env']
  assert.deepEqual(requestIn(all).request, {
    skill_name: 'tool',
    command: 'env',
    session_id: 's',
    workdir: 'w',
    env: { A: '1', B: 'x=y' },
    timeout_sec: 9,
  })
})

test('a command that cannot be understood says what is missing', () => {
  const told = (...args: string[]) => {
    try {
      return requestIn(args)
    } catch (error) {
      return error instanceof Error && error.message
    }
  }
  assert.equal(told(), 'Name the skill, and behind -- the command')
  assert.equal(told('tool', '--'), 'Write the command behind --: tool -- COMMAND')
  assert.equal(told('tool', '--env', 'A', '--', 'ls'), '--env expects name=value, not "A"')
  assert.equal(told('tool', '--timeout', '0', '--', 'ls'), '--timeout must be a whole number, 1 or more')
  assert.match(String(told('tool', 'ls', '-l')), /^Unknown option '-l'/)
})
