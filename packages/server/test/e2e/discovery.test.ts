import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentSkillsIndex } from '@agent-skill-runner/contract/discovery.ts'
import { verifies } from '../../../../test/verifies.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { startApp } from '../support/app.ts'
import { ask, plainSkill, skillsAt, uploadTo, zipped } from '../support/projects.ts'
import { writeTokens } from '../support/tokens.ts'
import { unzip } from '../support/unzip.ts'

const index = '/.well-known/agent-skills/index.json'

verifies(
  'compat.discovery',
  'the index lists what is enabled for a token, and each digest is that of the bytes at its address',
  async () => {
    using tokens = writeTokens([
      { name: 'red', scopes: ['run'], project: 'red' },
      { name: 'blue', scopes: ['read'], project: 'blue' },
    ])
    await using app = await startApp({ env: tokens.env })
    const red = tokens.as('red')
    const alone = plainSkill('alone', 'Is one file.')
    const many = plainSkill('many', 'Has scripts.', { 'scripts/run.sh': 'echo hello\n' })
    const uploads = []
    for (const [name, files] of Object.entries({ alone, many, off: plainSkill('off', 'Is disabled.') }))
      uploads.push((await uploadTo(app, 'red', zipped(name, files), red)).body.version_hash)
    await ask(app, 'PATCH', `${skillsAt('red')}/off`, { enabled: false }, red)

    assert.equal((await ask(app, 'GET', index)).status, 401)
    assert.deepEqual((await ask<AgentSkillsIndex>(app, 'GET', index, undefined, tokens.as('blue'))).body.skills, [])
    const { body } = await ask<AgentSkillsIndex>(app, 'GET', index, undefined, red)
    const fetched = async (url: string, headers: Record<string, string> = red) => {
      const response = await fetch(new URL(url, app.url + index), { headers })
      return {
        status: response.status,
        bytes: Buffer.from(await response.arrayBuffer()),
        type: response.headers.get('content-type'),
      }
    }
    const archive = await fetched(`/.well-known/agent-skills/many/archive.zip?version=${uploads[1]}`)
    assert.deepEqual([archive.status, archive.type, await unzip(archive.bytes)], [200, 'application/zip', many])
    assert.deepEqual(body, {
      $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
      skills: [
        {
          ...{ name: 'alone', type: 'skill-md', description: 'Is one file.', digest: `sha256:${sha256(alone['SKILL.md'])}` },
          url: `/v1/projects/red/skills/alone/files/SKILL.md?version=${uploads[0]}`,
        },
        {
          ...{ name: 'many', type: 'archive', description: 'Has scripts.', digest: `sha256:${sha256(archive.bytes)}` },
          url: `/.well-known/agent-skills/many/archive.zip?version=${uploads[1]}`,
        },
      ],
    })
    assert.equal((await fetched(body.skills[0]?.url ?? '')).bytes.toString(), alone['SKILL.md'])
    // What is at an address stays, also when another version is in use.
    await uploadTo(app, 'red', zipped('many', plainSkill('many', 'Is another.')), red)
    assert.equal(sha256((await fetched(body.skills[1]?.url ?? '')).bytes), sha256(archive.bytes))
    assert.equal((await fetched(body.skills[1]?.url ?? '', tokens.as('blue'))).status, 404)
    assert.equal((await fetched(body.skills[1]?.url ?? '', {})).status, 401)
    assert.equal((await fetched('/.well-known/agent-skills/off/archive.zip')).status, 409)
    // One whose files are gone does not take the others along.
    rmSync(join(app.data, 'projects/red/skills/alone'), { recursive: true })
    const { body: rest } = await ask<AgentSkillsIndex>(app, 'GET', index, undefined, red)
    assert.deepEqual(
      rest.skills.map(({ name }) => name),
      ['many'],
    )
  },
)

verifies('compat.discovery-bounded', 'a skill is packed once for its digest, however many ask and however often', async () => {
  await using app = await startApp()
  const { version_hash: version } = (
    await uploadTo(app, 'default', zipped('many', plainSkill('many', 'Two.', { more: 'one\n' })))
  ).body
  const digests = async () => (await ask<AgentSkillsIndex>(app, 'GET', index)).body.skills.map(({ digest }) => digest)
  const [first = [], ...others] = await Promise.all(Array.from({ length: 10 }, digests))
  assert.deepEqual(
    others,
    others.map(() => first),
  )
  // Whoever packed it again would find other bytes.
  writeFileSync(join(app.data, 'projects/default/skills/many', version, 'more'), 'two\n')
  assert.deepEqual(await digests(), first)
})

verifies('compat.discovery', 'without tokens the index is open and lists the installed skills of project default', async () => {
  await using app = await startApp({ skills: [{ id: 'shared' }] })
  const { body } = await ask<AgentSkillsIndex>(app, 'GET', index)
  const shared = body.skills.find(({ name }) => name === 'shared')
  assert.equal(shared?.type, 'archive')
  const bytes = Buffer.from(await (await fetch(new URL(shared?.url ?? '', app.url))).arrayBuffer())
  assert.equal(shared?.digest, `sha256:${sha256(bytes)}`)
})
