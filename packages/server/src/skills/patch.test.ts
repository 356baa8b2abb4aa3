import assert from 'node:assert/strict'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../../test/verifies.ts'
import { temporaryFolder } from '../../test/support/folder.ts'
import { writeSkill } from '../../test/support/skill-folder.ts'
import { doneMarker } from '../domain/done-marker.ts'
import { defaultPrompt } from './default-prompt.ts'
import { readSkill } from './package.ts'
import { loadPatchTexts, type PatchFacts, type PatchTexts, patchFacts, patchSkill } from './patch.ts'

const skillMd = '---\nname: told\ndescription: Tells.\n---\n\n# Told\n\nWrite the report to ~/Desktop.\n'

const facts: PatchFacts = {
  mode: 'auto',
  resultMode: 'file',
  workspace: '/workspace',
  resultFile: 'result/answer.json',
  outputSchema: '/workspace/.agents/skills/told/assets/output.schema.json',
  required: [
    { role: 'report', pattern: 'report.md' },
    { role: 'figures', pattern: 'figures/*.png' },
  ],
  hasNativeSchema: false,
}

const plain: PatchFacts = {
  ...facts,
  mode: 'interactive',
  resultMode: 'stdout',
  outputSchema: null,
  required: [],
}

const texts = await loadPatchTexts()

verifies('engine.skill-is-delivered', 'a skill is told at its end where files go, how it ends and that nobody answers', () => {
  assert.equal(
    patchSkill(skillMd, facts, texts),
    `${skillMd}

<!-- agent-skill-runner: run contract -->

## Rules of this run

The runner added this section. Where the text above says something else about folders, about the form of the result or about asking, this section wins.

- The folder of this run is \`/workspace\`, and it is your working folder.
- Files that belong to the answer go to \`/workspace/artifacts\`, whatever folder the text above names. Keep the file names that it asks for. Only what lies there is kept.
- Files that came with the request lie in \`/workspace/uploads\`. Read them there, and do not change them.
- Scratch files go to \`/workspace/tmp\`.

Where the result names a file, write its path relative to the folder of this run, such as \`artifacts/report.md\`.

These files must be there when you end. If one is missing, the run fails (\`*\` stands for any name):
- \`/workspace/artifacts/report.md\` (role \`report\`)
- \`/workspace/artifacts/figures/*.png\` (role \`figures\`)

### The result

Write the result as one JSON object to \`/workspace/result/answer.json\`: that object and nothing else, no code fence, no comments. Write it last, when all other files are there.

It must satisfy the JSON Schema in \`/workspace/.agents/skills/told/assets/output.schema.json\`. Read the schema first, and check the object against it before you end.

This file is the result, whatever you say in messages. If the task cannot be done, do not make up a result: leave the file out, and say why in your last message.

When everything is done and the file is there, end your last message with the line \`__SKILL_DONE__: true\`, with nothing else in that line. Leave the line out when the task could not be done.

### Nobody can answer

Nobody reads along, and nobody can answer during this run.

- Never ask a question, and never wait for an answer or a confirmation.
- Decide what is left open yourself, in the way that is closest to the request and does the least harm. Note what you assumed where the result or its files have room for it.
- Do the whole task before you end: there is no second turn.
- Write nowhere but in \`/workspace/artifacts\`, \`/workspace/result\` and \`/workspace/tmp\`.

<!-- /agent-skill-runner: run contract, 37 lines -->
`,
  )
})

