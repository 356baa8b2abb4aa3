import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'node:test'
import { type Step, startScriptedModel } from '@agent-skill-runner/scripted-model'
import { verifies } from '../../../test/verifies.ts'
import { endPid, isAlive } from '../test/support/children.ts'
import { openDatabase } from '../test/support/database.ts'
import type { RealCli } from '../test/support/real-clis.ts'
import {
  agentSkill,
  type EngineApp,
  type Kit,
  kitsHere,
  putOperatorFile,
  realCli,
  shareWarmHomes,
  startEngineApp,
  untilLookedAt,
} from '../test/support/real-engine.ts'
import { marked } from '../test/support/records.ts'
import { startServer } from '../test/support/server.ts'
import { sleepersFor } from '../test/support/sleepers.ts'
import { until } from '../test/support/until.ts'

const skill = 'agent-stdout'
const skills = [agentSkill('stdout')]
const off = { SKILL_RUNNER_SANDBOX: 'off' }

/** Long enough for a CLI to come to its tool on a machine that is busy with other tests. */
const limitOf = ({ engine }: Kit): number => (engine === 'opencode' ? 90 : 45)

let counted = 70_000

/** The tool, and a helper that has left its session. Whoever asks the model again has to wait. */
const sleeping = (kit: Kit, { seconds }: { readonly seconds: string }): Step[] => [
  { calls: [kit.shell(`setsid sleep ${seconds} & sleep ${seconds}`)] },
  { stall: 'before' },
]

for (const kit of kitsHere) {
  const cli = await realCli(kit.engine)
  const job = { engine: kit.engine, model: kit.model }
  const proves = (name: string, body: () => Promise<void>) =>
    verifies('engine.cancel-ends-tool-children', `${kit.title}: ${name}`, body, { skip: cli.skip })

  for (const [where, env] of [['in the sandbox', {}] as const, ['without a sandbox', off] as const]) {
    proves(`cancel ends the tool and its helper ${where}`, async () => {
      await using sleep = ownSleep()
      await using app = await startEngineApp(kit, { steps: sleeping(kit, sleep) }, { cli, skills, env })
      const id = await app.create(skill, job)
      await sleep.by(2)
      const { body } = await app.post<{ accepted: boolean }>(`/v1/jobs/${id}/cancel`)
      const { error } = await app.until(id, 'canceled')
      assert.deepEqual([body.accepted, error?.code], [true, 'CANCELED_BY_USER'])
      assert.deepEqual([await sleep.pids(), marked(app.data)], [[], []])
      assert.deepEqual([app.scene.problems, app.model.problems], [[], []])
    })
  }

  proves('a server that is killed takes the tool and its helper along', async () => {
    await using sleep = ownSleep()
    await using stage = await openStage(kit, cli, sleeping(kit, sleep))
    await using server = await stage.start({})
    await server.create(skill, job)
    await sleep.by(2)
    await server.kill()
    await until('nothing is left', async () => (await sleep.pids()).length === 0 && marked(server.data).length === 0)
  })

  proves('where only the engine itself is ended, its tools live on until the next start', async () => {
    await using sleep = ownSleep()
    await using stage = await openStage(kit, cli, sleeping(kit, sleep))
    await using first = await stage.start(off)
    await first.create(skill, job)
    await sleep.by(2)
    await first.kill()
    await until('the engine is gone', async () => !isAlive(await engineOf(first.data)))
    // The kernel ends the child of a dead server and nobody else. Codex has its tools in a sandbox of its own, which ends with it.
    await sleep.by({ claude: 2, codex: 0, gemini: 2, iflow: 2, opencode: 2, qwen: 2 }[kit.engine])
    await using second = await stage.start(off)
    assert.deepEqual([await sleep.pids(), marked(second.data)], [[], []])
  })

  describe(`${kit.title}: limits`, { concurrency: true }, () => {
    proves('the time limit ends the tool and its helper, and what was said is kept', async () => {
      await using sleep = ownSleep()
      await using app = await startEngineApp(kit, { steps: sleeping(kit, sleep) }, { cli, skills })
      const id = await app.create(skill, { ...job, runtime_options: { timeout_sec: limitOf(kit) } })
      await sleep.by(2)
      await app.until(id, 'failed')
      assert.deepEqual([await endOf(app, id), await sleep.pids()], [{ code: 'TIMEOUT', hasSpoken: true }, []])
    })

    proves('silence ends an engine whose model stands still, and a helper that outlived its tool', async () => {
      await using sleep = ownSleep()
      // The tool ends when the helper has left its group: who is still on the way out ends with the tool.
      const helper = `setsid sh -c "touch artifacts/has-left; exec sleep ${sleep.seconds}" > /dev/null 2>&1 &`
      const leave = kit.shell(`${helper} until [ -e artifacts/has-left ]; do sleep 0.05; done; echo left`)
      const steps: Step[] = [{ calls: [leave] }, { say: 'Once upon', stall: 'mid', expect: { toolResult: 'left' } }]
      await using app = await startEngineApp(kit, { steps }, { cli, skills, limits: { silenceSec: limitOf(kit) } })
      const id = await app.create(skill, job)
      await app.scene.reached(2)
      await sleep.by(1)
      await app.until(id, 'failed')
      assert.deepEqual([await endOf(app, id), await sleep.pids()], [{ code: 'ENGINE_SILENT', hasSpoken: true }, []])
      assert.deepEqual([app.scene.problems, app.model.problems], [[], []])
    })
  })
}

/** A length of sleep that nobody else sleeps for. Who sleeps on after a test that failed is ended. */
function ownSleep() {
  const seconds = `${++counted}.${process.pid}`
  const pids = () => sleepersFor(seconds)
  return {
    seconds,
    pids,
    by: (number: number) => until(`${number} sleep`, async () => (await pids()).length === number),
    async [Symbol.asyncDispose]() {
      for (const pid of await pids()) endPid(pid)
    },
  }
}

/** What the run ended with, and whether the log still has the first words of the engine. */
async function endOf(app: EngineApp, id: string) {
  const { error } = await app.job(id)
  const { stdout } = (await app.get<{ stdout: string }>(`/v1/jobs/${id}/logs`)).body
  return {
    code: error?.code,
    hasSpoken: /does not support thinking mode|"(?:sub)?type":"(?:thread\.started|init|step_start)"/.test(stdout),
  }
}

/** The process that the server started for its only run. */
async function engineOf(data: string): Promise<number> {
  await using database = await openDatabase(data, { readOnly: true })
  return (await database.first<{ pid: number }>('select process_pid as pid from runs'))?.pid ?? Number.NaN
}

/** A folder and a model for servers that are processes of their own. */
async function openStage(kit: Kit, cli: RealCli, steps: readonly Step[]) {
  const folder = mkdtempSync(join(tmpdir(), 'asr-ending-'))
  const model = await startScriptedModel({})
  const scene = model.scene(kit.engine, { steps })
  // Without a sandbox the children of a root server have to reach their folders by themselves.
  for (const name of ['', 'data', 'data/runs', 'data/homes', 'data/snapshots']) {
    mkdirSync(join(folder, name), { recursive: true })
    chmodSync(join(folder, name), 0o755)
  }
  for (const [name, text] of Object.entries(kit.operator(scene))) putOperatorFile(join(folder, 'data'), name, text)
  shareWarmHomes(join(folder, 'data'))
  return {
    async start(env: Readonly<Record<string, string>>) {
      const server = await startServer({ folder, skills, env: { ...cli.env, ...kit.env(scene), ...env } })
      await untilLookedAt(kit, server)
      return server
    },
    async [Symbol.asyncDispose]() {
      await model.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
