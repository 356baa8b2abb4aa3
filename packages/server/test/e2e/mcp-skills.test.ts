import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { connect, protocolErrorOf, revisions } from '../support/mcp.ts'
import { ask, plainSkill, skillsAt, uploadTo, zipped } from '../support/projects.ts'
import { writeTokens } from '../support/tokens.ts'

interface Entry {
  readonly uri: string
  readonly frontmatter: { readonly name: string; readonly description: string }
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[]
}

const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00])
const files = (words: string) => ({
  ...plainSkill('birds', 'Knows birds.', { 'data/list.txt': words }),
  'data/heron.png': picture,
})

for (const revision of revisions)
  verifies(
    'mcp.skills',
    `${revision}: skills are listed with a digest of each file, which the file itself has, also after an update`,
    async () => {
      await using app = await startApp()
      await uploadTo(app, 'zoo', zipped('birds', files('heron\n')))
      await using client = await connect(revision, { ...app, path: '/mcp/projects/zoo' })
      const digests = async () => {
        const { skills } = await client.ask<{ skills: Entry[] }>('skills/list')
        const [skill, ...none] = skills
        assert.deepEqual(
          [none, skill?.uri, skill?.frontmatter],
          [[], 'skill://zoo/birds/SKILL.md', { name: 'birds', description: 'Knows birds.' }],
        )
        for (const { uri, digest, size } of skill?.resources ?? []) {
          const { contents } = await client.raw.readResource({ uri })
          const [file] = contents as { text?: string; blob?: string }[]
          const bytes = file?.blob === undefined ? Buffer.from(file?.text ?? '') : Buffer.from(file.blob, 'base64')
          assert.deepEqual([digest, size], [`sha256:${createHash('sha256').update(bytes).digest('hex')}`, bytes.length], uri)
        }
        const { skill: one } = await client.ask<{ skill: Entry }>('skills/get', { uri: 'skill://zoo/birds/SKILL.md' })
        assert.deepEqual(one, skill)
        return skill?.resources.map(({ uri, digest }) => [uri, digest])
      }
      const before = await digests()
      assert.deepEqual(
        before?.map(([uri]) => uri),
        [...['skill://zoo/birds/SKILL.md', 'skill://zoo/birds/data/heron.png', 'skill://zoo/birds/data/list.txt']],
      )
      await uploadTo(app, 'zoo', zipped('birds', files('heron\nibis\n')))
      assert.notDeepEqual(await digests(), before)

      const inside = async (uri: string) =>
        (await client.ask<{ resources: { uri: string }[] }>('resources/directory/read', { uri })).resources.map((one) => one.uri)
      assert.deepEqual(await inside('skill://zoo'), ['skill://zoo/birds'])
      assert.deepEqual(await inside('skill://zoo/birds'), ['skill://zoo/birds/SKILL.md', 'skill://zoo/birds/data'])
      assert.deepEqual(await inside('skill://zoo/birds/data'), [
        'skill://zoo/birds/data/heron.png',
        'skill://zoo/birds/data/list.txt',
      ])
      for (const uri of ['skill://zoo/birds/nothing', 'skill://zoo/cats', 'skill://default/demo-echo'])
        await assert.rejects(client.ask('resources/directory/read', { uri }), { code: -32602 }, uri)
      for (const uri of ['skill://zoo/birds/none.txt', 'skill://default/demo-echo/SKILL.md', 'skill://zoo/birds/..%2Fx'])
        await assert.rejects(client.raw.readResource({ uri }), uri)
    },
  )

verifies('mcp.skills', 'a prompt that cannot be had says why', async () => {
  using tokens = writeTokens([
    { name: 'chief', scopes: ['admin'] },
    { name: 'lister', scopes: ['run'], profile: 'lister' },
  ])
  await using app = await startApp({ env: tokens.env })
  const chief = tokens.as('chief')
  await uploadTo(app, 'zoo', zipped('birds', files('heron\n')), chief)
  await ask(app, 'PUT', '/v1/projects/zoo/profiles/lister', { allowed_tools: ['skills_list'] }, chief)
  const reasonFor = async (headers: Record<string, string>) => {
    await using client = await connect('2026-07-28', { ...app, path: '/mcp/projects/zoo', headers })
    return await protocolErrorOf(client.raw.getPrompt({ name: 'birds' }))
  }
  assert.deepEqual(await reasonFor(tokens.as('lister')), { code: -32602, ours: 'TOOL_NOT_ALLOWED' })
  await ask(app, 'PATCH', `${skillsAt('zoo')}/birds`, { enabled: false }, chief)
  assert.deepEqual(await reasonFor(chief), { code: -32602, ours: 'SKILL_DISABLED' })
})

