import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { verifies } from './verifies.ts'

verifies(
  'setup.demo-runs-the-built-in-skills',
  'the demo runs on a server of its own and shows validated results and artifacts',
  () => {
    const script = join(import.meta.dirname, '../scripts/demo.ts')
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8', timeout: 600_000 })
    assert.equal(status, 0, stdout + stderr)
    assert.match(stdout, /^The server listens on http:\/\/127\.0\.0\.1:\d+$/m)
    assert.match(stdout, /^── demo-prime-number$/m)
    assert.match(stdout, /^── zotero-parse-attachment$/m)
    assert.match(stdout, /^── demo-echo$/m)
    assert.deepEqual(stdout.match(/^(── demo-interview|It asks: .*|We reply: .*)$/gm), [
      '── demo-interview',
      'It asks:  Who is it for? (myself, my team, everyone)',
      'We reply: "my team"',
      'It asks:  What should it do?',
      'We reply: "See at a glance which build is broken."',
      'It asks:  Is this right? About a build light, for my team. In their own words: See at a glance which build is broken.',
      'We reply: true',
    ])
    assert.equal(stdout.match(/^Job job_\S+ succeeded\. Validated result:$/gm)?.length, 4, stdout)
    assert.match(stdout, /^ROLE +PATH +MIME +SIZE +SHA256$/m)
    assert.equal(stdout.match(/^\S+ +artifacts\/\S+ +\S+\/\S+ +\d+ +[0-9a-f]{12}…$/gm)?.length, 6, stdout)
  },
)

verifies('setup.demo-runs-the-built-in-skills', 'a demo whose server cannot start says why and fails', () => {
  const script = join(import.meta.dirname, '../scripts/demo.ts')
  const env = { ...process.env, SKILL_RUNNER_SANDBOX: 'sometimes' }
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8', timeout: 300_000, env })
  assert.equal(status, 1)
  assert.match(stderr, /^The demo failed: The server ended before it served\.$/m)
  assert.match(stderr, /SKILL_RUNNER_SANDBOX/)
})
