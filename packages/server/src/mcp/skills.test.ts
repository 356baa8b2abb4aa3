import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as ext from '@modelcontextprotocol/server/ext/skills'
import { MadeOnce } from '../lib/made-once.ts'
import type { Caller, RestAnswer, RestRequest } from './rest.ts'
import { skillSource } from './skills.ts'

const answer = (status: number, told: object | string): RestAnswer => ({
  status,
  headers: {},
  bytes: Buffer.from(typeof told === 'string' ? told : JSON.stringify(told)),
})
const rejects = (status: number, code: string) => answer(status, { error: { code, message: `It is ${code}.` } })

/** A project in which the files of each skill are told as here. */
const callerWith = (files: Readonly<Record<string, RestAnswer>>): Caller => ({
  project: 'zoo',
  refusal: () => null,
  onChange: () => () => {},
  async rest({ operation, params: { name = '' } = {} }: RestRequest) {
    const skills = Object.keys(files).map((one) => ({ name: one, description: 'An animal.', version_hash: 'v1' }))
    if (operation === 'listProjectSkills') return answer(200, { skills, next_cursor: null })
    if (operation === 'listProjectSkillFiles') return files[name] ?? assert.fail(name)
    return name === 'replaced'
      ? rejects(404, 'SKILL_VERSION_NOT_FOUND')
      : answer(200, `---\nname: ${name}\ndescription: A bird.\n---\n`)
  },
})

function listing(files: Readonly<Record<string, RestAnswer>>) {
  const skipped: string[][] = []
  const sdk = { skillEntry: ext.skillEntry, skillLimits: ext.SKILL_LIMITS }
  const entries = new MadeOnce<ext.Skill | null>(10)
  const source = skillSource({ sdk, entries, skip: (...told) => void skipped.push(told) }, callerWith(files))
  return { skipped, list: async () => (await source.list({}, {} as never)).skills.map(({ uri }) => uri) }
}

const there = answer(200, { version_hash: 'v1', files: [{ path: 'SKILL.md', size: 10 }] })

test('a skill that cannot be used any more leaves the others of its page listed', async () => {
  const { list, skipped } = listing({
    heron: there,
    deleted: rejects(404, 'SKILL_NOT_FOUND'),
    disabled: rejects(409, 'SKILL_DISABLED'),
    broken: rejects(409, 'SKILL_DEGRADED'),
    replaced: there,
  })
  assert.deepEqual(await list(), ['skill://zoo/heron/SKILL.md'])
  assert.deepEqual(skipped.toSorted(), [
    ['broken', 'It is SKILL_DEGRADED.'],
    ['disabled', 'It is SKILL_DISABLED.'],
    ['replaced', 'It is SKILL_VERSION_NOT_FOUND.'],
  ])
})

test('what is wrong with the server or with the caller is not hidden behind a shorter list', async () => {
  for (const [status, code] of [
    [503, 'DATABASE_UNAVAILABLE'],
    [403, 'TOOL_NOT_ALLOWED'],
  ] as const)
    await assert.rejects(listing({ heron: there, owl: rejects(status, code) }).list(), {
      data: { code, message: `It is ${code}.` },
    })
})
