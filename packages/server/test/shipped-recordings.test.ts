import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Recording } from '@agent-skill-runner/contract/recording.ts'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { ask, lasting, recordingOf } from './support/recordings.ts'
import { replayOnly } from './support/talk.ts'

const skills = fileURLToPath(new URL('../../../skills', import.meta.url))
const files = globSync('*/assets/replay/*.recording.json', { cwd: skills }).sort()

let app: Awaited<ReturnType<typeof startApp>>
before(async () => {
  app = await startApp({ env: replayOnly })
})
after(() => app[Symbol.asyncDispose]())

verifies('recording.plays-the-same', 'every recording of a built-in skill leads to what it says it leads to', async () => {
  assert.deepEqual(files, ['demo-echo/assets/replay/broken.recording.json', 'demo-interview/assets/replay/codex.recording.json'])
  for (const file of files) {
    const recording: Recording = JSON.parse(readFileSync(join(skills, file), 'utf8'))
    const id = await ask(app, recording, { engine: 'replay', model: basename(file, '.recording.json') })
    assert.deepEqual(lasting(await recordingOf(app, id)), lasting(recording), file)
  }
})
