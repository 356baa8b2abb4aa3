import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ProjectSkillList } from '@agent-skill-runner/contract/project-skill.ts'
import { parse } from 'yaml'
import { verifies } from '../../../../test/verifies.ts'
import { tools } from '../../src/domain/tools.ts'
import { startApp } from '../support/app.ts'
import { temporaryFolder } from '../support/folder.ts'
import { ask, plainSkill, skillsAt, uploadTo, zipped } from '../support/projects.ts'
import { shipped } from '../support/recordings.ts'
import { sdkOf } from '../support/sdk.ts'
import { replayOnly } from '../support/talk.ts'
import { writeTokens } from '../support/tokens.ts'

const root = join(import.meta.dirname, '../../../..')

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const flow = (args: readonly string[], env: Record<string, string>, name = 'skills-upload'): Promise<Ended> =>
  new Promise((resolve) => {
    const program = join(root, `examples/flows/${name}.ts`)
    const child = execFile(
      process.execPath,
      [program, ...args],
      { env: { PATH: '/usr/bin:/bin', ...env } },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })

verifies(
  'examples.skills-upload',
  'the flow uploads a folder or a zip, runs a command in it, and tells what went wrong',
  async (context) => {
    const folder = await temporaryFolder(context)
    const skill = join(folder, 'greeter')
    const files = plainSkill('greeter', 'Greets.', { 'scripts/hello.sh': '#!/bin/sh\necho "hello $1"\n', '.git/config': 'x' })
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(skill, path)), { recursive: true })
      writeFileSync(join(skill, path), text)
    }
    chmodSync(join(skill, 'scripts/hello.sh'), 0o755)
    using tokens = writeTokens([{ name: 'runner', scopes: ['run'], project: 'demo' }])
    await using app = await startApp({ env: tokens.env })
    const env = { SKILL_RUNNER_URL: app.url, SKILL_RUNNER_TOKEN: tokens.tokenOf('runner') }
    const inDemo = [skill, '--project', 'demo']

    const first = await flow([...inDemo, '--', './scripts/hello.sh', 'world'], env)
    assert.deepEqual([first.code, first.stdout], [0, 'hello world\n'])
    assert.match(first.stderr, /^created greeter [0-9a-f]{12} in project demo\n$/)
    const { body } = await ask<ProjectSkillList>(app, 'GET', skillsAt('demo'), undefined, tokens.as('runner'))
    assert.deepEqual(
      body.skills.map(({ name, description, enabled }) => [name, description, enabled]),
      [['greeter', 'Greets.', true]],
    )

    const failing = await flow([...inDemo, '--session', 'other', '--', 'echo no >&2; exit 3'], env)
    assert.deepEqual([failing.code, failing.stdout], [3, ''])
    assert.match(failing.stderr, /^unchanged greeter [0-9a-f]{12} in project demo\nno\n$/)

    const zip = join(folder, 'greeter.zip')
    writeFileSync(zip, zipped('greeter', plainSkill('greeter', 'Greets anew.')))
    const updated = await flow([zip, '--project', 'demo'], env)
    assert.deepEqual([updated.code, updated.stdout, updated.stderr.split(' ')[0]], [0, '', 'updated'])

    writeFileSync(zip, 'no zip')
    for (const [args, use, code, told] of [
      [[zip, '--project', 'demo'], env, 1, /UPLOAD_INVALID/],
      [[skill], env, 1, /PROJECT_NOT_FOUND/],
      [inDemo, { ...env, SKILL_RUNNER_TOKEN: 'wrong' }, 1, /UNAUTHORIZED/],
      [[join(folder, 'nothing')], env, 1, /ENOENT/],
      [[], env, 2, /Uploads a skill/],
      [[skill, '--projekt', 'demo'], env, 2, /Uploads a skill/],
    ] as const) {
      const ended = await flow(args, use)
      assert.deepEqual([ended.code, ended.stdout], [code, ''], ended.stderr)
      assert.match(ended.stderr, told)
    }
  },
)

