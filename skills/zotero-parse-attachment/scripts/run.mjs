// Reads one attachment and says what is in it. Three files: this one talks to the runner, read.mjs turns the attachment
// into blocks of text, tell.mjs makes title, summary and tags of them.
//   $SKILL_INPUT_FILE      {"input": {"attachment_path": "/workspace/uploads/attachment_path", …}, "parameter": …}
//   $SKILL_ARTIFACTS_DIR   where parsed.json and notes.md go
//   $SKILL_RESULT_FILE     where the result goes, last of all
//   exit code              0, or the run has failed and the end of stderr says why
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDocument } from './read.mjs'
import { notes, summaryOf, tagsOf, titleOf } from './tell.mjs'

const largest = 5 * 1024 * 1024
const files = [
  { role: 'parsed', filename: 'parsed.json' },
  { role: 'notes', filename: 'notes.md' },
]

try {
  main(process.env)
} catch (error) {
  say(error.message)
  process.exitCode = 1
}

function main({ SKILL_INPUT_FILE, SKILL_ARTIFACTS_DIR, SKILL_RESULT_FILE }) {
  const { input, parameter } = JSON.parse(readFileSync(SKILL_INPUT_FILE || 0, 'utf8'))
  const document = readDocument(textOf(input.attachment_path))
  say(`read ${document.blocks.length} blocks of ${document.format}`)
  const parsed = {
    item_key: input.item_key,
    format: document.format,
    title: titleOf(document),
    summary: summaryOf(document, parameter.max_sentences ?? 3),
    tags: tagsOf(document, parameter.max_tags ?? 8),
    headings: document.blocks.filter(({ level }) => level > 0).map(({ level, text }) => ({ level, text })),
  }
  writeFileSync(join(SKILL_ARTIFACTS_DIR, 'parsed.json'), `${JSON.stringify(parsed, null, 2)}\n`)
  writeFileSync(join(SKILL_ARTIFACTS_DIR, 'notes.md'), notes(parsed))
  const attachments = input.output_format === 'md' ? files.toReversed() : files
  const { title, summary, tags } = parsed
  writeFileSync(SKILL_RESULT_FILE, JSON.stringify({ title, summary, tags, attachments }))
  say(`done: ${JSON.stringify(title)}, ${tags.length} tags`)
}

/** What cannot be read as text is refused in words that tell what to do instead. */
function textOf(path) {
  if (!path) throw new Error('There is no attachment: upload it as attachment_path.')
  const { size } = statSync(path)
  if (size > largest) throw new Error(`The attachment has ${size} bytes; ${largest} is the most.`)
  const bytes = readFileSync(path)
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-')
    throw new Error('The attachment is a PDF. Give its text, as Zotero keeps it in .zotero-ft-cache.')
  if (bytes.includes(0)) throw new Error('The attachment is not a text: it holds NUL bytes.')
  const text = decode(bytes)
  if (text.trim() === '') throw new Error('The attachment is empty.')
  return text
}

function decode(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error('The attachment is not UTF-8. Save it as UTF-8 and upload it again.')
  }
}

function say(line) {
  process.stderr.write(`${line}\n`)
}
