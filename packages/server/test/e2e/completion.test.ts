import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before } from 'node:test'
import type { Job, JobResult } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { begin, goOn, pendingOf, replayOnly, says, type TurnSteps, talkSkill } from '../support/talk.ts'

const word = (value: string) => JSON.stringify({ word: value })
const marked = (value: string) => `${word(value)}\n__SKILL_DONE__: true`
const asks: TurnSteps = [says('Which word?')]
const open = { output: { type: 'object', properties: { word: { type: 'string' } } } }

const fence = (value: string) => `\`\`\`json\n${word(value)}\n\`\`\``
const writes = (value: string) => ({ write: { path: 'result/result.json', json: { word: value } } })
const asksByBlock = '<ASK_USER_YAML>\nkind: confirm\nprompt: Is that right?\n</ASK_USER_YAML>'

/** What each turn says. */
const skills = {
  'marker-in-tool': [
    [
      { event: { type: 'tool', phase: 'started', id: 'c1', name: 'sh', input: 'echo __SKILL_DONE__: true' } },
      { event: { type: 'tool', phase: 'completed', id: 'c1', name: 'sh', output: '__SKILL_DONE__: true', exit_code: 0 } },
      { event: { type: 'reasoning', text: '__SKILL_DONE__: true' } },
      { stdout: '__SKILL_DONE__: true' },
      { stderr: '__SKILL_DONE__: true' },
      says('Is that right?'),
    ],
  ],
  'lower-case': [[says(`${word('a')} __skill_done__: true`)]],
  'not-true': [[says(`${word('a')} __SKILL_DONE__: false`)]],
  'longer-word': [[says(`${word('a')} MY__SKILL_DONE__: true`)]],
  'marker-line': [[says(marked('line'))]],
  'marker-key': [[says({ __SKILL_DONE__: true, word: 'key' })]],
  'marker-before': [[{ message: 'Nearly. __SKILL_DONE__: true' }, says(word('before'))]],
  'two-markers': [[{ message: 'Done. __SKILL_DONE__: true' }, says(marked('two'))]],
  'marker-alone': [[says('{"__SKILL_DONE__":true}')]],
  'marker-alone-with-file': [
    [{ write: { path: 'result/result.json', json: { word: 'file' } } }, says('{"__SKILL_DONE__":true}')],
  ],
  'marker-invalid': [[says('{"word":5}\n__SKILL_DONE__: true')]],
  'marker-fixed': [[says('{"word":"fixed",}\n__SKILL_DONE__: true')]],
  soft: [[says(word('soft'))]],
  'soft-array': [[says('[1]')]],
  'soft-invalid': [[says('{"word":5}')]],
  fenced: [[says(`Here it is.\n\n${fence('fenced')}`)]],
  quoted: [[says(`I would answer ${word('quoted')}. Is that right?`)]],
  'fenced-quoted': [[says(`I would answer:\n${fence('quoted')}\nIs that right?`)]],
  'two-fences': [[says(`${fence('one')}\n${fence('two')}`)]],
  'file-without-marker': [[writes('file'), says('I wrote the result.')]],
  'file-and-block': [
    [writes('draft'), says(`I wrote a draft.\n${asksByBlock}`)],
    [says('Thank you.')],
    [writes('file'), says('Now.')],
  ],
  'message-and-block': [[says(`${fence('draft')}\n${asksByBlock}`)]],
  'invalid-file': [[{ write: { path: 'result/result.json', json: { word: 5 } } }, says(word('message'))]],
  'broken-block': [[says('Which?\n<ASK_USER_YAML>\nprompt: "never closed\n</ASK_USER_YAML>')]],
  'always-asks': [asks],
  'marker-and-exit': [[says(marked('exit')), { exit: 3 }]],
  'marker-and-failed-turn': [[says(marked('turn')), { event: { type: 'turn', phase: 'failed', reason: 'no quota' } }]],
  'exit-without-marker': [[says(word('exit')), { exit: 3 }]],
} satisfies Record<string, readonly TurnSteps[]>

