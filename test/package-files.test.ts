import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asInstalled } from '../scripts/pack/as-installed.ts'
import { asJavaScript } from '../scripts/pack/as-javascript.ts'

test('a file of TypeScript becomes JavaScript whose paths are those of the package', () => {
  const source = `import { errors } from '@agent-skill-runner/contract/errors.ts'
import { startScriptedModel } from '@agent-skill-runner/scripted-model'
import { SkillRunner } from '@agent-skill-runner/sdk/source'
import { type Row, row } from './row.ts'
import type { Config } from '../config.ts'
const later = async (name: string): Promise<Config> => (await import('../store/open.ts')).open(name)
const worker = new URL('./worker.ts', import.meta.url)
const program = new URL('nursery.pl', import.meta.url)
`
  assert.equal(
    asJavaScript('packages/server/src/probe/examine.ts', source),
    `import { errors } from '../../../contract/src/errors.js';
import { startScriptedModel } from '../../../scripted-model/src/index.js';
import { SkillRunner } from '../../../sdk/dist/index.js';
import { row } from "./row.js";
const later = async (name) => (await import("../store/open.js")).open(name);
const worker = new URL('./worker.js', import.meta.url);
const program = new URL('nursery.pl', import.meta.url);
`,
  )
})

test('a path that nobody rewrites, and a part that is not in the package, stop the packing', () => {
  const packed = (source: string) => () => asJavaScript('packages/server/src/main.ts', source)
  assert.throws(packed("export const file = './worker.ts'"), {
    message:
      "packages/server/src/main.ts names './worker.ts', which is not in the package. Rewrite it in scripts/pack/as-javascript.ts.",
  })
  assert.throws(packed("import '@agent-skill-runner/web'"), {
    message:
      'packages/server/src/main.ts imports @agent-skill-runner/web, which is not in the package. Add it in scripts/pack/as-javascript.ts.',
  })
})

test('texts name the commands of the package, and files stay what they are', () => {
  assert.equal(
    asInstalled("'./skill-runner doctor' 'PORT=8001 npm start' './skill-runner.toml' './skill-runner.js'"),
    "'skill-runner doctor' 'PORT=8001 skill-runner serve' './skill-runner.toml' './skill-runner.js'",
  )
})