verifies(
  'engine.skill-is-delivered',
  'a plain skill that answers by its last message hears of no schema and no files, and an interactive run how to ask',
  () => {
    assert.equal(
      patchSkill(skillMd, plain, texts),
      `${skillMd}

<!-- agent-skill-runner: run contract -->

## Rules of this run

The runner added this section. Where the text above says something else about folders, about the form of the result or about asking, this section wins.

- The folder of this run is \`/workspace\`, and it is your working folder.
- Files that belong to the answer go to \`/workspace/artifacts\`, whatever folder the text above names. Keep the file names that it asks for. Only what lies there is kept.
- Files that came with the request lie in \`/workspace/uploads\`. Read them there, and do not change them.
- Scratch files go to \`/workspace/tmp\`.

Where the result names a file, write its path relative to the folder of this run, such as \`artifacts/report.md\`.

### The result

Your last message is the result: one JSON object and nothing around it, no code fence, no sentence before or after. Write all files before that message.

Do not write the result to a file too: one in \`/workspace/result/answer.json\` would count instead of the message. If the task cannot be done, do not make up a result: say why in your last message instead.

That object also has the key \`"__SKILL_DONE__": true\`, which says that everything is done. It is taken out before the object is checked, so no schema has to name it.

### A person answers

This run is a conversation with one person, in turns.

- To ask, end your turn with the question. The answer begins your next turn, and you still know all that was said.
- Ask one question per turn, and only what you cannot find out or decide yourself. Nobody approves tools: all are allowed, so do not ask for leave to use one.
- A turn that ends before everything is done counts as a question, whatever it says. Do not end it to report progress: go on working.
- Never answer for the person, and never say that somebody agreed who did not.
- Files that come with an answer lie in \`/workspace/replies\`, in a folder for each answer. Read them there, and do not change them.
- Write nowhere but in \`/workspace/artifacts\`, \`/workspace/result\` and \`/workspace/tmp\`.

End a message that asks with a block of YAML. Say before it what the person has to know to answer:

\`\`\`
<ASK_USER_YAML>
kind: choose_one
prompt: Which format should the report have?
options: [PDF, Markdown]
default_decision_policy: Take Markdown.
</ASK_USER_YAML>
\`\`\`

\`kind\` is one of these:
- \`choose_one\`: one of the \`options\`.
- \`confirm\`: yes or no.
- \`risk_ack\`: yes or no to a risk that \`prompt\` names.
- \`open_text\`: a text.
- \`fill_fields\`: several values at once; \`required_fields\` lists their names.
- \`upload_files\`: files.

\`default_decision_policy\` says what you will do when nobody answers in time. A message without a block is a question too, and is answered with a text.

\`__SKILL_DONE__\` ends the conversation. Write it only when everything is done, in your last message of all, and never before, not even to quote or explain it.

<!-- /agent-skill-runner: run contract, 56 lines -->
`,
    )
  },
)

verifies('engine.skill-is-delivered', 'an engine that is held to the schema itself is not asked for a marker', () => {
  const held = { ...facts, hasNativeSchema: true }
  for (const resultMode of ['file', 'stdout'] as const) {
    const [asked, not] = [facts, held].map((each) => patchSkill(skillMd, { ...each, resultMode }, texts)) as [string, string]
    assert.deepEqual([asked.includes(doneMarker), not.includes(doneMarker)], [true, false])
    // Two lines less, and a shorter end; all else is the same.
    const lines = asked.split('\n')
    const at = lines.findIndex((line) => line.includes(doneMarker))
    assert.deepEqual(not.split('\n').slice(0, -2), lines.toSpliced(at - 1, 2).slice(0, -2))
  }
})

/** Texts so short that the whole of what comes of them can be written down. */
const short: PatchTexts = {
  artifacts: 'To {{artifacts_dir}}.\n\nAll of:\n{{required_artifacts}}',
  completion: { file: 'In {{result_file}}.', stdout: 'As a message.' },
  mode: { auto: 'Alone.', interactive: 'Still alone.' },
  autoDecide: 'Decide.',
  repair: 'Fix it.',
}
const shortSection = `<!-- agent-skill-runner: run contract -->

To \`/workspace/artifacts\`.

As a message.

Still alone.

<!-- /agent-skill-runner: run contract, 9 lines -->
`

