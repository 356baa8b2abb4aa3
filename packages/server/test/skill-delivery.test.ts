import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, lstat, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { verifies } from '../../../test/verifies.ts'
import type { Launch, Mount } from '../src/domain/launch.ts'
import { capture } from '../src/process/capture.ts'
import type { Sandbox } from '../src/sandbox/sandbox.ts'
import { openSandbox } from '../src/sandbox/wrap.ts'
import { readSkill } from '../src/skills/package.ts'
import { loadPatchTexts, patchFacts, patchSkill } from '../src/skills/patch.ts'
import { snapshot } from '../src/skills/snapshot.ts'
import { type Delivery, deliverSkill } from '../src/workspace/deliver-skill.ts'
import { layoutOf, type RunLayout } from '../src/workspace/layout.ts'
import { run } from './support/children.ts'
import { temporaryFolder } from './support/folder.ts'
import { type SkillParts, writeSkill } from './support/skill-folder.ts'

/** Proven twice, as the sandbox is: root runs this very file once more as an ordinary user (the last test). */
const isRoot = process.getuid?.() === 0
const runAs = { from: 240900, to: 240909 }
const identity = isRoot ? { uid: 240902, gid: 240902 } : null

const own = '---\nname: told\ndescription: A skill for tests.\n---\n\n# Told\n\nWrite the report to ~/Desktop.\n'
const usual: SkillParts = {
  runner: { entrypoint: {}, artifacts: [{ role: 'report', pattern: 'report.md', required: true }] },
  files: { 'SKILL.md': own, 'references/more.md': 'more\n' },
}

const reading = `cd "$0" && cat SKILL.md && find -L . -type f | sort && cat references/more.md && ./scripts/run.mjs`
const attack = `cd "$0"
  for file in SKILL.md references/more.md references/new new ../new; do (echo x >"$file") 2>/dev/null && echo "wrote $file"; done
  rm -f SKILL.md 2>/dev/null && echo removed; mv SKILL.md other 2>/dev/null && echo renamed; mv ../told ../other 2>/dev/null && echo moved
  echo end`

const files = ['assets/input.schema.json', 'assets/output.schema.json', 'assets/parameter.schema.json', 'assets/runner.json']
const listing = ['SKILL.md', ...files, 'references/more.md', 'scripts/run.mjs'].map((file) => `./${file}\n`).join('')

verifies(
  'engine.skill-is-delivered',
  'in the sandbox an agent finds the patched SKILL.md and all else of the skill as it was, and can change nothing of it',
  async (context) => {
    const { folder, layout, delivery, sandbox } = await open(context)
    const mounts = await deliverSkill(layout, { ...delivery, workspace: '/workspace', isSandboxed: true })
    const place = '/workspace/.agents/skills/told'
    const ours = join(layout.root, '.agents/skills/told/SKILL.md')
    assert.deepEqual(mounts, [
      { from: delivery.snapshotFolder, to: place, access: 'read' },
      { from: ours, to: `${place}/SKILL.md`, access: 'read' },
    ])
    const all: Mount[] = [...mounts, { from: delivery.snapshotFolder, to: '/skill', access: 'read' }]
    const printed = await printedBy(context, sandbox, `${reading}; cat /skill/SKILL.md; ${attack}`, place, all)
    assert.equal(printed, `${delivery.skillMd}${listing}more\n{}\n${own}end\n`)
    assert.equal(await readFile(ours, 'utf8'), delivery.skillMd)
    assert.equal(await readFile(join(delivery.snapshotFolder, 'SKILL.md'), 'utf8'), own)

    // A skill that everyone may write, mounted for writing, does not stand the same attack.
    const weak = join(folder, 'weak')
    execFileSync('cp', ['-r', delivery.snapshotFolder, weak])
    execFileSync('chmod', ['-R', 'a+rwX', weak])
    const written = 'wrote SKILL.md\nwrote references/more.md\nwrote references/new\nwrote new\nremoved\nend\n'
    assert.equal(await printedBy(context, sandbox, attack, place, [{ from: weak, to: place, access: 'write' }]), written)
  },
)