verifies(
  'recording.plays-the-same',
  'the flow plays recordings with their replies, and says which leads to something else',
  async (context) => {
    const folder = await temporaryFolder(context)
    const shippedOnes = [shipped('demo-interview', 'codex'), shipped('demo-echo', 'broken')]
    await using app = await startApp({ env: replayOnly })
    const env = { SKILL_RUNNER_URL: app.url }
    const good = await flow(shippedOnes, env, 'play-recordings')
    assert.deepEqual(good, { code: 0, stdout: shippedOnes.map((file) => `same     ${file}\n`).join(''), stderr: '' })

    const changed = JSON.parse(readFileSync(shippedOnes[0] ?? '', 'utf8'))
    changed.result.data.need = 'Something else.'
    const copy = join(folder, 'codex.recording.json')
    writeFileSync(copy, JSON.stringify(changed))
    const bad = await flow([copy], env, 'play-recordings')
    assert.deepEqual([bad.code, bad.stderr], [1, ''])
    assert.match(bad.stdout, /^differs {2}.*codex\.recording\.json: \.\/skill-runner record job_\w+ --check /)
    assert.equal((await flow(['a.json'], env, 'play-recordings')).code, 2)
    const alone = join(folder, 'unknown.recording.json')
    writeFileSync(alone, JSON.stringify(changed))
    const refused = await flow([alone], env, 'play-recordings')
    assert.deepEqual([refused.code, refused.stderr.split(':')[0]], [1, 'MODEL_UNKNOWN'])
  },
)

verifies(
  'examples.orchestrator-profile',
  'the profile of the example is put as it is, and lets an agent do every tool and nothing else',
  async () => {
    const text = readFileSync(join(root, 'examples/profiles/skill_orchestrator_agent.yaml'), 'utf8')
    using tokens = writeTokens([
      { name: 'chief', scopes: ['admin'] },
      { name: 'agent', scopes: ['run'], project: 'demo', profile: 'skill_orchestrator_agent' },
    ])
    await using app = await startApp({ env: tokens.env })
    await uploadTo(app, 'demo', zipped('greeter', plainSkill('greeter', 'Greets.')), tokens.as('chief'))
    const agent = sdkOf(app.url, { token: tokens.tokenOf('agent') }).project('demo')
    const command = { skill_name: 'greeter', command: 'cat SKILL.md' }
    // Before it is there, its token can do nothing.
    await assert.rejects(agent.exec.run(command), { code: 'TOOL_NOT_ALLOWED' })

    const put = await ask<{ allowed_tools: string[]; ui_allowed: boolean; warnings?: unknown }>(
      ...([app, 'PUT', '/v1/projects/demo/profiles/skill_orchestrator_agent', parse(text), tokens.as('chief')] as const),
    )
    assert.deepEqual(
      [put.status, put.body.allowed_tools, put.body.ui_allowed, put.body.warnings],
      [200, [...tools], false, undefined],
    )
    const names = []
    for await (const { name } of agent.skills.list()) names.push(name)
    assert.deepEqual(names, ['greeter'])
    assert.equal((await agent.exec.run(command)).stdout.text, plainSkill('greeter', 'Greets.')['SKILL.md'])
    const { task_id } = await agent.exec.startTask({ skill_name: 'greeter', command: 'sleep 600' })
    await agent.exec.cancel(task_id)
    const zip = new Blob([new Uint8Array(zipped('mine', plainSkill('mine', 'Is mine.')))])
    await assert.rejects(agent.skills.upload(zip), { code: 'TOOL_NOT_ALLOWED' })
    await assert.rejects(agent.skills.remove('greeter'), { code: 'TOOL_NOT_ALLOWED' })
    const page = { ...tokens.as('agent'), origin: app.url }
    assert.equal(
      (await ask<{ error: { code: string } }>(app, 'POST', '/v1/projects/demo/exec/commands', command, page)).body.error.code,
      'UI_NOT_ALLOWED',
    )
  },
)