let app: Awaited<ReturnType<typeof startApp>>
before(async () => {
  const usual = Object.entries(skills).map(([id, turns]) => talkSkill(id, turns))
  const special = [
    talkSkill('open-schema', [[says(word('open'))], [says(marked('open'))]], open),
    talkSkill('three-at-most', [asks], { runner: { max_attempt: 3 } }),
    talkSkill('done-at-the-last', [asks, [says(marked('last'))]], { runner: { max_attempt: 2 } }),
    talkSkill('one-at-most', [asks], { runner: { max_attempt: 1 } }),
    talkSkill('result-at-the-last', [asks, [says('I am done.'), writes('last')]], { runner: { max_attempt: 2 } }),
    talkSkill('draft-at-the-last', [[writes('draft'), says(asksByBlock)], [says('I am done.')]], { runner: { max_attempt: 2 } }),
    talkSkill('quoted-at-the-last', [[says(`This one?\n${fence('quoted')}`)]], { runner: { max_attempt: 1 } }),
    talkSkill('block-at-the-last', [[writes('draft'), says(asksByBlock)]], { runner: { max_attempt: 1 } }),
    talkSkill('marker-normalized', [[says('{"wrong":1}\n__SKILL_DONE__: true')]], {
      runner: { normalizer: { command: 'sh scripts/normalize.sh' } },
      files: { 'scripts/normalize.sh': `echo '{"word":"normalized"}' > "$SKILL_RESULT_FILE"` },
    }),
  ]
  app = await startApp({ env: replayOnly, skills: [...usual, ...special] })
})
after(() => app[Symbol.asyncDispose]())

const resultOf = async ({ request_id: id }: Job): Promise<JobResult> =>
  (await app.get<{ result: JobResult }>(`/v1/jobs/${id}/result`)).body.result
const codes = ({ warnings }: Job): string[] => warnings.map(({ code }) => code)

async function waits(skill: string, prompt: string): Promise<Job> {
  const job = await begin(app, skill)
  const { pending } = await pendingOf(app, job.request_id)
  assert.deepEqual([skill, job.status, pending?.prompt], [skill, 'waiting_user', prompt])
  return job
}

async function succeeds(skill: string, value: string, warnings: string[] = []): Promise<Job> {
  const job = await begin(app, skill)
  assert.deepEqual([skill, job.status, job.error, codes(job)], [skill, 'succeeded', null, warnings])
  assert.deepEqual((await resultOf(job)).data, { word: value })
  return job
}

async function fails(skill: string, code: string, warnings: string[] = []): Promise<Job> {
  const job = await begin(app, skill)
  assert.deepEqual([skill, job.status, job.error?.code, codes(job)], [skill, 'failed', code, warnings])
  return job
}

verifies('completion.marker-only-in-assistant-text', 'a marker in tool output, reasoning or raw output is none', async () => {
  await waits('marker-in-tool', 'Is that right?')
})

verifies(
  'completion.marker-only-in-assistant-text',
  'a marker in lower case, with another value or inside a word is none',
  async () => {
    await waits('lower-case', `${word('a')} __skill_done__: true`)
    await waits('not-true', `${word('a')} __SKILL_DONE__: false`)
    await waits('longer-word', `${word('a')} MY__SKILL_DONE__: true`)
  },
)

verifies(
  'completion.marker-only-in-assistant-text',
  'a marker on a line of its own, as a key of the result, or in an earlier message completes',
  async () => {
    await succeeds('marker-line', 'line')
    await succeeds('marker-key', 'key')
    await succeeds('marker-before', 'before')
  },
)

verifies('completion.first-marker-counts', 'of two markers the first counts, and that is told', async () => {
  await succeeds('two-markers', 'two', ['MULTIPLE_DONE_MARKERS_IGNORED'])
})

