import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readStatus } from './exec-query.ts'

const rule = (statusField: string) => ({ statusField, doneStates: ['done', '0', 'true'], errorStates: ['broken', 'false'] })

test('a state is read from a field of JSON, and one that nobody has named means that it goes on', () => {
  const cases: [string, string, object][] = [
    ['{"status":"done"}', 'status', { ok: true, status: 'succeeded', value: 'done' }],
    ['{"job":{"state":"broken"}}\n', 'job.state', { ok: true, status: 'failed', value: 'broken' }],
    ['{"jobs":[{"state":"new"},{"state":"half"}]}', 'jobs.1.state', { ok: true, status: 'running', value: 'half' }],
    ['{"code":0}', 'code', { ok: true, status: 'succeeded', value: '0' }],
    ['{"ok":false}', 'ok', { ok: true, status: 'failed', value: 'false' }],
    ['{"__proto__":{"x":"done"}}', '__proto__.x', { ok: true, status: 'succeeded', value: 'done' }],
  ]
  for (const [printed, field, expected] of cases) assert.deepEqual(readStatus(printed, rule(field)), expected, printed)
})

test('what holds no state says what is wrong with it', () => {
  const cases: [string, string, string][] = [
    ['', 'status', 'it printed nothing'],
    ['done', 'status', 'it did not print JSON'],
    ['{"status":"done"} and more', 'status', 'it did not print JSON'],
    ['{}', 'status', 'its JSON has no such field'],
    ['{}', 'constructor.name', 'its JSON has no such field'],
    ['{"status":"done"}', 'status.length', 'its JSON has no such field'],
    ['[]', 'length.x', 'its JSON has no such field'],
    ['{"status":null}', 'status', 'the field is not a text, number or boolean'],
    ['{"status":{"x":1}}', 'status', 'the field is not a text, number or boolean'],
  ]
  for (const [printed, field, problem] of cases)
    assert.deepEqual(readStatus(printed, rule(field)), { ok: false, problem }, printed)
})
