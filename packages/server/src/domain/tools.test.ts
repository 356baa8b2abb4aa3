import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { operationsOf, type Profile, refusalOf, type ToolCall, toolNamed, tools, withoutTool } from './tools.ts'

const { paths } = JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string }>>
}

/** What the skills service has, by openapi.json. */
const operations = Object.entries(paths)
  .filter(([path]) => /^(\/v1\/projects\/\{project_id\}\/(exec|skills|artifacts)\b|\/compat\/|\/\.well-known\/)/.test(path))
  .flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId))

verifies('exec.profiles', 'every operation of the skills service has a tool, or is listed as having none', () => {
  const named = [...Object.values(operationsOf).flat(), ...Object.keys(withoutTool)] as readonly string[]
  assert.deepEqual(
    operations.filter((id) => !named.includes(id)),
    [],
    'Add these to a tool in domain/tools.ts, or to withoutTool with the reason',
  )
  assert.deepEqual(
    named.filter((id, index) => named.indexOf(id) !== index),
    [],
    'These are listed twice',
  )
})

test('a tool is known by both spellings, and by no other', () => {
  assert.equal(tools.length, 18)
  const names = ['skills_run_cmd', 'skills.run_cmd', 'skills.job_watch', 'run_cmd', 'skills.', 'skills_skills.run_cmd', '']
  assert.deepEqual(names.map(toolNamed), ['skills_run_cmd', 'skills_run_cmd', 'skills_job_watch', null, null, null, null])
})

verifies('exec.profiles', 'a status that any command tells needs the tool that runs commands as well', () => {
  const refusal = (...allowedTools: Profile['allowedTools']) =>
    refusalOf({
      ...{ operation: 'queryExecTask', isRead: false, isFromPage: false },
      principal: { scopes: ['read', 'run'], profile: 'agent' },
      profile: { name: 'agent', allowedTools, uiAllowed: false },
    })
  assert.deepEqual(
    [refusal('skills_task_status'), refusal('skills_run_cmd'), refusal('skills_task_status', 'skills_run_cmd')],
    [{ code: 'TOOL_NOT_ALLOWED', tool: 'skills_run_cmd' }, { code: 'TOOL_NOT_ALLOWED', tool: 'skills_task_status' }, null],
  )
})

const agent: Profile = { name: 'agent', allowedTools: ['skills_list', 'skills_run_cmd'], uiAllowed: false }
const page: Profile = { ...agent, name: 'page', uiAllowed: true }

const code = (operation: string, more: Partial<ToolCall> = {}) =>
  refusalOf({ operation, isRead: false, principal: { scopes: ['read', 'run'] }, isFromPage: false, profile: null, ...more })?.code

verifies('exec.profiles', 'a profile allows its tools, what has none and harms nobody, and nothing else', () => {
  const of = (profile: Profile | null, isRead = false) =>
    ({ principal: { scopes: ['read', 'run'], profile: 'agent' }, profile, isRead }) as const
  assert.deepEqual(
    {
      without: code('createExecTask'),
      allowed: code('runExecCommand', of(agent)),
      other: code('createExecTask', of(agent)),
      reading: code('getExecTask', of(agent, true)),
      missing: code('runExecCommand', of(null)),
      upload: code('uploadProjectSkill', of(agent)),
      ownSession: code('deleteExecSession', of(agent)),
      job: code('createJob', of(agent)),
      jobs: code('listJobs', of(agent, true)),
      unknown: code('someNewOperation', of(agent)),
    },
    {
      without: undefined,
      allowed: undefined,
      other: 'TOOL_NOT_ALLOWED',
      reading: 'TOOL_NOT_ALLOWED',
      missing: 'TOOL_NOT_ALLOWED',
      upload: 'TOOL_NOT_ALLOWED',
      ownSession: undefined,
      job: 'TOOL_NOT_ALLOWED',
      jobs: undefined,
      unknown: 'TOOL_NOT_ALLOWED',
    },
  )
})

verifies('exec.ui-callers', 'a page runs something only with a profile that says so, or as an administrator', () => {
  const fromPage = (scopes: readonly ('read' | 'run' | 'admin')[], profile: Profile | null = null, kind?: 'ui') => ({
    principal: { scopes, ...(profile ? { profile: profile.name } : {}), ...(kind ? { kind } : {}) },
    profile,
    isFromPage: kind === undefined,
  })
  const all = ['read', 'run', 'admin'] as const
  assert.deepEqual(
    {
      runner: code('runExecCommand', fromPage(['read', 'run'])),
      chief: code('runExecCommand', fromPage(all)),
      uiChief: code('runExecCommand', fromPage(all, null, 'ui')),
      agent: code('runExecCommand', fromPage(all, agent)),
      page: code('runExecCommand', fromPage(['read', 'run'], page)),
      uiPage: code('runExecCommand', fromPage(['read', 'run'], page, 'ui')),
      cancel: code('cancelExecTask', fromPage(['read', 'run'], null, 'ui')),
      query: code('queryExecTask', fromPage(['read', 'run'], null, 'ui')),
      createJob: code('createJob', fromPage(['read', 'run'], null, 'ui')),
    },
    {
      runner: 'UI_NOT_ALLOWED',
      chief: undefined,
      uiChief: 'UI_NOT_ALLOWED',
      agent: 'UI_NOT_ALLOWED',
      page: undefined,
      uiPage: undefined,
      cancel: undefined,
      query: 'UI_NOT_ALLOWED',
      createJob: undefined,
    },
  )
})
