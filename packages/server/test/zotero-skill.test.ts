import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './support/folder.ts'

const script = fileURLToPath(new URL('../../../skills/zotero-parse-attachment/scripts/run.mjs', import.meta.url))

/** Runs the script of the skill as the runner would, without the runner. */
async function parse(context: TestContext, attachment: string | Buffer | null, input: object = {}, parameter: object = {}) {
  const folder = await temporaryFolder(context)
  const path = join(folder, 'attachment_path')
  const [artifacts, inputFile, resultFile] = ['artifacts', 'input.json', 'result.json'].map((name) => join(folder, name))
  assert.ok(artifacts && inputFile && resultFile)
  mkdirSync(artifacts)
  if (attachment !== null) writeFileSync(path, attachment)
  const given = { item_key: 'ABCD2345', ...(attachment === null ? {} : { attachment_path: path }), ...input }
  writeFileSync(inputFile, JSON.stringify({ input: given, parameter }))
  const env = { SKILL_INPUT_FILE: inputFile, SKILL_ARTIFACTS_DIR: artifacts, SKILL_RESULT_FILE: resultFile }
  const { status, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8', timeout: 180_000 })
  const text = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null)
  return {
    status,
    stderr,
    result: JSON.parse(text(resultFile) ?? 'null'),
    notes: text(join(artifacts, 'notes.md')),
    parsed: JSON.parse(text(join(artifacts, 'parsed.json')) ?? 'null'),
  }
}

const parsedFirst = [
  { role: 'parsed', filename: 'parsed.json' },
  { role: 'notes', filename: 'notes.md' },
]

test('an HTML attachment becomes title, summary, tags and two files', async (context) => {
  const html = `<!DOCTYPE html><html><head><title>On  Bees &amp; Flowers</title><style>p { color: red }</style></head>
    <body><nav>Home</nav><h1>Bees</h1><p>Bees visit <em>flowers</em>. Flowers feed bees!</p><!-- a > b -->
    <script>var bees = "<p>no</p>"</script><h2>Why&#63;</h2><p>Bees need nectar &#x1F41D;.<br>Nothing else.</p></body></html>`
  const { status, result, parsed, notes } = await parse(context, html)
  assert.equal(status, 0)
  assert.deepEqual(result, {
    title: 'On Bees & Flowers',
    summary: 'Bees visit flowers. Flowers feed bees! Bees need nectar 🐝.',
    tags: ['bees', 'flowers'],
    attachments: parsedFirst,
  })
  assert.deepEqual(parsed, {
    item_key: 'ABCD2345',
    format: 'html',
    title: 'On Bees & Flowers',
    summary: 'Bees visit flowers. Flowers feed bees! Bees need nectar 🐝.',
    tags: ['bees', 'flowers'],
    headings: [
      { level: 1, text: 'Bees' },
      { level: 2, text: 'Why?' },
    ],
  })
  assert.equal(
    notes,
    '# On Bees & Flowers\n\nItem ABCD2345, read from html.\n\n## Summary\n\nBees visit flowers. Flowers feed bees! Bees need nectar 🐝.\n\n' +
      '## Tags\n\n`bees`, `flowers`\n\n## Contents\n\n- Bees\n  - Why?\n',
  )
})

test('a Markdown attachment is read without its marks, and the wanted format and lengths hold', async (context) => {
  const markdown =
    '---\ntitle: "A note"\n---\r\n# Head\n\nSome *text* on [graphs](http://x/y). Graphs are nice.\n\n```js\nconst graphs = 1\n```\n\n- a tree is a graph\n- a tree\n'
  const { result } = await parse(context, markdown, { output_format: 'md' }, { max_tags: 1, max_sentences: 1 })
  assert.deepEqual(result, {
    title: 'A note',
    summary: 'Some text on graphs.',
    tags: ['graphs'],
    attachments: parsedFirst.toReversed(),
  })
})

test('a plain text in any language is read', async (context) => {
  const { result, parsed } = await parse(
    context,
    '\ufeff注意力机制是核心。它让模型关注重要的信息。\n\n数据越多越好。',
    {},
    { max_tags: 0 },
  )
  assert.deepEqual(
    [parsed.format, result.title, result.summary, result.tags],
    ['text', '注意力机制是核心。', '它让模型关注重要的信息。 数据越多越好。', []],
  )
})

test('what cannot be read fails with a sentence and leaves no result', async (context) => {
  const cases: [Buffer | string | null, string][] = [
    [null, 'There is no attachment: upload it as attachment_path.'],
    ['', 'The attachment is empty.'],
    [' \n\t', 'The attachment is empty.'],
    ['%PDF-1.7 …', 'The attachment is a PDF. Give its text, as Zotero keeps it in .zotero-ft-cache.'],
    [Buffer.from('a\0b'), 'The attachment is not a text: it holds NUL bytes.'],
    [Buffer.from([0x63, 0x61, 0x66, 0xe9]), 'The attachment is not UTF-8. Save it as UTF-8 and upload it again.'],
    [Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), 'The attachment has 5242881 bytes; 5242880 is the most.'],
    ['<html><body><script>1</script></body>', 'read 0 blocks of html\nThe attachment holds no words.'],
  ]
  for (const [attachment, sentence] of cases) {
    const { status, stderr, result } = await parse(context, attachment)
    assert.deepEqual([status, stderr, result], [1, `${sentence}\n`, null])
  }
})

test('a hostile attachment takes no longer than an honest one of its size', async (context) => {
  const hostile = [
    `<html>${'<script>'.repeat(600_000)}`,
    `<html>${'</script'.repeat(600_000)}`,
    `<p>${'<!--'.repeat(1_200_000)}`,
    `# a\n${'[a]('.repeat(1_200_000)}`,
    'a\n\n'.repeat(1_600_000),
    `<p>${'&'.repeat(5_000_000)}`,
  ]
  for (const attachment of hostile) assert.notEqual((await parse(context, attachment)).status, null)
})
