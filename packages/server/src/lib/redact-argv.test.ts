import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redactArgv } from './redact-argv.ts'

test('known secrets are covered wherever they stand, and so is what a word asks for', () => {
  const secrets = ['the-known-secret']
  const table: [readonly string[], readonly string[]][] = [
    [
      ['cat', 'a-the-known-secret-b'],
      ['cat', 'a-****************-b'],
    ],
    [
      ['cli', '--api-key', 'abc', 'go'],
      ['cli', '--api-key', '***', 'go'],
    ],
    [
      ['cli', '--api-key=abc'],
      ['cli', '--api-key=***'],
    ],
    [
      ['cli', '-c', 'providers.mine.bearerToken="abc"'],
      ['cli', '-c', 'providers.mine.bearerToken=***'],
    ],
    [
      ['env', 'OPENAI_API_KEY=abc', 'cli'],
      ['env', 'OPENAI_API_KEY=***', 'cli'],
    ],
    [
      ['curl', '-H', 'Authorization: Bearer abc'],
      ['curl', '-H', 'Authorization: ***'],
    ],
    [
      ['cli', '--password', '--verbose'],
      ['cli', '--password', '--verbose'],
    ],
    [
      ['cli', '--max-tokens', '500', '--keyboard=us'],
      ['cli', '--max-tokens', '500', '--keyboard=us'],
    ],
    [
      ['node', 'run.mjs', '--name', 'key'],
      ['node', 'run.mjs', '--name', 'key'],
    ],
  ]
  for (const [argv, expected] of table) assert.deepEqual(redactArgv(argv, secrets), expected)
})