verifies(
  'engine.skill-is-delivered',
  'without a sandbox an agent finds the same in a folder of the run, and as another user it can change nothing of it',
  async (context) => {
    const { layout, delivery, bare } = await open(context)
    assert.deepEqual(await deliverSkill(layout, delivery), [])
    const place = join(layout.root, '.agents/skills/told')
    // An ordinary server and its agents are one user, who may do with these files as they like.
    const script = isRoot ? `${reading}; ${attack}` : `${reading}; echo end`
    assert.equal(await printedBy(context, bare, script, place, []), `${delivery.skillMd}${listing}more\n{}\nend\n`)
    assert.deepEqual(await linksIn(place), {
      assets: join(delivery.snapshotFolder, 'assets'),
      references: join(delivery.snapshotFolder, 'references'),
      scripts: join(delivery.snapshotFolder, 'scripts'),
    })
    assert.equal(await readFile(join(delivery.snapshotFolder, 'SKILL.md'), 'utf8'), own)
  },
)

test('a SKILL.md that is a link in the skill is delivered patched too', async (context) => {
  const { layout, delivery, sandbox, bare } = await open(context, async (folder) => {
    await rm(join(folder, 'SKILL.md'))
    await writeFile(join(folder, 'references/skill.md'), own)
    await symlink('references/skill.md', join(folder, 'SKILL.md'))
  })
  const script = 'cat "$0/SKILL.md"'
  const mounts = await deliverSkill(layout, { ...delivery, workspace: '/workspace', isSandboxed: true })
  assert.equal(await printedBy(context, sandbox, script, '/workspace/.agents/skills/told', mounts), delivery.skillMd)
  await deliverSkill(layout, delivery)
  assert.equal(await printedBy(context, bare, script, join(layout.root, '.agents/skills/told'), []), delivery.skillMd)
  assert.equal(await readFile(join(delivery.snapshotFolder, 'references/skill.md'), 'utf8'), own)
})

test('each attempt gets a delivery of its own, with or without a sandbox, and nothing of the last one is left', async (context) => {
  const { layout, delivery } = await open(context)
  const place = join(layout.root, '.agents/skills/told')
  for (const isSandboxed of [false, false, true, true, false]) {
    await deliverSkill(layout, { ...delivery, isSandboxed })
    assert.deepEqual(await readdir(place), isSandboxed ? ['SKILL.md'] : ['SKILL.md', 'assets', 'references', 'scripts'])
    await writeFile(join(place, 'SKILL.md'), 'changed by an agent')
    await writeFile(join(place, 'left'), 'by an agent')
  }
  await deliverSkill(layout, delivery)
  assert.equal(await readFile(join(place, 'SKILL.md'), 'utf8'), delivery.skillMd)
  assert.deepEqual(await readdir(layout.root), ['.agents'])
})

