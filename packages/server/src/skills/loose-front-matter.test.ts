import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsByLine, firstParagraph, looseHead } from './loose-front-matter.ts'

test('front matter that begins late or ends oddly is found, and other text is not taken for it', () => {
  const found = (text: string) => looseHead(text, 1000)
  assert.equal(found('\n\n---\nname: a\n---\nBody'), 'name: a\n')
  assert.equal(found('<!-- made by\na tool -->\n---\nname: a\n---\n'), 'name: a\n')
  assert.equal(found('---\r\nname: a\r\n---# Title\r\n'), 'name: a\r\n')
  assert.equal(found('---\nname: a\n\n# Title\n---\n'), 'name: a\n\n')
  assert.equal(found('---\nname: a'), 'name: a')
  assert.equal(looseHead(`---\nname: ${'a'.repeat(2000)}`, 100), `name: ${'a'.repeat(94)}`)
  for (const text of ['', '# Title\n---\nname: a\n---\n', 'Text\n---\n', '---x\nname: a\n---\n']) assert.equal(found(text), null)
})

test('lines give name and description, with what belongs to them and without quotes', () => {
  const fields = (head: string) => Object.fromEntries(fieldsByLine(head))
  assert.deepEqual(fields('name: "a"\nversion: 1: 2\ndescription: >-\n  One: two,\n  three.\ntags:\n  - x\n'), {
    name: 'a',
    description: 'One: two, three.',
  })
  assert.deepEqual(fields("description:\n  'It is, \n\n  isn''t it: yes\r\nname:\n"), {
    name: '',
    description: "It is, isn''t it: yes",
  })
  assert.deepEqual(fields('description: first\ndescription: second\n__proto__: x'), { description: 'first' })
  assert.deepEqual(fields('title: x\n  name: inside\nno key here'), {})
})

test('the first paragraph is what a person would read first', () => {
  assert.equal(firstParagraph('\n---\n# Title\n\n<br>\n```sh\n---\nDoes it\nwell.\n## More\nOther.'), 'Does it well.')
  assert.equal(firstParagraph('# 标题 only\n\n***\n'), '标题 only')
  for (const text of ['', '---\n\n***', '../../shared/skills/x.md\n']) assert.equal(firstParagraph(text), '')
})
