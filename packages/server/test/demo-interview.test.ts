import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Template } from '@huggingface/jinja'
import type { JsonObject } from '../src/skills/json-file.ts'
import { renderTexts } from '../src/skills/render-texts.ts'
import { markersIn } from '../src/talk/marker.ts'
import { questionOf } from '../src/talk/question.ts'
import { openReplay } from './support/replay.ts'

/** The pieces of an interview put together by hand: the script filled in for each attempt, and the program that plays it. */
const script: unknown = JSON.parse(
  await readFile(fileURLToPath(new URL('../../../skills/demo-interview/assets/replay/default.json', import.meta.url)), 'utf8'),
)

const plain = { options: [], uiHints: {}, defaultDecisionPolicy: null, requiredFields: [], context: null }
const summaryFile = 'artifacts/summary.md'
const keep = 'Keep the summary, and note that nobody confirmed it.'
const option = (value: string) => ({ value, label: value })
const whoFor = (topic: string) => ({
  ...plain,
  kind: 'choose_one',
  prompt: 'Who is it for?',
  options: [option('myself'), option('my team'), option('everyone')],
  defaultDecisionPolicy: 'Take myself.',
  context: `I will ask you three things about ${topic}.`,
})
const whatFor = (audience: string) => ({
  ...plain,
  kind: 'open_text',
  prompt: 'What should it do?',
  context: `For ${audience}, then.`,
})
const whatIsWrong = { ...plain, kind: 'open_text', prompt: 'What is wrong?', context: 'Then I will correct it.' }
const isRight = (prompt: string, context = 'This is what I understood.') => ({
  ...plain,
  kind: 'confirm',
  prompt,
  defaultDecisionPolicy: keep,
  context,
})

// Words that would break a text which they were just pasted into.
const need = 'See "at a glance": which\nbuild is {{ broken }} # 1'

test('an interview that is confirmed takes three replies and leaves a summary', async (context) => {
  const { asked, left } = await interview(context, { topic: 'builds' }, ['my team', need, true])
  const summary = `About builds, for my team. In their own words: ${need}`
  assert.deepEqual(asked, [whoFor('builds'), whatFor('my team'), isRight(`Is this right? ${summary}`)])
  assert.deepEqual(left, {
    result: { audience: 'my team', need, confirmed: true, summary, summary_file: summaryFile },
    summary: `# Interview\n\n${summary}\n`,
  })
})

test('a summary that is wrong is fixed and confirmed once more, whatever the answer then is', async (context) => {
  for (const confirmed of [true, false]) {
    const { asked, left } = await interview(context, {}, ['everyone', 'Count.', false, 'It also sums.', confirmed])
    const before = 'About a small tool you wish you had, for everyone. In their own words: Count.'
    const summary = `${before} Corrected: It also sums.`
    assert.deepEqual(asked, [
      whoFor('a small tool you wish you had'),
      whatFor('everyone'),
      isRight(`Is this right? ${before}`),
      whatIsWrong,
      isRight(`Is this right now? ${summary}`, 'I corrected it.'),
    ])
    assert.deepEqual(left?.result, { audience: 'everyone', need: 'Count.', confirmed, summary, summary_file: summaryFile })
  }
})

test('when the runner answers all of it the interview ends too, and nobody has confirmed anything', async (context) => {
  const { asked, left } = await interview(context, {}, [null, null, null, null, null])
  assert.equal(asked.length, 5)
  const summary = 'About a small tool you wish you had, for myself. In their own words: nothing. Corrected: nothing.'
  assert.deepEqual(left?.result, {
    audience: 'myself',
    need: 'nothing.',
    confirmed: false,
    summary,
    summary_file: summaryFile,
  })
})

/** Replies to each question until the marker comes; what was asked, and what is left then. */
async function interview(context: TestContext, input: JsonObject, replies: readonly unknown[]) {
  const { play, workspace } = await openReplay(context)
  const asked: unknown[] = []
  let handle: string | null = null
  for (let count = 0; ; count++) {
    const { code, events, stderr } = await play(await filledWith(input, replies.slice(0, count)), handle)
    assert.deepEqual([code, stderr], [0, ''])
    const [session] = events
    assert.equal(session?.['type'], 'session')
    handle = String(session?.['handle'])
    const message = String(events.findLast(({ type }) => type === 'message')?.['text'])
    const left = await leftIn(workspace)
    if (markersIn(message) > 0) return { asked, left }
    const { question, problem } = questionOf(message)
    assert.deepEqual([problem, left], [null, null])
    asked.push(question)
    assert.ok(count < replies.length, `there is a reply to ${message}`)
  }
}

/** As the program that renders does it. */
async function filledWith(input: JsonObject, replies: readonly unknown[]): Promise<object> {
  const render = async (templates: readonly string[]) => templates.map((text) => new Template(text).render({ input, replies }))
  return Object(await renderTexts(render, script))
}

async function leftIn(workspace: string): Promise<{ result: unknown; summary: string } | null> {
  const file = join(workspace, 'result/result.json')
  if (!existsSync(file)) return null
  const summary = await readFile(join(workspace, 'artifacts/summary.md'), 'utf8')
  return { result: JSON.parse(await readFile(file, 'utf8')), summary }
}