verifies(
  'engine.skill-is-delivered',
  'whatever an agent left in the place of the skill or on the way to it is replaced, and never written through',
  async (context) => {
    const { layout, delivery, folder } = await open(context)
    const outside = join(folder, 'outside')
    const deep = join(outside, 'skills/told')
    await mkdir(deep, { recursive: true })
    await writeFile(join(deep, 'SKILL.md'), 'of somebody else')
    const ways = ['.agents', '.agents/skills', '.agents/skills/told', '.agents/skills/told/SKILL.md']
    const targets = [outside, join(outside, 'skills'), deep, join(deep, 'SKILL.md')]
    const left: Record<string, (path: string, target: string) => Promise<unknown>> = {
      'a link': (path, target) => symlink(target, path),
      'a link to nowhere': (path) => symlink('nowhere', path),
      'a link to itself': (path) => symlink(path, path),
      'a file': (path) => writeFile(path, 'in the way'),
      'a pipe': async (path) => execFileSync('mkfifo', [path]),
      'a closed folder': async (path) => {
        await mkdir(join(path, 'full'), { recursive: true })
        await chmod(path, 0)
      },
      'a folder that nobody may write': async (path) => {
        await mkdir(join(path, 'full'), { recursive: true })
        await chmod(path, 0o555)
      },
    }
    for (const [what, leave] of Object.entries(left)) {
      for (const [index, way] of ways.entries()) {
        for (const isSandboxed of [true, false]) {
          await lay(layout, way)
          await leave(join(layout.root, way), targets[index] ?? '')
          await deliverSkill(layout, { ...delivery, isSandboxed })
          assert.deepEqual(await kindsIn(layout, ways), ['folder', 'folder', 'folder', 'file'], `${what} at ${way}`)
          assert.equal(await readFile(join(layout.root, '.agents/skills/told/SKILL.md'), 'utf8'), delivery.skillMd)
          assert.deepEqual(await readdir(deep), ['SKILL.md'])
          assert.equal(await readFile(join(deep, 'SKILL.md'), 'utf8'), 'of somebody else')
          assert.deepEqual(await readdir(layout.root), ['.agents'])
        }
      }
    }
    // Written without care, the same link leads outside.
    await lay(layout, '.agents')
    await symlink(outside, join(layout.root, '.agents'))
    await writeFile(join(layout.root, '.agents/skills/told/SKILL.md'), delivery.skillMd)
    assert.equal(await readFile(join(deep, 'SKILL.md'), 'utf8'), delivery.skillMd)
  },
)

test('another folder for skills keeps what else lies beside them', async (context) => {
  const { layout, delivery } = await open(context)
  await mkdir(join(layout.root, '.claude'), { recursive: true })
  await writeFile(join(layout.root, '.claude/settings.json'), '{}')
  const elsewhere = { ...delivery, folder: '.claude/skills', workspace: '/workspace', isSandboxed: true }
  const mounts = await deliverSkill(layout, elsewhere)
  assert.deepEqual(
    mounts.map(({ to }) => to),
    ['/workspace/.claude/skills/told', '/workspace/.claude/skills/told/SKILL.md'],
  )
  assert.deepEqual(await readdir(join(layout.root, '.claude')), ['settings.json', 'skills'])
  assert.deepEqual(await readdir(layout.root), ['.claude'])
})

test('every user can read what is delivered, whatever the umask of the server', async (context) => {
  const { layout, delivery } = await open(context)
  const before = process.umask(0o077)
  try {
    await deliverSkill(layout, delivery)
  } finally {
    process.umask(before)
  }
  const modes = ['.agents', '.agents/skills', '.agents/skills/told', '.agents/skills/told/SKILL.md'].map(
    async (way) => (await lstat(join(layout.root, way))).mode & 0o777,
  )
  assert.deepEqual(await Promise.all(modes), [0o755, 0o755, 0o755, 0o644])
})

test('when the skill cannot be delivered the run folder is as it was', async (context) => {
  const { layout, delivery } = await open(context)
  const gone = { ...delivery, snapshotFolder: join(layout.root, 'gone') }
  await assert.rejects(deliverSkill(layout, gone), { code: 'ENOENT' })
  assert.deepEqual(await readdir(layout.root), [])
})

