import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../../test/verifies.ts'
import { openCover } from './cover.ts'

const covered = (text: string): string => openCover([], []).text(text)
const stars = (length: number): string => '*'.repeat(length)

verifies('recording.masks', 'what looks like a token or a home folder is masked, and nothing else', () => {
  const table: readonly (readonly [string, string])[] = [
    [`key sk-${'a'.repeat(20)}.`, `key ${stars(23)}.`],
    [`ghp_${'A1'.repeat(18)} AKIA${'A1B2'.repeat(4)}`, `${stars(40)} ${stars(20)}`],
    [`xoxb-123456789012-abcdef github_pat_${'a'.repeat(22)}`, `${stars(24)} ${stars(33)}`],
    ['a eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl b', `a ${stars(38)} b`],
    ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9'],
    [`authorization: bearer ${'x1'.repeat(10)}`, `authorization: bearer ${stars(20)}`],
    ['postgres://me:pass-word@db/x', `postgres://me:${stars(9)}@db/x`],
    ['{"api_key":"abcdefgh1"}', `{"api_key":"${stars(9)}"}`],
    ['{\\"password\\": \\"abcdefgh1\\"}', `{\\"password\\": \\"${stars(9)}\\"}`],
    ['{"token":1234567890,"secret":1.5e12345}', '{"token":1234567890,"secret":1.5e12345}'],
    ['a token: none', 'a token: none'],
    ['-----BEGIN RSA PRIVATE KEY-----\\nMIIE\\n-----END RSA PRIVATE KEY-----, and on', `${stars(68)}, and on`],
    ['/home/alice/x /Users/bob/y /home/runner/z', '/home/user/x /Users/user/y /home/runner/z'],
    ['C:\\\\Users\\\\bob\\\\y', 'C:\\\\Users\\\\user\\\\y'],
    ['https://example.com/home/products a/home/b', 'https://example.com/home/products a/home/b'],
    [
      'npm_config_registry_of_somebody risk-of-something-very-long',
      'npm_config_registry_of_somebody risk-of-something-very-long',
    ],
  ]
  for (const [given, expected] of table) assert.equal(covered(given), expected)
})

verifies('recording.masks', 'known secrets and paths of the server are masked in texts, names and values, and counted', () => {
  const cover = openCover(
    ['hunter2-secret'],
    [
      { path: '/srv/data', shown: '/data' },
      { path: '/srv/data/runs/run_1', shown: '/workspace' },
    ],
  )
  const given = { '/srv/data/x': ['see /srv/data/runs/run_1/artifacts', 1, null, true], b: 'hunter2-secret' }
  assert.deepEqual(cover.value(given), { '/data/x': ['see /workspace/artifacts', 1, null, true], b: stars(14) })
  assert.deepEqual(cover.masked(), [
    { what: 'known secret', count: 1 },
    { what: 'path of the server', count: 2 },
  ])
})

test('valid JSON stays valid, also when it is masked as a text', () => {
  const words = fc.constantFrom(
    ...['token', 'secret=', '"', '\\', ': ', 'Bearer ', 'abcdefgh1', '12345678', '/home/al', 'sk-', '\n', '{}', '://a:', 'b@'],
    ...['C:\\Users\\', '-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', 'eyJ', '.'],
  )
  const text = fc.array(words).map((some) => some.join(''))
  const number = fc.double({ noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(fc.dictionary(text, fc.oneof(text, number, fc.array(text))), (value) => {
      JSON.parse(covered(JSON.stringify(value)))
    }),
    { numRuns: 5000 },
  )
})

test('a text of megabytes that was made to keep it busy takes no longer than any other', () => {
  const hostile = [
    'eyJ-',
    '-eyJa.',
    '://a:',
    'token=1',
    'token: 11111111',
    '-----BEGIN ',
    '/home/',
    'sk-',
    'bearer ',
    'x',
    '-----BEGIN PRIVATE KEY-----',
    'token=AAAAAA ',
  ]
  for (const piece of hostile) {
    const text = piece.repeat(Math.ceil((8 * 1024 * 1024) / piece.length))
    const before = process.cpuUsage()
    covered(text)
    const { user } = process.cpuUsage(before)
    assert.ok(user < 3_000_000, `${piece}: ${user / 1000} ms`)
  }
})
