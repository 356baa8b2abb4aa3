import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { type Call, startScriptedModel, toolResultsIn } from '@agent-skill-runner/scripted-model'
import { verifies } from '../../../test/verifies.ts'
import { capture } from '../src/process/capture.ts'
import { startApp } from '../test/support/app.ts'
import { asUser, asUserSees, nodeOfUser } from '../test/support/as-user.ts'
import { tool } from '../test/support/exec.ts'
import { temporaryFolder } from '../test/support/folder.ts'
import { realProgram, testedCli } from '../test/support/real-clis.ts'

const examples = fileURLToPath(new URL('../../../examples/mcp', import.meta.url))
const scripted = fileURLToPath(new URL('../../scripted-model/examples', import.meta.url))

/** How each leads to the scripted model, where its settings are, and how its model names the tools of an MCP server. */
const clis = {
  codex: {
    model: { file: 'codex/config.toml', place: '.codex/config.toml', flags: '' },
    call: (name: string, args: object): Call => ({ name, namespace: 'mcp__skill_runner', args: { ...args } }),
  },
  gemini: {
    model: { file: 'gemini/settings.json', place: '.gemini/settings.json', flags: '-m gemini-2.5-flash' },
    call: (name: string, args: object): Call => ({ name: `mcp_skill-runner_${name}`, args: { ...args } }),
  },
  opencode: {
    model: { file: 'opencode/opencode.json', place: '.config/opencode/opencode.json', flags: '' },
    call: (name: string, args: object): Call => ({ name: `skill-runner_${name}`, args: { ...args } }),
  },
  claude: {
    model: { file: 'claude/settings.json', place: '.claude/settings.json', flags: '--model claude-sonnet-5-5' },
    call: (name: string, args: object): Call => ({ name: `mcp__skill-runner__${name}`, args: { ...args } }),
  },
} as const

for (const engine of ['codex', 'gemini', 'opencode', 'claude'] as const) {
  const { skip } = await testedCli(engine)
  const { model, call } = clis[engine]

  verifies(
    'mcp.real-clis',
    `${engine}, with the settings and the command of the examples, runs a command and a skill by the tools of a server`,
    async (context) => {
      await using app = await startApp({ skills: [tool] })
      await using provider = await startScriptedModel({ port: 8099 })
      const scene = provider.scene('script', {
        steps: [
          { calls: [call('skills_run_cmd', { skill_name: 'tool', command: 'cat data/hello.txt' })] },
          {
            calls: [
              call('skill_run', { skill_id: 'demo-prime-number', input: { numbers: [2, 4, 97] }, parameter: { divisor: 2 } }),
            ],
          },
          { say: 'Done.' },
        ],
      })
      const home = await temporaryFolder(context)
      putSettings(home, engine, app.app.url)
      const path = `${await programs(home, engine)}:/usr/bin:/bin`
      const { command } = rowOf(engine)
      const { code, stdout, stderr } = await capture(asUser(home, ['/bin/sh', '-c', `${command} ${model.flags}`]), {
        cwd: home,
        timeoutMs: 600_000,
        env: { HOME: home, PATH: path, TMPDIR: home, ...variablesOf(engine) },
      })
      assert.equal(code, 0, `${stdout}\n${stderr}`)
      assert.match(stdout, /^Done\.$/m)
      assert.deepEqual([scene.problems, scene.unplayed, provider.problems], [[], [], []])
      const results = new Map(scene.requests.flatMap((request) => [...toolResultsIn(request)]))
      const [ran = '', run = ''] = [...results.values()]
      assert.match(ran, /"stdout":\{"text":"hello\\n","bytes":6,"truncated":false\}/)
      assert.match(run, /"status":"succeeded"/)
      // The same run, for whoever asks by REST.
      const { body } = await app.get<{ jobs: { skill_id: string; status: string }[] }>('/v1/jobs')
      assert.deepEqual(
        body.jobs.map(({ skill_id, status }) => [skill_id, status]),
        [['demo-prime-number', 'succeeded']],
      )
    },
    { skip },
  )
}

type Name = keyof typeof clis

/** What leads it to the scripted model, together with what the example says. */
function putSettings(home: string, engine: Name, url: string): void {
  const { file, place } = clis[engine].model
  const { settings } = rowOf(engine)
  const base = readFileSync(join(scripted, file), 'utf8')
  const example = readFileSync(join(examples, settings), 'utf8')
  assert.ok(example.includes('http://127.0.0.1:8000/mcp'), example)
  const own = example.replace('http://127.0.0.1:8000', url)
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  if (engine === 'claude') put('mcp.json', own)
  if (engine === 'codex') put(place, `${base}\n${own}`)
  else put(place, engine === 'claude' ? base : JSON.stringify({ ...JSON.parse(base), ...JSON.parse(own) }))
}

/** What the table of the examples says about a CLI. */
function rowOf(engine: Name) {
  const row = readFileSync(join(examples, 'README.md'), 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`| ${engine} |`))
  const [, settings = '', command = ''] =
    /\| \[`(.+?)`\]\(.+?\) \| .+? \| `(.+?)` \|$/.exec(row ?? '') ?? assert.fail(`no row for ${engine}`)
  return { settings, command }
}

function variablesOf(engine: Name): Record<string, string> {
  return parseEnv(readFileSync(join(scripted, engine, 'env'), 'utf8')) as Record<string, string>
}

/** A folder with the CLI and a Node, as an ordinary user starts them. */
async function programs(home: string, engine: Name): Promise<string> {
  const { path, runBy } = await realProgram(engine)
  const start = runBy === 'node' ? `exec ${nodeOfUser} '${asUserSees(path)}'` : `exec '${asUserSees(path)}'`
  mkdirSync(join(home, 'bin'))
  writeFileSync(join(home, 'bin', engine), `#!/bin/sh\n${start} "$@"\n`, { mode: 0o755 })
  writeFileSync(join(home, 'bin/node'), `#!/bin/sh\nexec ${nodeOfUser} "$@"\n`, { mode: 0o755 })
  return join(home, 'bin')
}