verifies(
  'texts.checked-and-injected-once',
  'the section is there once, however often and with whatever facts it is added',
  () => {
    const once = patchSkill(skillMd, plain, short)
    assert.equal(once, `${skillMd}\n\n${shortSection}`)
    const states: PatchFacts[] = [plain, facts, { ...facts, workspace: '/elsewhere' }, plain]
    assert.equal(
      states.reduce((text, each) => patchSkill(text, each, short), once),
      once,
    )
    // With the texts of another version it is a section all the same.
    assert.equal(patchSkill(patchSkill(skillMd, facts, texts), plain, short), once)
    // Pasted twice, or with its last line end or the blank lines before it gone, as an editor may leave it.
    for (const text of [`${once}\n\n${shortSection}`, `${once}${shortSection}`, once.trimEnd(), `${skillMd}${shortSection}`])
      assert.equal(patchSkill(text, plain, short), once, text)
  },
)

test('a file keeps its byte order mark, its line ends and an end without one', () => {
  const windows = '\ufeff---\r\nname: told\r\n---\r\n# Told\r\n'
  assert.equal(patchSkill(windows, plain, short), `${windows}\r\n\r\n${shortSection.replaceAll('\n', '\r\n')}`)
  for (const own of ['', '\n', '# Told', '# Told\n\n\n', 'a\r', 'a\nb\r', 'a\nb\r\n', 'a\r\nb\n', '\0\u2028```\nno end'])
    assert.equal(patchSkill(own, plain, short).slice(0, own.length), own, JSON.stringify(own))
  const huge = `---\nname: told\n---\n${'x'.repeat(2 ** 20)}`
  assert.equal(patchSkill(patchSkill(huge, plain, short), plain, short), `${huge}\n\n${shortSection}`)
})

test('marks that are no section of ours at the end of the file belong to the skill, and stay', () => {
  const [first, last] = ['<!-- agent-skill-runner: run contract -->', '<!-- /agent-skill-runner: run contract, 9 lines -->']
  const owns = {
    'a section in a code block': `A section looks so:\n\n\`\`\`\n${shortSection}\`\`\`\n`,
    'a section with text after it': `${shortSection}\nMore of the skill.\n`,
    'a mark that opens and is never closed': `# Told\n\n${first}\nMore of the skill.\n`,
    'a mark that closes and was never opened': `# Told\n${'more\n'.repeat(20)}${last}\n`,
    'a mark that closes what begins elsewhere': `# Told\n${first}\n\nMore of the skill.\n\n${last}\n`,
    'a mark that closes more than there is': `${first}\n${last}\n`,
    'the same after a blank line': `\n${first}\n\nMore of the skill.\n\n${last}\n`,
    'marks the wrong way round': `${last}\n${'more\n'.repeat(7)}${first}\n`,
    'a mark in the middle of a line': `# Told\n${shortSection.trimEnd()} and so on\n`,
    'a section of no lines': `${first}\n<!-- /agent-skill-runner: run contract, 0 lines -->\n`,
    'a section of one line': `${first}\n<!-- /agent-skill-runner: run contract, 1 lines -->\n`,
  }
  for (const [what, own] of Object.entries(owns)) {
    const patched = patchSkill(own, plain, short)
    assert.equal(patched, `${own}\n\n${shortSection}`, what)
    assert.equal(patchSkill(patched, plain, short), patched, what)
  }
})

test('thousands of sections on top of each other are removed in one go', () => {
  const many = `# Told\n${shortSection.repeat(6000)}`
  assert.equal(patchSkill(many, plain, short), `# Told\n\n\n${shortSection}`)
})