test('all of this holds for an ordinary user', { skip: !isRoot && 'this is the ordinary user' }, async (context) => {
  const folder = await temporaryFolder(context)
  const tmp = join(folder, 'tmp')
  await mkdir(tmp)
  await chmod(tmp, 0o1777)
  const repository = fileURLToPath(new URL('../../..', import.meta.url))
  const file = fileURLToPath(import.meta.url).replace(repository, '/repo/')
  const links = ['bin', 'lib', 'lib64', 'sbin'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`])
  const { code, stdout, stderr } = await capture(
    [
      ...(['/usr/bin/bwrap', '--die-with-parent', '--ro-bind', '/usr', '/usr', '--ro-bind', '/etc', '/etc', ...links] as const),
      ...['--dev-bind', '/dev', '/dev', '--bind', '/proc', '/proc', '--bind', tmp, '/tmp', '--ro-bind', repository, '/repo'],
      ...['--dir', '/opt', '--ro-bind', process.execPath, '/opt/node', '--chdir', '/tmp'],
      ...['/usr/bin/setpriv', '--reuid=240950', '--regid=240950', '--clear-groups', '/opt/node', '--test-reporter=tap', file],
    ],
    { timeoutMs: 600_000, env: { PATH: '/usr/bin:/bin' } },
  )
  assert.equal(code, 0, `${stdout}\n${stderr}`)
  assert.match(stdout, /^# pass 8\n# fail 0\n# cancelled 0\n# skipped 1$/m)
})

interface Opened {
  readonly folder: string
  readonly layout: RunLayout
  /** Without a sandbox. */
  readonly delivery: Delivery
  readonly sandbox: Sandbox
  readonly bare: Sandbox
}

/** A run whose skill is pinned and patched, and the ways with and without a sandbox. */
async function open(context: TestContext, change: (skillFolder: string) => Promise<void> = async () => {}): Promise<Opened> {
  const folder = await temporaryFolder(context)
  await chmod(folder, 0o755)
  const data = layoutOf(join(folder, 'data'))
  const layout = data.run('run_1')
  await mkdir(layout.root, { recursive: true })
  const { skill, entry } = await writtenSkill(join(folder, 'skills'), change)
  const snapshotFolder = await snapshot(skill, data.skills)
  const { id, version, name, description } = skill
  const place = { id, version, name, description, dir: join(layout.root, '.agents/skills/told') }
  const facts = patchFacts(skill, entry, 'auto', { input: {}, parameter: {}, run_dir: layout.root, skill: place }, false)
  const skillMd = patchSkill(own, facts, await loadPatchTexts())
  const options = { isRoot, runAs, searchPath: '/usr/bin:/bin', folder: join(folder, 'sandbox'), reach: [], capture }
  return {
    folder,
    layout,
    delivery: { id, snapshotFolder, skillMd, isSandboxed: false, workspace: layout.root },
    sandbox: await openSandbox({ ...options, mode: 'required', node: process.execPath }),
    bare: await openSandbox({ ...options, mode: 'off', node: '/bin/sh' }),
  }
}

async function writtenSkill(root: string, change: (folder: string) => Promise<void>) {
  const script = { 'scripts/run.mjs': '#!/bin/sh\necho "{}"\n' }
  const folder = await writeSkill(root, 'told', { ...usual, files: { ...usual.files, ...script } })
  await change(folder)
  const read = await readSkill(folder, { builtIn: false, engines: null })
  assert.ok(read.ok, 'problems' in read ? read.problems.join(' ') : '')
  assert.ok(read.skill.entrypoint.kind === 'prompt')
  return { skill: read.skill, entry: read.skill.entrypoint }
}

async function printedBy(context: TestContext, box: Sandbox, script: string, place: string, mounts: readonly Mount[]) {
  const launch: Launch = {
    argv: ['/bin/sh', '-c', script, place],
    ...{ env: {}, cwd: '/', stdin: null, mounts, network: 'off', identity },
  }
  return (await run(await temporaryFolder(context), box.wrap(launch))).stdout
}

async function linksIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true })
  const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name)
  return Object.fromEntries(await Promise.all(links.map(async (name) => [name, await readlink(join(folder, name))] as const)))
}

/** Nothing of the delivery, but for the folders that lead to a place. */
async function lay({ root }: RunLayout, way: string): Promise<void> {
  await rm(join(root, '.agents'), { recursive: true, force: true })
  await mkdir(join(root, way, '..'), { recursive: true })
}

const kindsIn = ({ root }: RunLayout, ways: readonly string[]): Promise<string[]> =>
  Promise.all(
    ways.map(async (way) => {
      const entry = await lstat(join(root, way))
      return entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other'
    }),
  )