verifies('completion.marker-alone-is-no-result', 'the marker alone is a marker and never a result', async () => {
  const job = await fails('marker-alone', 'SCHEMA_VALIDATION_FAILED')
  assert.equal((await resultOf(job)).data, null)
  await succeeds('marker-alone-with-file', 'file')
})

verifies(
  'completion.marker-with-invalid-output',
  'a marker with invalid output goes through the chain, and fails where that does not help',
  async () => {
    const failed = await fails('marker-invalid', 'SCHEMA_VALIDATION_FAILED')
    const details = failed.error?.details as { validation_errors: { path: string; keyword: string }[] } | undefined
    assert.deepEqual(
      details?.validation_errors.map(({ path, keyword }) => [path, keyword]),
      [['/word', 'type']],
    )
    const fixed = await succeeds('marker-fixed', 'fixed', ['OUTPUT_SYNTAX_MENDED'])
    assert.equal((await resultOf(fixed)).normalization_level, 'N0')
    const normalized = await succeeds('marker-normalized', 'normalized', ['OUTPUT_NORMALIZED'])
    assert.equal((await resultOf(normalized)).normalization_level, 'N1')
  },
)

verifies(
  'completion.soft-completion',
  'a message that is a valid result completes without a marker, with a warning',
  async () => {
    const job = await succeeds('soft', 'soft', ['INTERACTIVE_COMPLETED_WITHOUT_DONE_MARKER'])
    assert.deepEqual([job.attempt_number, job.interaction_count], [1, 0])
  },
)

verifies(
  'completion.soft-completion',
  'a result file that the turn wrote, and the only fenced block of its message, complete likewise',
  async () => {
    await succeeds('file-without-marker', 'file', ['INTERACTIVE_COMPLETED_WITHOUT_DONE_MARKER'])
    await succeeds('fenced', 'fenced', ['INTERACTIVE_COMPLETED_WITHOUT_DONE_MARKER', 'OUTPUT_EXTRACTED'])
    await succeeds('invalid-file', 'message', ['INTERACTIVE_COMPLETED_WITHOUT_DONE_MARKER'])
  },
)

verifies('completion.soft-completion', 'a message that is not valid, and two fenced blocks, do not complete', async () => {
  await waits('soft-array', '[1]')
  await waits('soft-invalid', '{"word":5}')
  await waits('two-fences', `${fence('one')}\n${fence('two')}`)
})

verifies(
  'completion.soft-completion',
  'beside a question block a valid result is a draft, which completes only when a later turn writes it again',
  async () => {
    await waits('message-and-block', 'Is that right?')
    const job = await waits('file-and-block', 'Is that right?')
    const draft = `${app.runFolder(job.run_id)}/result/result.json`
    assert.deepEqual(JSON.parse(readFileSync(draft, 'utf8')), { word: 'draft' }, 'the draft stays for the next turn')
    assert.equal((await goOn(app, job.request_id, 1, true)).status, 'waiting_user')
    const done = await goOn(app, job.request_id, 2, 'Go on.')
    assert.deepEqual([done.status, (await resultOf(done)).data], ['succeeded', { word: 'file' }])
  },
)

verifies(
  'completion.quoted-json-asks',
  'a question whose form cannot be read is asked as free text, and that is told',
  async () => {
    const job = await waits('broken-block', 'Which?')
    assert.deepEqual(codes(job), ['QUESTION_NOT_UNDERSTOOD'])
    const { pending } = await pendingOf(app, job.request_id)
    assert.deepEqual([pending?.kind, pending?.context], ['open_text', { text: 'prompt: "never closed' }])
    const told = (await app.events(job.request_id)).filter(({ data }) => data['code'] === 'QUESTION_NOT_UNDERSTOOD')
    assert.equal(told.length, 1)
  },
)

verifies('completion.quoted-json-asks', 'JSON inside a question does not complete a run, also in a fence', async () => {
  await waits('quoted', `I would answer ${word('quoted')}. Is that right?`)
  await waits('fenced-quoted', `I would answer:\n${fence('quoted')}\nIs that right?`)
})

