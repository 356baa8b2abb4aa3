import { type Import, importsOf, type Target, type Tree } from './imports.ts'

/** Which rooms of the server a room may import, besides itself and those that all may. ARCHITECTURE.md shows the same table. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  lib: [],
  config: [],
  bounded: [],
  events: [],
  output: [],
  skills: [],
  engines: [],
  process: [],
  sandbox: [],
  gate: [],
  talk: [],
  remote: [],
  workspace: ['skills'],
  store: [],
  receipts: ['workspace'],
  packages: ['skills', 'workspace', 'store'],
  projects: ['skills', 'workspace', 'store', 'packages'],
  webhooks: ['gate', 'store'],
  installed: ['engines', 'process', 'sandbox', 'workspace'],
  probe: ['engines', 'process', 'gate', 'workspace', 'installed'],
  runs: ['events', 'skills', 'engines', 'sandbox', 'workspace', 'store', 'receipts', 'installed', 'packages', 'webhooks'],
  recording: ['runs', 'events', 'engines', 'workspace', 'store'],
  intake: ['runs', 'bounded', 'events', 'skills', 'engines', 'talk', 'workspace', 'store', 'installed', 'packages', 'webhooks'],
  attempt: [
    'runs',
    'bounded',
    'events',
    'output',
    'skills',
    'engines',
    'process',
    'sandbox',
    'gate',
    'talk',
    'workspace',
    'installed',
  ],
  upkeep: ['runs', 'events', 'skills', 'process', 'workspace', 'store'],
  evals: ['intake', 'runs', 'skills', 'workspace', 'store'],
  exec: ['process', 'sandbox', 'gate', 'remote', 'workspace', 'store'],
  mcp: [],
  http: [
    'mcp',
    'recording',
    'evals',
    'intake',
    'upkeep',
    'exec',
    'runs',
    'store',
    'skills',
    'engines',
    'workspace',
    'receipts',
    'installed',
    'packages',
    'projects',
    'webhooks',
  ],
  app: [
    'bounded',
    'events',
    'skills',
    'engines',
    'process',
    'sandbox',
    'gate',
    'remote',
    'workspace',
    'store',
    'receipts',
    'installed',
    'packages',
    'projects',
    'webhooks',
    'probe',
    'runs',
    'attempt',
    'upkeep',
    'evals',
    'exec',
    'http',
  ],
  cli: ['app', 'http', 'process', 'store', 'receipts', 'installed'],
  main: ['cli'],
}

const importableByAll = ['domain', 'lib', 'config']

/** Rooms of a single file, or with a file as their front. */
const roomOfFile: Readonly<Record<string, string>> = { 'app.ts': 'app', 'config.ts': 'config', 'main.ts': 'main' }

/** Rules and small tools stand alone; only the log has its packages. */
const mayUse: Readonly<Record<string, readonly string[]>> = { domain: [], lib: ['pino', 'pino-pretty'] }

/** The one room that may import what a mistake with would cost most. */
const reserved: Readonly<Record<string, string>> = { child_process: 'process', worker_threads: 'bounded', cluster: 'no room' }

/** Packages that one room alone may import: a server does not call itself. */
const packagesOf: Readonly<Record<string, string>> = { '@agent-skill-runner/sdk': 'cli' }

/** Every import of the server that its rooms do not allow, as a sentence. */
export function violations(tree: Tree): string[] {
  const homeless = Object.keys(tree).filter((file) => !(roomOf(file) in mayImport))
  return [
    ...homeless.map((file) => `${file} is in no room of the table`),
    ...importsOf(tree).flatMap((found) => (homeless.includes(found.file) ? [] : (problemOf(found) ?? []))),
  ]
}

function problemOf({ file, target, typeOnly }: Import): string | null {
  const room = roomOf(file)
  switch (target.kind) {
    case 'ours':
      return mayEnter(room, target) ? null : `${file} imports ${target.path}`
    case 'node': {
      const owner = reserved[target.name]
      return owner && owner !== room ? `${file} imports node:${target.name}, which is for ${owner}` : null
    }
    case 'contract':
      return typeOnly || target.file === 'errors.ts'
        ? null
        : `${file} loads contract/${target.file}; only its types may be imported`
    case 'package':
      return target.name !== '(computed)' &&
        (packagesOf[target.name] ?? room) === room &&
        (mayUse[room]?.includes(target.name) ?? true)
        ? null
        : `${file} imports the package ${target.name}`
  }
}

function mayEnter(room: string, target: Target & { kind: 'ours' }): boolean {
  const other = roomOf(target.path)
  if (other === room) return true
  // Rules know nothing but each other: what decides must not depend on how the server is set up.
  if (room === 'domain' || room === 'lib') return other === 'domain' || other === 'lib'
  return importableByAll.includes(other) || (mayImport[room] ?? []).includes(other)
}

function roomOf(file: string): string {
  return roomOfFile[file] ?? file.split('/')[0] ?? file
}