test('names that a skill chose stay within their line, and are not filled in themselves', () => {
  const strange: PatchFacts = {
    ...facts,
    workspace: '/work $& {{tmp_dir}}',
    resultFile: 'result/a`b.json',
    required: [{ role: `a\n${'<!-- agent-skill-runner: run contract -->'}`, pattern: '论文 "1".md' }],
  }
  const patched = patchSkill('# Told\n', strange, short)
  assert.equal(
    patched,
    `# Told


<!-- agent-skill-runner: run contract -->

To \`/work $& {{tmp_dir}}/artifacts\`.

All of:
- \`/work $& {{tmp_dir}}/artifacts/论文 "1".md\` (role "a\\n<!-- agent-skill-runner: run contract -->")

In "/work $& {{tmp_dir}}/result/a\`b.json".

Alone.

<!-- /agent-skill-runner: run contract, 12 lines -->
`,
  )
  assert.equal(patchSkill(patched, plain, short), `# Told\n\n\n${shortSection}`)
})

test('whatever a skill holds, its own text stays and a second patch changes nothing', () => {
  const ends = shortSection.split('\n').filter((line) => line !== '')
  const line = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '```', shortSection, ...ends))
  const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r', '', '\n\n'))).map((lines) => lines.flat().join(''))
  const anyFacts = fc.record({
    mode: fc.constantFrom('auto', 'interactive'),
    resultMode: fc.constantFrom('file', 'stdout'),
    workspace: fc.string(),
    resultFile: fc.string({ unit: 'binary' }),
    outputSchema: fc.option(fc.string()),
    required: fc.array(fc.record({ role: fc.string({ unit: 'binary' }), pattern: fc.string() }), { maxLength: 3 }),
    hasNativeSchema: fc.boolean(),
  })
  fc.assert(
    fc.property(text, anyFacts, anyFacts, fc.constantFrom(texts, short), (own, before, now, by) => {
      const once = patchSkill(own, now, by)
      assert.equal(patchSkill(once, now, by), once)
      assert.equal(patchSkill(patchSkill(own, before, texts), now, by), once)
      // Nothing is ever taken but sections that end the text.
      const section = patchSkill('', now, by)
      const kept = [section, section.replaceAll('\n', '\r\n')].find((each) => once.endsWith(each)) ?? once
      const body = once.slice(0, once.length - kept.length)
      assert.ok(own.startsWith(body), 'the body is a piece of the text')
      assert.match(
        own.slice(body.length),
        /^(?:|[\r\n]*<!-- agent-skill-runner: run contract -->\r?\n[\s\S]*, 9 lines -->\r?\n?)$/,
      )
    }),
    { numRuns: 500 },
  )
})

test('prompt and section of a skill name the same places', async (context) => {
  const root = await temporaryFolder(context)
  const artifacts = [
    { role: 'report', pattern: 'artifacts/a.md', required: true },
    { role: 'notes', pattern: 'b.md' },
  ]
  const told = await toldBy(await writeSkill(root, 'told', { runner: { entrypoint: {}, artifacts } }))
  assert.deepEqual(told.facts, {
    mode: 'auto',
    resultMode: 'file',
    workspace: '/run',
    resultFile: 'result/result.json',
    outputSchema: '/run/.agents/skills/told/assets/output.schema.json',
    required: [{ role: 'report', pattern: 'a.md', mime: null, required: true }],
    hasNativeSchema: true,
  })
  const section = patchSkill('', told.facts, texts)
  for (const place of ['/run/artifacts', '/run/result/result.json', '/run/.agents/skills/told/assets/output.schema.json'])
    assert.ok(told.prompt.includes(place) && section.includes(`\`${place}\``), place)

  const plainOne = await writeSkill(root, 'plain', { runner: null })
  await rm(join(plainOne, 'assets'), { recursive: true })
  const { outputSchema, required } = (await toldBy(plainOne)).facts
  assert.deepEqual([outputSchema, required], [null, []])
})

