import assert from 'node:assert/strict'
import type { Recording } from '@agent-skill-runner/sdk/source'
import { verifies } from '../../../../test/verifies.ts'
import { summaryOf } from './recording-summary.ts'

const recording = (input: Recording['job']['input'], responses: readonly unknown[]): Recording => ({
  format: 'recording/1',
  recorded: {
    request_id: 'job_1',
    skill_id: 'talk',
    skill_version: '1.0.0',
    engine: 'replay',
    engine_version: null,
    model: 'default',
    ended_at: '2026-01-01T00:00:00.000Z',
    error_code: null,
  },
  job: {
    input,
    parameter: {},
    execution_mode: 'auto',
    files: [],
    replies: responses.map((response) => ({ response, resolution_mode: 'user_reply', files: [] })),
  },
  turns: [{ steps: [] }],
  result: { status: 'succeeded', data: null, error_code: null, usage: null, artifacts: [] },
  masked: [],
  not_searched: [],
})

const linesOf = (...given: Parameters<typeof recording>) =>
  summaryOf(recording(...given), { folder: 'talk', name: 'first', file: 'first.recording.json', bytes: 1 }).text.split('\n')

verifies('recording.command', 'the commands that play a recording say what was said, and move nothing on a terminal', () => {
  const lines = linesOf({ topic: "it's \u009b31m \u202e" }, ['two  spaces\n\u009b2J', 'x'.repeat(3000)])
  const [play, , first, second] = lines.slice(lines.indexOf('To play it:') + 1)
  assert.equal(
    play,
    `  ./skill-runner run ./talk --engine replay --model first --no-cache --input-json '{"topic":"it'\\''s \\u009b31m \\u202e"}'`,
  )
  assert.equal(first, `  ./skill-runner reply <job> --json-response '"two  spaces\\n\\u009b2J"'`)
  assert.equal(second, '  (the reply has 3002 characters: it is in the recording)')
})
