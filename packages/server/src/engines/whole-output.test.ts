import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { capture } from '../process/capture.ts'
import { wholeOutput } from './whole-output.ts'

const much = 1024 * 1024

/** What a program says that is run by node with these words. */
async function said(words: readonly string[], program: string): Promise<string> {
  const argv = [process.execPath, ...words, '--eval', program] as const
  const { code, stdout, stderr } = await capture(argv, { timeoutMs: 60_000, maxBytes: 2 * much })
  assert.deepEqual([code, stderr], [0, ''])
  return stdout
}

verifies(
  'engine.tool-output-is-whole',
  'a program that prints much and leaves at once has printed all; without our words it has not',
  async () => {
    const program = `process.stdout.write('x'.repeat(${much})); process.exit()`
    assert.equal((await said(wholeOutput, program)).length, much)
    assert.ok((await said([], program)).length < much)
  },
)

verifies('engine.tool-output-is-whole', 'when a child is told to have exited, all that it has printed is read', async () => {
  const program = `
    const { spawn } = require('node:child_process')
    const read = (command) => new Promise((resolve) => {
      const child = spawn('sh', ['-c', command])
      let length = 0
      child.stdout.on('data', (piece) => { length += piece.length })
      child.on('exit', () => resolve(length))
    })
    const many = (command) => Promise.all(Array.from({ length: 10 }, () => read(command)))
    void (async () => {
      const lengths = []
      for (let round = 0; round < 10; round++) lengths.push(...await many('echo 1'), ...await many('seq -w 1 20000'))
      console.log(JSON.stringify(lengths))
    })()`
  const round = [...Array.from({ length: 10 }, () => 2), ...Array.from({ length: 10 }, () => 6 * 20_000)]
  assert.deepEqual(JSON.parse(await said(wholeOutput, program)), Array.from({ length: 10 }, () => round).flat())
})

test('what a child leaves in the background keeps nobody waiting, and its exit is told before its end', async () => {
  const program = `
    const { spawn } = require('node:child_process')
    const child = spawn('sh', ['-c', 'echo printed; cat <&3 & exit 7'], { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
    let printed = ''
    child.stdout.on('data', (piece) => { printed += piece })
    child.on('exit', (code) => {
      console.log('exit', code, printed.trim())
      child.stdio[3].end('more')
    })
    child.on('close', (code) => console.log('close', code, printed.replace('\\n', ' ')))`
  assert.equal(await said(wholeOutput, program), 'exit 7 printed\nclose 7 printed more\n')
})

test('a child that cannot be started, and one without pipes, are told of as ever', async () => {
  const program = `
    const { spawn } = require('node:child_process')
    spawn('/nowhere').on('error', ({ code }) => console.log(code))
    spawn('sh', ['-c', 'kill $$'], { stdio: 'ignore' }).on('exit', (code, signal) => console.log(code, signal))`
  assert.deepEqual((await said(wholeOutput, program)).trim().split('\n').toSorted(), ['ENOENT', 'null SIGTERM'])
})