/** What an agent is told about a skill, in its prompt and in its section. */
async function toldBy(folder: string) {
  const read = await readSkill(folder, { builtIn: false, engines: null })
  assert.ok(read.ok, 'problems' in read ? read.problems.join(' ') : '')
  const { skill } = read
  assert.ok(skill.entrypoint.kind === 'prompt')
  const { id, version, name, description } = skill
  const dir = `/run/.agents/skills/${id}`
  const variables = { input: {}, parameter: {}, run_dir: '/run', skill: { id, version, name, description, dir } }
  return {
    prompt: defaultPrompt(skill, skill.entrypoint, variables),
    facts: patchFacts(skill, skill.entrypoint, 'auto', variables, true),
  }
}

verifies(
  'texts.checked-and-injected-once',
  'texts that are missing, empty or cannot be filled in stop the start, and each is named',
  async (context) => {
    const folder = await temporaryFolder(context)
    const own = ['completion-file.md', 'completion-message.md', 'mode-auto.md', 'mode-interactive.md']
    const names = ['artifacts.md', 'auto-decide.md', ...own, 'repair.md']
    assert.deepEqual(await readdir(new URL('patch', import.meta.url)), names)
    const at = (name: string) => join(folder, name)
    const failure = (...problems: string[]) => ({
      message: `The texts that agents are told are not complete: ${problems.join('; ')}.`,
    })
    await assert.rejects(loadPatchTexts(folder), failure(...names.map((name) => `${at(name)} is missing (ENOENT)`)))

    const fillings: Readonly<Record<string, string>> = { 'auto-decide.md': '{{policy}}', 'repair.md': '{{violations}}' }
    const filling = (name: string) => fillings[name] ?? '{{tmp_dir}}'
    for (const name of names) await writeFile(at(name), `\ufeff${name}\r\n\r\nin ${filling(name)}\r\n`)
    const read = (name: string) => `${name}\n\nin ${filling(name)}`
    assert.deepEqual(await loadPatchTexts(folder), {
      artifacts: read('artifacts.md'),
      autoDecide: read('auto-decide.md'),
      completion: { file: read('completion-file.md'), stdout: read('completion-message.md') },
      mode: { auto: read('mode-auto.md'), interactive: read('mode-interactive.md') },
      repair: read('repair.md'),
    })

    // Each is filled with something else.
    await writeFile(at('auto-decide.md'), 'Do {{policy}} in {{tmp_dir}}.')
    await writeFile(at('completion-file.md'), 'To {{result_fiel}} and {{constructor}}.')
    await writeFile(at('mode-auto.md'), ' \r\n\ufeff')
    await writeFile(at('mode-interactive.md'), 'As {{policy}} says.')
    await writeFile(at('repair.md'), '{{violations}} {{result_place}} {{output_schema}} {{done_marker}}')
    const strange = (name: string, placeholder: string) => `${at(name)} holds {{${placeholder}}}, which nothing is known to fill`
    await assert.rejects(
      loadPatchTexts(folder),
      failure(
        strange('auto-decide.md', 'tmp_dir'),
        strange('completion-file.md', 'result_fiel'),
        `${at('mode-auto.md')} is empty`,
        strange('mode-interactive.md', 'policy'),
        strange('repair.md', 'done_marker'),
      ),
    )
  },
)

test('only a conversation is shown how to ask, and what is told later names neither marker nor block', () => {
  const told = (mode: PatchFacts['mode'], resultMode: PatchFacts['resultMode']) =>
    patchSkill('', { ...facts, mode, resultMode }, texts)
  const counts = (text: string) => [text.split(doneMarker).length - 1, text.split('<ASK_USER_YAML>').length - 1]
  assert.deepEqual(counts(told('auto', 'file')), [1, 0])
  assert.deepEqual(counts(told('auto', 'stdout')), [1, 0])
  assert.deepEqual(counts(told('interactive', 'file')), [2, 1])
  assert.deepEqual(counts(told('interactive', 'stdout')), [2, 1])
  assert.deepEqual(
    [counts(texts.autoDecide), counts(texts.repair)],
    [
      [0, 0],
      [0, 0],
    ],
  )
})
