import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asInstalled } from './as-installed.ts'
import { asJavaScript } from './as-javascript.ts'

/** What goes into the package as it is. Paths are those of the repository, so that relative ones stay true. */
const copied = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'openapi.json',
  'docs/*.md',
  'skills/**',
  'runtime/package.json',
  'scripts/setup/{node-flags,of-server}.mjs',
  'packages/server/bin/*.mjs',
  'packages/server/src/**/*.{pl,pm,mjs,md,js,html}',
  'packages/server/src/evals/grade-expectations/**/*.{json,txt}',
  'packages/web/dist/**',
]

const compiled = ['packages/server/src/**/*.ts', 'packages/scripted-model/src/**/*.ts', 'packages/contract/src/errors.ts']

/** Tests, and the command that only a clone has. */
const left = /\.test\.ts$|^packages\/scripted-model\/src\/main\.ts$/

/** Files of the repository by their paths: some as they are, others with the text that the package has instead. */
export function packageFiles(root: string): {
  readonly copies: readonly string[]
  readonly texts: Readonly<Record<string, string>>
} {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8')
  const sources = filesOf(root, compiled).filter((file) => !left.test(file))
  const sdk = filesOf(root, ['packages/sdk/dist/*.js'])
  const javaScript = sources.map((file) => [file.replace(/ts$/, 'js'), asInstalled(asJavaScript(file, read(file)))])
  const texts = Object.fromEntries([...javaScript, ...sdk.map((file) => [file, asInstalled(read(file))]), manifest(root)])
  return { copies: filesOf(root, copied), texts }
}

const filesOf = (root: string, patterns: readonly string[]): string[] =>
  globSync([...patterns], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()

interface Manifest {
  readonly [member: string]: unknown
  readonly dependencies: Readonly<Record<string, string>>
}

/** Its dependencies are those of the server; our own parts are in the package. */
function manifest(root: string): [string, string] {
  const read = (file: string): Manifest => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const { name, version, description, license } = read('package.json')
  const { leastNode } = read('runtime/package.json')
  const ofServer = Object.entries(read('packages/server/package.json').dependencies)
  const dependencies = Object.fromEntries(ofServer.filter(([name]) => !name.startsWith('@agent-skill-runner/')))
  const bin = { 'skill-runner': 'packages/server/bin/skill-runner.mjs' }
  const text = { name, version, description, license, type: 'module', engines: { node: `>=${leastNode}` }, bin, dependencies }
  return ['package.json', `${JSON.stringify(text, null, 2)}\n`]
}
