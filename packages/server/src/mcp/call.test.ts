import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { ServerContext } from '@modelcontextprotocol/server'
import { Fault } from '../lib/fault.ts'
import { call } from './call.ts'
import type { Document } from './document.ts'
import { toolsBy } from './offered.ts'
import type { Caller } from './rest.ts'

const document = JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8')) as Document
const context = { mcpReq: { signal: new AbortController().signal, requestState: () => undefined } } as unknown as ServerContext

test('a tool that its caller may not use asks for nothing, and without the guard it is answered', async () => {
  const result = tools.get('skill_run_result') ?? assert.fail('it is in the table')
  const guarded = callerWith(new Fault('TOOL_NOT_ALLOWED', { tool: 'skill_run_result' }))
  await assert.rejects(call(guarded.caller, result, { request_id: 'job_1' }, context), { code: 'TOOL_NOT_ALLOWED' })
  assert.deepEqual(guarded.asked, [])
  // Every profile may read a job by REST, so nothing else stands in the way.
  const open = callerWith(null)
  const answer = await call(open.caller, result, { request_id: 'job_1' }, context)
  assert.deepEqual(answer.structuredContent, told)
  assert.deepEqual(open.asked, ['getJobResult'])
})

const tools = toolsBy(document)
const told = { request_id: 'job_1', result: { status: 'succeeded', data: { secret: 1 }, artifacts: [], error: null } }

function callerWith(refusal: Fault | null): { readonly caller: Caller; readonly asked: readonly string[] } {
  const asked: string[] = []
  const caller: Caller = {
    project: 'default',
    refusal: () => refusal,
    onChange: () => () => {},
    async rest({ operation }) {
      asked.push(operation)
      return { status: 200, headers: {}, bytes: Buffer.from(JSON.stringify(told)) }
    },
  }
  return { caller, asked }
}
