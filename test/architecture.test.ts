import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { importsOf, type Tree } from './imports.ts'
import { mayImport, violations } from './rooms.ts'
import { verifies } from './verifies.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The product's own files; tests may import what they test with. */
function treeOf(folder: string): Tree {
  const files = globSync('**/*.{ts,mjs,js}', { cwd: join(root, folder) }).filter((file) => !/\.test\.ts$|testdata\//.test(file))
  return Object.fromEntries(files.sort().map((file) => [file, read(join(folder, file))]))
}

verifies('code.rooms-import-one-way', 'rooms import only what the table allows', () => {
  const tree = treeOf('packages/server/src')
  assert.ok(Object.keys(tree).length > 10, 'the server was found')
  assert.deepEqual(violations(tree), [])
})

verifies(
  ['code.rooms-import-one-way', 'code.one-place-spawns'],
  'every kind of forbidden import is seen, and no allowed one',
  () => {
    const tree = {
      'main.ts': "const cli = await import('./cli/run.ts')\nimport { openStore } from './store/open.ts'",
      'app.ts': "import { serve } from './http/server.ts'\nimport { start } from './process/start.ts'",
      'stray.ts': 'export const stray = 1',
      'attic/old.ts': "import { spawn } from 'node:child_process'",
      'domain/run.ts':
        "import { z } from 'zod'\nimport type { Config } from '../config/config.ts'\nimport { sha } from '../lib/hash.ts'",
      'lib/hash.ts': "import { createHash } from 'node:crypto'\nimport type { Run } from '../domain/run.ts'",
      'events/log.ts':
        "import type { Row } from '../store/tables.ts'\nimport type { RaspEvent } from '@agent-skill-runner/contract/rasp.ts'",
      'output/scripts.ts': "import { execFile } from 'child_process'",
      'skills/package.ts': "import { errors } from '@agent-skill-runner/contract/errors.ts'\nimport yaml from 'yaml'",
      'engines/index.ts': "const process = await import('node:child_process')",
      'process/start.ts': "import { spawn } from 'node:child_process'\nimport { config } from '../config/config.ts'",
      'sandbox/probe.ts': "import { start } from '../process/start.ts'",
      'bounded/worker.ts': "import { Worker } from 'node:worker_threads'",
      'workspace/prepare.ts': "import { readSkill } from '../skills/package.ts'\nimport { move } from '../store/runs.ts'",
      'store/runs.ts': "type Event = import('../events/log.ts').Entry",
      'attempt/attempt.ts': "import { start } from '../process/start.ts'\nimport { reply } from '../http/server.ts'",
      'http/server.ts':
        "import { JobCreate } from '@agent-skill-runner/contract/job.ts'\nexport { start } from '../process/start.ts'",
      'http/page.ts':
        "import document from '../../../../openapi.json'\nimport { type Job } from '@agent-skill-runner/contract/job.ts'",
      'lib/log.ts': "import { pino } from 'pino'",
      'cli/run.ts': "import { openApp } from '../app.ts'\nconst plugin = await import(process.argv[2])",
      'cli/connect.ts': "import { SkillRunner } from '@agent-skill-runner/sdk/source'",
      'intake/call.ts': "import type { Job } from '@agent-skill-runner/sdk/source'",
    }
    assert.deepEqual(violations(tree), [
      'stray.ts is in no room of the table',
      'attic/old.ts is in no room of the table',
      'main.ts imports store/open.ts',
      'domain/run.ts imports the package zod',
      'domain/run.ts imports config/config.ts',
      'events/log.ts imports store/tables.ts',
      'output/scripts.ts imports node:child_process, which is for process',
      'engines/index.ts imports node:child_process, which is for process',
      'sandbox/probe.ts imports process/start.ts',
      'workspace/prepare.ts imports store/runs.ts',
      'store/runs.ts imports events/log.ts',
      'attempt/attempt.ts imports http/server.ts',
      'http/server.ts loads contract/job.ts; only its types may be imported',
      'http/server.ts imports process/start.ts',
      'http/page.ts imports ../../../openapi.json',
      'cli/run.ts imports the package (computed)',
      'intake/call.ts imports the package @agent-skill-runner/sdk',
    ])
  },
)

verifies('code.one-place-spawns', 'only the process room imports node:child_process, and nobody goes around imports', () => {
  const tree = treeOf('packages/server/src')
  const spawning = importsOf(tree).filter(({ target }) => target.kind === 'node' && target.name === 'child_process')
  assert.deepEqual([...new Set(spawning.map(({ file }) => file.split('/')[0]))], ['process'])
  const around = Object.entries(tree).flatMap(([file, text]) =>
    [...text.matchAll(/\b(?:getBuiltinModule|createRequire|process\.binding)\b.*/g)].map(([found]) => [file, found]),
  )
  // An import statement of node:http would load all of undici.
  assert.deepEqual(around, [['lib/http.ts', "getBuiltinModule('node:http')"]])
})

test('the server imports only packages that it declares', () => {
  const declared = Object.keys(JSON.parse(read('packages/server/package.json')).dependencies)
  const imported = importsOf(treeOf('packages/server/src')).flatMap(({ target }) =>
    target.kind === 'package' ? target.name : [],
  )
  assert.deepEqual(
    [...new Set(imported)].filter((name) => !declared.includes(name)),
    [],
  )
})

test('tests and torture read and change rows in one way, and only what is about SQLite itself names its file', () => {
  const folders = ['packages/server/test', 'packages/server/real', 'torture', 'test', 'bench']
  const files = folders.flatMap((folder) => globSync('**/*.ts', { cwd: join(root, folder) }).map((file) => `${folder}/${file}`))
  assert.ok(files.length > 400, 'the tests were found')
  const naming = files.filter((file) => /node:sqlite|\bruns\.db\b/.test(read(file))).sort()
  assert.deepEqual(naming, [
    // Ends a server in the middle of its commits, and so knows how they are made.
    'packages/server/test/fixtures/crash-in-append.ts',
    'packages/server/test/support/sqlite-file.ts',
    'test/architecture.test.ts',
  ])
})

test('the contract needs typebox and nothing else', () => {
  const { dependencies } = JSON.parse(read('packages/contract/package.json'))
  assert.deepEqual(Object.keys(dependencies), ['typebox'])
  const foreign = importsOf(treeOf('packages/contract/src')).filter(
    ({ target }) =>
      !(target.kind === 'ours' && !target.path.startsWith('..')) && !(target.kind === 'package' && target.name === 'typebox'),
  )
  assert.deepEqual(foreign, [])
})

verifies('sdk.client-without-dependencies', 'the SDK has no dependencies and imports nothing but itself', () => {
  const manifest = JSON.parse(read('packages/sdk/package.json'))
  assert.deepEqual(
    Object.keys(manifest).filter((key) => /dependencies$/i.test(key)),
    [],
  )
  const foreign = importsOf(treeOf('packages/sdk/src')).filter(
    ({ target }) => target.kind !== 'ours' || target.path.replace('../generated/openapi.d.ts', '').startsWith('..'),
  )
  assert.deepEqual(foreign, [])
})

verifies('web.knows-only-the-sdk', 'of ours the web page imports the SDK, and besides it only the names of the codes', () => {
  const folder = 'packages/web/src'
  const files = globSync('**/*.{ts,tsx}', { cwd: join(root, folder) }).filter((file) => !file.endsWith('.test.ts'))
  const tree = Object.fromEntries(files.map((file) => [file, read(join(folder, file))]))
  assert.ok(files.length > 100, 'the page was found')
  const declared = Object.keys(JSON.parse(read('packages/web/package.json')).dependencies)
  assert.deepEqual(
    declared.filter((name) => name.startsWith('@agent-skill-runner/')),
    ['@agent-skill-runner/sdk'],
  )
  const foreign = (imports: Tree) =>
    importsOf(imports).flatMap(({ file, target, typeOnly }) => {
      if (target.kind === 'ours') return target.path.startsWith('..') ? `${file} imports ${target.path}` : []
      if (target.kind === 'package') return declared.includes(target.name) ? [] : `${file} imports ${target.name}`
      // A code without a sentence in Chinese does not compile.
      if (target.kind === 'contract' && (target.file === 'errors.ts' || target.file === 'diagnostics.ts') && typeOnly) return []
      return `${file} imports ${target.kind}`
    })
  assert.deepEqual(foreign(tree), [])
  const wrong = [
    "import x from '../../../server/src/app.ts'",
    "import 'zod'",
    "import type { Job } from '@agent-skill-runner/contract/job.ts'",
    "import { errors } from '@agent-skill-runner/contract/errors.ts'",
  ]
  assert.deepEqual(foreign({ 'a/b.tsx': wrong.join('\n') }), [
    'a/b.tsx imports ../../server/src/app.ts',
    'a/b.tsx imports zod',
    'a/b.tsx imports contract',
    'a/b.tsx imports contract',
  ])
})

verifies('client.http-only', 'the example client has no dependencies and imports nothing but itself and Node', () => {
  const manifest = JSON.parse(read('examples/client/package.json'))
  assert.deepEqual(
    Object.keys(manifest).filter((key) => /dependencies$/i.test(key)),
    [],
  )
  const tree = treeOf('examples/client')
  assert.ok(Object.keys(tree).length > 10, 'the client was found')
  const imports = importsOf(tree).map(({ file, target }) => ({ isPage: file.startsWith('pages/'), target }))
  const foreign = imports.filter(({ isPage, target }) =>
    target.kind === 'ours' ? target.path.startsWith('..') : target.kind !== 'node' || isPage,
  )
  assert.deepEqual(foreign, [])
  // It starts no program either, which could be the server.
  const needed = imports.flatMap(({ target }) => (target.kind === 'node' ? target.name : []))
  assert.deepEqual([...new Set(needed)].sort(), [
    ...['crypto', 'events', 'fs/promises', 'http', 'path', 'stream', 'stream/promises', 'url', 'util'],
  ])
})

test('ARCHITECTURE.md shows the table that is checked here', () => {
  const rows = [...read('ARCHITECTURE.md').matchAll(/^\| `(\w+)` \| .* \| ([^|]*) \|$/gm)]
  const shown = Object.fromEntries(
    rows.map(([, room, list = '']) => [room, [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name)]),
  )
  assert.deepEqual(shown, mayImport)
})

test('each of these words is the name of at most one type of the product', () => {
  const words = ['Verdict', 'Given', 'Change', 'Stage', 'Wanted', 'Scene', 'Attempt']
  const texts = ['packages/server/src', 'packages/scripted-model/src'].flatMap((folder) => Object.values(treeOf(folder)))
  const named = texts.flatMap((text) =>
    [...text.matchAll(/^(?:export )?(?:interface|type|class) (\w+)/gm)].map(([, name]) => name),
  )
  const repeated = words.filter((word) => named.filter((name) => name === word).length > 1)
  assert.deepEqual(repeated, [])
})