verifies('mcp.skills', 'a skill whose files are gone does not take the others along', async () => {
  await using app = await startApp()
  for (const name of ['birds', 'cats']) await uploadTo(app, 'zoo', zipped(name, plainSkill(name, `Knows ${name}.`)))
  rmSync(join(app.data, 'projects/zoo/skills/birds'), { recursive: true })
  await using client = await connect('2026-07-28', { ...app, path: '/mcp/projects/zoo' })
  const { skills } = await client.ask<{ skills: Entry[] }>('skills/list')
  assert.deepEqual(
    skills.map(({ uri }) => uri),
    ['skill://zoo/cats/SKILL.md'],
  )
  const asked = client.ask('skills/get', { uri: 'skill://zoo/birds/SKILL.md' })
  assert.deepEqual(await protocolErrorOf(asked), { code: -32602, ours: 'SKILL_DEGRADED' })
})

verifies('mcp.skills', 'more skills than a page has are all listed, page by page', async () => {
  await using app = await startApp()
  const names = Array.from({ length: 101 }, (_, index) => `bird-${String(index).padStart(3, '0')}`)
  for (const name of names) await uploadTo(app, 'zoo', zipped(name, plainSkill(name, 'Is a bird.')))
  const pages = {
    'resources/list': { list: 'resources', params: {} },
    'resources/directory/read': { list: 'resources', params: { uri: 'skill://zoo' } },
    'skills/list': { list: 'skills', params: {} },
    'prompts/list': { list: 'prompts', params: {} },
  } as const
  for (const revision of revisions) {
    await using client = await connect(revision, { ...app, path: '/mcp/projects/zoo' })
    for (const [method, { list, params }] of Object.entries(pages)) {
      const first = await client.ask<Page>(method, params)
      const second = await client.ask<Page>(method, { ...params, cursor: first.nextCursor })
      assert.deepEqual([first[list]?.length, second[list]?.length, second.nextCursor], [100, 1, undefined], method)
      assert.match(JSON.stringify(second[list]?.[0]), /bird-100/)
    }
  }
})

interface Page {
  readonly nextCursor?: string
  readonly resources?: readonly object[]
  readonly skills?: readonly object[]
  readonly prompts?: readonly object[]
}

verifies('mcp.skills', 'installed skills are among those of the default project, and each skill is a prompt', async () => {
  await using app = await startApp()
  for (const revision of revisions) {
    await using client = await connect(revision, app)
    const { resources } = await client.raw.listResources()
    assert.ok(resources.some(({ uri }) => uri === 'skill://default/demo-echo/SKILL.md'))
    const { prompts } = await client.raw.listPrompts()
    assert.deepEqual(
      prompts.map(({ name }) => name),
      resources.map(({ name }) => name),
    )
    const { messages } = await client.raw.getPrompt({ name: 'demo-echo', arguments: { task: 'Say hello.' } })
    const [how, what] = messages.map(({ content }) => content as { text?: string; resource?: { uri: string; text: string } })
    assert.match(how?.text ?? '', /^Use the skill demo-echo\..*\n\nSay hello\.$/s)
    assert.match(what?.resource?.text ?? '', /^---\nname: demo-echo/)
    const unknown = client.raw.getPrompt({ name: 'nobody' })
    assert.deepEqual(await protocolErrorOf(unknown), { code: -32602, ours: 'SKILL_NOT_FOUND' })
  }
})

verifies('mcp.skills-bounded', 'skills that many ask for at once are read once', async () => {
  await using app = await startApp({ env: { LOG_LEVEL: 'debug' } })
  await uploadTo(app, 'zoo', zipped('birds', files('heron\n')))
  await using client = await connect('2026-07-28', { ...app, path: '/mcp/projects/zoo' })
  const list = () => client.ask<{ skills: Entry[] }>('skills/list')
  const told = await Promise.all(Array.from({ length: 20 }, list))
  assert.deepEqual(new Set(told.map(({ skills }) => skills.length)), new Set([1]))
  const read = app.logged.filter((line) => line.includes('/v1/projects/:project_id/skills/:name/files/*'))
  assert.equal(read.length, 3)
})

verifies('mcp.skills', 'a file may be called like what objects have by themselves', async () => {
  await using app = await startApp()
  const odd = Object.fromEntries(['__proto__', 'constructor', 'toString'].map((name) => [name, `${name}\n`]))
  await uploadTo(app, 'zoo', zipped('birds', plainSkill('birds', 'Knows birds.', odd)))
  await using client = await connect('2025-11-25', { ...app, path: '/mcp/projects/zoo' })
  const { skill } = await client.ask<{ skill: Entry }>('skills/get', { uri: 'skill://zoo/birds/SKILL.md' })
  assert.deepEqual(skill.resources.map(({ uri }) => uri).toSorted(), [
    'skill://zoo/birds/SKILL.md',
    'skill://zoo/birds/__proto__',
    'skill://zoo/birds/constructor',
    'skill://zoo/birds/toString',
  ])
})