verifies('completion.open-schema-never-soft', 'a schema that requires nothing completes with the marker only', async () => {
  const job = await waits('open-schema', word('open'))
  const done = await goOn(app, job.request_id, 1, 'yes')
  assert.deepEqual([done.status, codes(done)], ['succeeded', []])
})

verifies('completion.max-attempt', 'the last allowed attempt fails when it asks, and succeeds when it is done', async () => {
  const job = await begin(app, 'three-at-most')
  const second = await goOn(app, job.request_id, 1, 'a')
  assert.deepEqual([second.status, second.attempt_number, second.pending_interaction_id], ['waiting_user', 2, 2])
  const third = await goOn(app, job.request_id, 2, 'b')
  assert.deepEqual(
    [third.status, third.attempt_number, third.interaction_count, third.pending_interaction_id, third.error?.code],
    ['failed', 3, 2, null, 'INTERACTIVE_MAX_ATTEMPT_EXCEEDED'],
  )
  assert.deepEqual(third.error?.details, { max_attempt: 3 })
  await fails('one-at-most', 'INTERACTIVE_MAX_ATTEMPT_EXCEEDED')
  const last = await begin(app, 'done-at-the-last')
  assert.equal((await goOn(app, last.request_id, 1, 'a')).status, 'succeeded')
})

verifies('completion.max-attempt', 'a valid result ends the last allowed attempt well, unless it asks by a block', async () => {
  const softly = ['INTERACTIVE_COMPLETED_WITHOUT_DONE_MARKER']
  for (const [skill, value] of [
    ['result-at-the-last', 'last'],
    ['draft-at-the-last', 'draft'],
  ] as const) {
    const job = await begin(app, skill)
    const done = await goOn(app, job.request_id, 1, skill === 'draft-at-the-last' ? true : 'a')
    assert.deepEqual([skill, done.status, codes(done)], [skill, 'succeeded', softly])
    assert.deepEqual((await resultOf(done)).data, { word: value })
  }
  await succeeds('quoted-at-the-last', 'quoted', [...softly, 'OUTPUT_EXTRACTED'])
  const failed = await fails('block-at-the-last', 'INTERACTIVE_MAX_ATTEMPT_EXCEEDED')
  const kept = `${app.runFolder(failed.run_id)}/raw/result.json`
  assert.deepEqual(JSON.parse(readFileSync(kept, 'utf8')), { word: 'draft' }, 'what it left is kept')
})

verifies(
  'completion.marker-and-failed-process',
  'a marker from an engine that failed does not count, and the conflict is told',
  async () => {
    const exited = await fails('marker-and-exit', 'ENGINE_FAILED', ['DONE_MARKER_PROCESS_FAILURE_CONFLICT'])
    assert.equal((exited.error?.details as { exit_code: number } | undefined)?.exit_code, 3)
    await fails('marker-and-failed-turn', 'ENGINE_FAILED', ['DONE_MARKER_PROCESS_FAILURE_CONFLICT'])
    await fails('exit-without-marker', 'ENGINE_FAILED')
  },
)

verifies(
  'completion.marker-only-in-assistant-text',
  'an unattended run ends with its output, and a missing marker is only a diagnostic',
  async () => {
    const run = async (skill: string) => {
      const { request_id, result } = await app.run(skill, { engine: 'replay' })
      const events = await app.events(request_id)
      const told = events.flatMap(({ type, data }) => (type === 'diagnostic.warning' ? [(data as { code: string }).code] : []))
      return [result?.status, result?.data, result?.validation_warnings, told]
    }
    assert.deepEqual(await run('soft'), ['succeeded', { word: 'soft' }, [], ['DONE_MARKER_MISSING']])
    assert.deepEqual(await run('marker-line'), ['succeeded', { word: 'line' }, [], []])
  },
)
