import { spawn } from 'node:child_process'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Scene, startScriptedModel } from '@agent-skill-runner/scripted-model'
import type { EngineLaunch, LaunchRequest, TextFile } from '../packages/server/src/engines/engine.ts'
import { engines } from '../packages/server/src/engines/index.ts'
import { mergedSettings } from '../packages/server/src/engines/settings.ts'
import { openInstalling } from '../packages/server/test/support/installing.ts'
import { type Kit, kits, realCli } from '../packages/server/test/support/real-engine.ts'
import { somebody } from './bare.ts'
import type { Figure } from './figures.ts'
import type { TreeBench } from './measurements.ts'
import { overBare, type Turn } from './over-bare.ts'
import type { Place } from './place.ts'
import { dataOf, startBenchServer } from './server.ts'
import { input } from './skills.ts'

const answer = '{"ok":true,"length":44}'

/** Those that start quickly enough for what the server adds to be seen; what a stand-in takes tells nothing at all. */
const measured: readonly string[] = ['codex', 'gemini']

/** What a run through the server costs over the same CLI started by hand, with the same settings and a home it knows. Both take turns. */
export async function measureEngines(bench: TreeBench): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const kit of kits.filter(({ engine }) => measured.includes(engine))) figures.push(...(await measureOne(bench, kit)))
  return figures
}

async function measureOne(bench: TreeBench, kit: Kit): Promise<Figure[]> {
  const { place, count } = bench
  const cli = await realCli(kit.engine)
  if (cli.skip) throw new Error(cli.skip)
  const pairs = count(kit.engine === 'codex' ? 40 : 20)
  const model = await startScriptedModel({})
  await using _ = place.ending.add({}, () => model.close())
  const scene = model.scene(kit.engine, { steps: Array.from({ length: 2 * (pairs + 3) }, () => ({ say: answer })) })
  const folder = place.fresh()
  writeAll(
    join(dataOf(folder), 'agent-home'),
    Object.entries(kit.operator(scene)).map(([name, words]) => ({ name, text: words })),
  )
  await using server = await startBenchServer(bench, { folder, env: { ...cli.env, ...kit.env(scene) } })
  const bare = await bareCli(place, kit, scene, cli.env)
  const job = { skill_id: 'bench-agent', engine: kit.engine, model: kit.model, input }
  const turn = async (): Promise<Turn> => ({ bareMs: await bare(), runMs: await server.client.run(job) })
  for (let i = 0; i < count(3); i++) await turn()
  const turns: Turn[] = []
  for (let i = 0; i < pairs; i++) turns.push(await turn())
  const { engine } = kit
  return overBare(turns, { id: `engines.${engine}`, run: `a run of ${engine}`, bare: `the bare ${engine}`, aimMs: 40 })
}

/** Starts the CLI as the server would, but with nothing around it. */
async function bareCli(
  place: Place,
  kit: Kit,
  scene: Scene,
  env: Readonly<Record<string, string>>,
): Promise<() => Promise<number>> {
  const engine = engines[kit.engine]
  if (!engine?.settings || typeof engine.cli === 'string') throw new Error(`${kit.engine} is not an engine with a CLI`)
  await using installing = await openInstalling({
    prefix: env['SKILL_RUNNER_NPM_PREFIX'] ?? '',
    clis: { [kit.engine]: engine.cli },
  })
  const installed = installing.installations().current(kit.engine)
  if (!installed) throw new Error(`${kit.engine} is not installed`)
  const [workspace, home] = [place.outside(), place.outside()]
  const operator = kit.engine === 'codex' ? codexOperator(scene) : { general: { maxAttempts: 1 } }
  const request: LaunchRequest = {
    prompt: `Answer with ${answer}`,
    model: kit.model,
    script: null,
    program: { path: join(installed.folder, installed.path), runBy: installed.runBy },
    places: { workspace, skill: workspace, home, node: process.execPath },
    settings: mergedSettings(engine.settings, { operator, skill: {}, request: {} }),
    env: kit.env(scene),
    resume: null,
    outputSchema: null,
    needsOwnSandbox: false,
  }
  const launch = engine.launch(request)
  handOver(home, writeAll(home, launch.files))
  handOver(workspace, writeAll(workspace, launch.shown))
  return () => runLaunch(launch, workspace, home)
}

const codexOperator = ({ url }: Scene) => ({
  model_provider: 'scripted',
  model_providers: {
    scripted: { name: 'scripted', base_url: `${url}/v1`, wire_api: 'responses', env_key: 'SCRIPTED_KEY', request_max_retries: 0 },
  },
})

async function runLaunch({ argv: [program, ...args], env, stdin }: EngineLaunch, cwd: string, home: string): Promise<number> {
  const began = performance.now()
  const child = spawn(program, args, { cwd, env: { PATH: '/usr/bin:/bin', HOME: home, TMPDIR: cwd, ...env }, ...somebody() })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  child.stdin.end(stdin)
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  const ms = performance.now() - began
  if (code !== 0 || !output.includes('length')) throw new Error(`The bare CLI failed: ${code} ${output} ${errors}`)
  return ms
}

/** Answers all that was made. */
function writeAll(folder: string, files: readonly TextFile[]): string[] {
  const made: string[] = []
  for (const { name, text: words } of files) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, words)
    made.push(dirname(path), path)
  }
  return made
}

function handOver(folder: string, paths: readonly string[]): void {
  const { uid, gid } = somebody()
  if (uid !== undefined && gid !== undefined) for (const path of [folder, ...paths]) chownSync(path, uid, gid)
}
