import assert from 'node:assert/strict'
import { verifies } from '../../../../../../test/verifies.ts'
import { kindOf } from './kind.ts'
import { linkTarget, pictureTarget } from './targets.ts'

verifies('web.previews', 'links of a document lead to the web or to a mailbox and nowhere else', () => {
  assert.equal(linkTarget('https://example.com/a'), 'https://example.com/a')
  assert.equal(linkTarget('mailto:a@example.com'), 'mailto:a@example.com')
  const others = [
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    'other.md',
    '#part',
    '//host/x',
    '/v1/jobs',
    '',
  ]
  for (const href of [...others, undefined]) assert.equal(linkTarget(href), null, href)
})

verifies('web.previews', 'pictures of a document are artifacts of the same run, and all others are not loaded', () => {
  const of = (src: string | undefined) => pictureTarget('artifacts/a b/report.md', src)
  assert.equal(of('chart.png'), 'artifacts/a b/chart.png')
  assert.equal(of('../other/x%20y.png?z#q'), 'artifacts/other/x y.png')
  const others = [
    '../../logs/x.png',
    'https://host/x.png',
    '//host/x.png',
    '/v1/x',
    '\\\\host\\x',
    'data:image/png;base64,x',
    '%ff.png',
  ]
  for (const src of [...others, '', undefined]) assert.equal(of(src), null, src)
  assert.equal(pictureTarget('uploads/x.md', 'a.png'), null)
})

verifies('web.previews', 'the end of a name decides how a file is shown, and a picture that can hold scripts is text', () => {
  const paths = [
    'a.PNG',
    'a.svg',
    'a.pdf',
    'x/README.md',
    'a.json',
    'a.tsv',
    'logs/stderr.txt',
    'run.log',
    'notes.txt',
    'a.html',
    'png',
  ]
  const kinds = ['picture', 'text', 'pdf', 'markdown', 'json', 'csv', 'log', 'log', 'text', 'text', 'text']
  assert.deepEqual(paths.map(kindOf), kinds)
})
