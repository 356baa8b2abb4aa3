import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { startScriptedModel } from '@agent-skill-runner/scripted-model'
import { verifies } from '../../../test/verifies.ts'
import { capture } from '../src/process/capture.ts'
import { startApp } from '../test/support/app.ts'
import { asUser, asUserSees, nodeOfUser } from '../test/support/as-user.ts'
import { temporaryFolder } from '../test/support/folder.ts'
import { realCli, realProgram } from '../test/support/real-clis.ts'
import { agentSkill, answering, kitsHere, putOperatorFile } from '../test/support/real-engine.ts'

const folder = fileURLToPath(new URL('../../scripted-model', import.meta.url))
const readme = readFileSync(join(folder, 'README.md'), 'utf8')

for (const kit of kitsHere) {
  const { engine } = kit
  const { skip, env } = await realCli(engine)
  const { settings, place, command } = rowOf(engine)
  const example = join(folder, 'examples', engine)
  const config = readFileSync(join(example, settings), 'utf8')
  const variables = parseEnv(readFileSync(join(example, 'env'), 'utf8')) as Record<string, string>

  verifies(
    'model.examples-work',
    `${kit.title} plays the example of its page: the command as it stands there, by an ordinary user with the settings to copy`,
    async (context) => {
      const home = await temporaryFolder(context)
      mkdirSync(dirname(join(home, place)), { recursive: true })
      cpSync(join(example, settings), join(home, place))
      const { path, runBy } = await realProgram(engine)
      const start = runBy === 'node' ? `exec ${nodeOfUser} '${asUserSees(path)}'` : `exec '${asUserSees(path)}'`
      mkdirSync(join(home, 'bin'))
      writeFileSync(join(home, 'bin', engine), `#!/bin/sh\n${start} "$@"\n`, { mode: 0o755 })
      // Not everybody's Node is the one that we run with.
      writeFileSync(join(home, 'bin/node'), `#!/bin/sh\nexec ${nodeOfUser} "$@"\n`, { mode: 0o755 })

      await using model = await play(join(example, 'script.json'))
      const { code, stdout, stderr } = await capture(asUser(home, ['/bin/sh', '-c', command]), {
        cwd: home,
        timeoutMs: 600_000,
        env: { HOME: home, PATH: `${home}/bin:/usr/bin:/bin`, TMPDIR: home, ...variables },
      })
      assert.equal(code, 0, `${stdout}\n${stderr}`)
      assert.match(stdout, /^\{"ok": true\}$/m)
      assert.deepEqual(await model.end(), { code: 0, stderr: '' })
    },
    { skip },
  )

  verifies(
    'model.examples-work',
    `${kit.title} plays a script for a job of a server that has the same settings in its agent home`,
    async () => {
      await using model = await startScriptedModel({ port: 8099 })
      const scene = model.scene('script', { steps: [...answering(kit, '{"ok":true}')] })
      await using app = await startApp({ skills: [agentSkill('stdout')], env: { ...env, ...variables } })
      putOperatorFile(app.data, place, config)
      await app.app.runner.installations.refresh()
      const { result } = await app.run('agent-stdout', { engine, model: kit.model })
      assert.deepEqual([result?.error, result?.data], [null, { ok: true }])
      assert.deepEqual([scene.problems, scene.unplayed, model.problems], [[], [], []])
    },
    { skip },
  )
}

/** What the table of the page says about an engine. */
function rowOf(engine: string) {
  const row = readme.split('\n').find((line) => line.startsWith(`| ${engine} |`)) ?? ''
  const [, settings = '', place = '', command = ''] =
    /\| \[`(.+?)`\]\(.+?\) \| `~\/(.+?)` \| `(.+?)` \|$/.exec(row) ?? assert.fail(`no row for ${engine}`)
  return { settings, place, command }
}

/** The model, started as the page says. */
async function play(script: string) {
  const main = join(folder, 'src/main.ts')
  const child = spawn(process.execPath, [main, script, '--port', '8099'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = text(child.stderr)
  const exit = once(child, 'exit')
  await once(createInterface(child.stdout), 'line')
  return {
    async end() {
      child.kill('SIGTERM')
      await exit
      return { code: child.exitCode, stderr: await said }
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exit
    },
  }
}
