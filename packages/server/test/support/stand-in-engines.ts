import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cli } from '../../src/engines/cli.ts'
import type { StandInVersion } from './registry.ts'

/** An engine of its own, whose program does nothing but tell of itself. */
export const fakeCli: Cli = {
  npm: 'fake-engine',
  pinned: '1.0.0',
  entry: () => ({ folder: 'node_modules', path: 'fake-engine/cli.js', runBy: 'node' }),
  version: { args: ['--version'], read: (printed) => /^fake (\S+)$/m.exec(printed)?.[1] ?? null },
  help: [['--help'], ['exec', '--help']],
  capabilities: ([page = '', exec = '']) => ({
    resume: exec.includes('--resume'),
    outputSchema: page.includes('--schema'),
    missing: ['--json'].filter((flag) => !page.includes(flag)),
  }),
}

/** Its pages tell who it is, whom it sees and when it was asked, too. */
const telling = `
const tell = { uid: process.getuid(), home: process.env.HOME, path: process.argv[1], random: Math.random() }
`

export const fakeVersion = (version: string, { page = '--json --schema' } = {}): StandInVersion => ({
  files: {
    'cli.js': `${telling}
if (process.argv.includes('--version')) console.log('fake ${version}')
else if (process.argv[2] === 'exec') console.log('--resume ' + JSON.stringify(tell))
else console.log('${page}')
`,
  },
  manifest: {
    // Would be seen by everyone if it ever ran.
    scripts: { preinstall: 'exit 1', install: 'exit 1', postinstall: 'exit 1' },
    devDependencies: { 'not-in-the-registry': '1.0.0' },
  },
})

/** One that was published in a state that nobody can start. */
export const brokenVersion: StandInVersion = { files: { 'cli.js': "throw new Error('I am broken')\n" } }

const geminiHelp = `Options:
  -m, --model          Model                                                                    [string]
      --approval-mode  Set the approval mode        [string] [choices: "default", "auto_edit", "yolo", "plan"]
  -r, --resume         Resume a previous session                                                [string]
  -o, --output-format  The format of the CLI output.     [string] [choices: "text", "json", "stream-json"]`

/** Stands in for the gemini CLI, as far as installing, asking and signing in go. */
export const geminiVersion = (version: string): StandInVersion => ({
  files: {
    'bundle/gemini.js': `
const asked = process.argv.slice(2)
if (asked.includes('--version')) console.log('${version}')
else if (asked.includes('--help')) console.log(${JSON.stringify(geminiHelp)})
else if (process.env.GEMINI_API_KEY) console.log('{"type":"init","session_id":"1"}')
else process.exitCode = 41
`,
  },
})

const geminiAgent = readFileSync(new URL('../stand-ins/gemini.cjs', import.meta.url), 'utf8')

/** A stand-in for gemini that plays whole turns, in a version that may have lost something. */
export const geminiAgentVersion = (
  version: string,
  ...lost: readonly ('resume' | 'tools' | 'answers' | 'quiet' | 'end')[]
): StandInVersion => ({
  files: { 'bundle/gemini.js': `const made = ${JSON.stringify({ version, lost })}\n${geminiAgent}` },
})

/** Settings for a server in this folder whose gemini answers questions about itself as usual, and does this when it is to work. */
export function workingGemini(folder: string, { work, before = '' }: { work: string; before?: string }): Record<string, string> {
  chmodSync(folder, 0o755)
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'usual.mjs'), geminiVersion('0.61.0').files['bundle/gemini.js'] ?? '')
  const program = `#!/usr/bin/env node
const asked = process.argv.slice(2)
${before}
if (['--version', '--help', '--debug'].some((flag) => asked.includes(flag))) await import('./usual.mjs')
else {
${work}
}
`
  writeFileSync(join(bin, 'gemini.mjs'), program, { mode: 0o755 })
  return { SKILL_RUNNER_GEMINI_BIN: join(bin, 'gemini.mjs'), GEMINI_API_KEY: 'a-key-of-nobody' }
}
