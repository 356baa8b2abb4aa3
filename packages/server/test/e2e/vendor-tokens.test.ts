import assert from 'node:assert/strict'
import type { ProjectSkillList } from '@agent-skill-runner/contract/project-skill.ts'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { ask, plainSkill, skillsAt, zipped } from '../support/projects.ts'
import { writeTokens } from '../support/tokens.ts'
import { anthropicAt, filesOf, openaiAt, zipFile } from '../support/vendors.ts'

verifies('compat.vendor-errors', 'tokens, scopes, projects and profiles hold for the clients of vendors as for all', async () => {
  using tokens = writeTokens([
    { name: 'chief', scopes: ['admin'] },
    { name: 'red', scopes: ['run'], project: 'red' },
    { name: 'blue', scopes: ['run'], project: 'blue' },
    { name: 'reader', scopes: ['read'], project: 'red' },
    { name: 'agent', scopes: ['run'], project: 'red', profile: 'agent' },
  ])
  await using app = await startApp({ env: tokens.env })
  const anthropic = (name: string) => anthropicAt(app.url, tokens.tokenOf(name))
  const openai = (name: string) => openaiAt(app.url, tokens.tokenOf(name))
  const files = filesOf('secret', plainSkill('secret', 'Is of red.'))

  for (const key of ['wrong', 'wrong key', '']) {
    await assert.rejects(anthropicAt(app.url, key).skills.list(), {
      status: 401,
      type: 'authentication_error',
      errorCode: 'UNAUTHORIZED',
    })
    await assert.rejects(openaiAt(app.url, key || 'none').skills.list(), { status: 401, code: 'UNAUTHORIZED' })
  }
  // As x-api-key a token counts only where clients of vendors are expected.
  const key = { 'x-api-key': tokens.tokenOf('red') }
  assert.equal((await ask(app, 'GET', skillsAt('red'), undefined, key)).status, 401)
  assert.equal((await ask(app, 'GET', '/compat/openai/v1/skills', undefined, key)).status, 200)
  assert.equal((await ask(app, 'GET', '/compat/anthropic/v1/skills', undefined, tokens.as('red'))).status, 200)

  const { id } = await anthropic('red').skills.create({ files })
  const { body } = await ask<ProjectSkillList>(app, 'GET', skillsAt('red'), undefined, tokens.as('red'))
  assert.deepEqual(
    body.skills.map(({ name }) => name),
    ['secret'],
  )
  // Nobody of another project sees it, changes it, or learns that it is there. A token without a project is in default.
  for (const name of ['blue', 'chief']) {
    const { skills } = openai(name)
    const asked = [
      () => skills.retrieve(id),
      () => skills.content.retrieve(id),
      () => skills.delete(id),
      () => skills.update(id, { default_version: 'latest' }),
      () => skills.versions.retrieve('latest', { skill_id: id }),
      () => skills.versions.create(id, { files: zipFile(zipped('secret', plainSkill('secret', 'Is of blue.'))) }),
    ]
    for (const one of asked) await assert.rejects(one(), { status: 404, code: 'SKILL_NOT_FOUND' })
    const listed = []
    for await (const skill of skills.list()) listed.push(skill.id)
    assert.ok(!listed.includes(id))
  }
  assert.equal((await openai('red').skills.retrieve(id)).description, 'Is of red.')

  const forbidden = { status: 403, type: 'permission_error', errorCode: 'FORBIDDEN' }
  await assert.rejects(anthropic('reader').skills.create({ files }), forbidden)
  await assert.rejects(anthropic('reader').skills.delete(id), forbidden)
  assert.equal((await anthropic('reader').skills.retrieve(id)).id, id)

  const profile = (allowed_tools: string[]) =>
    ask(app, 'PUT', '/v1/projects/red/profiles/agent', { allowed_tools }, tokens.as('chief'))
  const notAllowed = { status: 403, code: 'TOOL_NOT_ALLOWED' }
  await profile(['skills_list'])
  assert.equal((await openai('agent').skills.retrieve(id)).id, id)
  await assert.rejects(openai('agent').skills.content.retrieve(id), notAllowed)
  await profile(['skills_load'])
  await assert.rejects(openai('agent').skills.list(), notAllowed)
  assert.equal((await openai('agent').skills.content.retrieve(id)).status, 200)
  // What others run is not for agents to change, whatever their profile.
  await assert.rejects(openai('agent').skills.delete(id), notAllowed)
  await assert.rejects(openai('agent').skills.create({ files: zipFile(zipped('x', plainSkill('x', 'X.'))) }), notAllowed)
  await assert.rejects(openai('agent').skills.update(id, { default_version: 'latest' }), notAllowed)
})
