import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestSkill, writeSkill } from './skills.ts'

/** Prints so many lines of 100 bytes to stderr, every thousandth in red. */
const printer = (bytes: number): string => `
import { writeSync } from 'node:fs'
const block = (from) => Array.from({ length: 1000 }, (_, at) => {
  const text = ('line ' + (from + at) + ' ').padEnd(at === 0 ? 90 : 99, 'x')
  return (at === 0 ? '\\x1b[31m' + text + '\\x1b[0m' : text) + '\\n'
}).join('')
for (let from = 0; from < ${bytes / 100}; from += 1000) writeSync(2, block(from))
writeSync(1, JSON.stringify({ printed: true }))
`

/** A script whose stderr is a log of about so many bytes. */
export const longLog = (bytes: number): TestSkill => ({ id: 'long-log', js: printer(bytes) })

/** Writes a skill whose recording has so many events: messages, tool calls of two events each, and some that fail. */
export function writeLongTalk(skills: string, events: number): void {
  const root = writeSkill(skills, {
    id: 'long-talk',
    runner: { engines: ['replay'], entrypoint: { type: 'prompt', prompt: { template: 'assets/prompt.txt' } } },
    files: { 'assets/prompt.txt': 'Talk.' },
  })
  const audit = join(root, 'assets', 'replay', 'default', '.audit')
  mkdirSync(audit, { recursive: true })
  const lines = Array.from({ length: Math.ceil(events / 5) }, (_, at) => fiveLines(at)).flat()
  const last = { type: 'message', text: '{"talked": true}', final: true }
  writeFileSync(join(audit, 'stdout.1.log'), [...lines, last].map((line) => `${JSON.stringify(line)}\n`).join(''))
  writeFileSync(join(audit, 'stderr.1.log'), '')
  writeFileSync(join(audit, 'meta.1.json'), JSON.stringify({ exit_code: 0 }))
}

function fiveLines(at: number): object[] {
  const call = (id: string, phase: string) => ({ type: 'tool', phase, id, name: 'shell', input: { command: `ls folder-${at}` } })
  return [
    { type: 'message', text: `Message ${at}: ${'I look at the next folder. '.repeat((at % 7) + 1)}`, final: false },
    call(`a${at}`, 'started'),
    { ...call(`a${at}`, 'completed'), output: 'a\nb\nc', exit_code: 0 },
    call(`b${at}`, 'started'),
    { ...call(`b${at}`, at % 100 === 99 ? 'failed' : 'completed'), output: '', exit_code: at % 100 === 99 ? 1 : 0 },
  ]
}
