import assert from 'node:assert/strict'
import { chownSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { pino } from 'pino'
import { verifies } from '../../../test/verifies.ts'
import { bringInputs } from '../src/exec/bring-inputs.ts'
import { sessionFolder } from '../src/exec/session-folder.ts'
import { takeOutputs } from '../src/exec/take-outputs.ts'
import { Fault } from '../src/lib/fault.ts'
import { layoutOf } from '../src/workspace/layout.ts'
import { openFolder } from '../src/workspace/open-folder.ts'
import { temporaryFolder } from './support/folder.ts'

/** A session in which a command has put links to a folder of somebody else, which holds a canary. */
async function openTrap(context: TestContext) {
  const folder = await temporaryFolder(context)
  const layout = layoutOf(join(folder, 'data'))
  const session = sessionFolder(layout.execSession('ses_1'))
  const skillFolder = session.skill({ name: 'tool', versionHash: 'f'.repeat(64) })
  const outside = join(folder, 'outside')
  for (const made of [session.work, join(session.work, 'deep'), skillFolder, outside, layout.execArtifacts])
    mkdirSync(made, { recursive: true })
  writeFileSync(join(outside, 'canary'), 'untouched')
  symlinkSync(outside, join(session.work, 'way'))
  symlinkSync(outside, join(session.work, 'deep/way'))
  symlinkSync(outside, join(skillFolder, 'way'))
  symlinkSync(join(outside, 'canary'), join(session.work, 'canary'))
  writeFileSync(layout.execArtifact('art_1'), 'overwritten')
  const stage = { session, skillFolder, identity: null, mark: '' }
  const limits = { artifactBytes: 1000, artifactsBytes: 1000, projectArtifactBytes: 0 } as never
  const deps = { layout, limits, store: {} as never, clock: { now: () => new Date() }, logger: pino({ level: 'silent' }) }
  return { deps, stage, outside, canary: () => readFileSync(join(outside, 'canary'), 'utf8'), session }
}

/** As a path is entered by whoever does not look. */
const enterBlindly = (root: string, names: readonly string[]) => openFolder(`${join(root, ...names)}/`)

const places = [
  { workdir: 'way', mountPath: 'canary' },
  { workdir: 'deep', mountPath: 'way/canary' },
  { workdir: 'skill', mountPath: 'way/canary' },
]

const input = (mountPath: string) => [{ artifactId: 'art_1', mountPath }]

verifies(
  'exec.no-way-out-by-links',
  'an input is not brought through a link that a command has put in its way',
  async (context) => {
    const trap = await openTrap(context)
    for (const { workdir, mountPath } of places)
      await assert.rejects(bringInputs(trap.deps, trap.stage, { workdir, inputs: input(mountPath) }), (error) => {
        assert.ok(error instanceof Fault)
        assert.deepEqual([error.code, error.details['problem']], ['PATH_INVALID', 'it leads through a link or a file'])
        return true
      })
    // A link in the place of the file itself is replaced, and not written to.
    await bringInputs(trap.deps, { ...trap.stage, skillFolder: trap.session.work }, { workdir: 'skill', inputs: input('canary') })
    assert.deepEqual([trap.canary(), readdirSync(trap.outside)], ['untouched', ['canary']])
    assert.equal(readFileSync(join(trap.session.work, 'canary'), 'utf8'), 'overwritten')
    // Nothing is left where they were made ready.
    assert.deepEqual(readdirSync(trap.deps.layout.execArtifacts), ['art_1'])
  },
)

verifies('exec.no-way-out-by-links', 'without that guard the input overwrites a file of somebody else', async (context) => {
  for (const { workdir, mountPath } of places) {
    const trap = await openTrap(context)
    await bringInputs(trap.deps, trap.stage, { workdir, inputs: input(mountPath) }, enterBlindly)
    assert.equal(trap.canary(), 'overwritten', workdir)
  }
})

const asked = (workdir: string, path: string) => ({
  ...({ projectId: 'default', source: 'task', sourceId: null, workdir } as const),
  outputs: [{ path, saveAs: null }],
})

verifies('exec.no-way-out-by-links', 'an output is not taken through a link, nor from a link', async (context) => {
  const trap = await openTrap(context)
  for (const { workdir, mountPath } of [...places, { workdir: 'deep', mountPath: 'way' }]) {
    const { artifacts, errors } = await takeOutputs(trap.deps, trap.stage, asked(workdir, mountPath))
    assert.deepEqual([artifacts, errors.map(({ code }) => code)], [[], ['link']], `${workdir} ${mountPath}`)
  }
  const direct = await takeOutputs(trap.deps, { ...trap.stage, skillFolder: trap.session.work }, asked('skill', 'canary'))
  assert.deepEqual([direct.artifacts, direct.errors.map(({ code }) => code)], [[], ['link']])
})

verifies('exec.no-way-out-by-links', 'without that guard the output is a file of somebody else', async (context) => {
  const trap = await openTrap(context)
  const openBlindly = (root: string, path: string) => open(join(root, path))
  for (const { workdir, mountPath } of places) {
    const { artifacts } = await takeOutputs(trap.deps, trap.stage, asked(workdir, mountPath), openBlindly)
    const taken = artifacts.map(({ id }) => readFileSync(trap.deps.layout.execArtifact(id), 'utf8'))
    assert.deepEqual(taken, ['untouched'], workdir)
  }
})

verifies(
  'exec.no-way-out-by-links',
  'a second name of a file of another user is not taken, and one of an own file is',
  async (context) => {
    const trap = await openTrap(context)
    linkSync(join(trap.outside, 'canary'), join(trap.session.work, 'deep/hard'))
    const take = async () => {
      const { artifacts, errors } = await takeOutputs(trap.deps, trap.stage, asked('deep', 'hard'))
      return [artifacts.length, errors.map(({ code }) => code)]
    }
    assert.deepEqual(await take(), [1, []])
    // Only root can make files of others.
    if (process.getuid?.() !== 0) return
    chownSync(trap.session.work, 64_999, 64_999)
    assert.deepEqual(await take(), [0, ['foreign']])
  },
)
