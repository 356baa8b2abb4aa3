import type { ManagedEngineDetail } from '@agent-skill-runner/contract/engine.ts'
import { startScriptedModel } from '@agent-skill-runner/scripted-model'
import { kits, putOperatorFile, realCli } from '../packages/server/test/support/real-engine.ts'
import { until } from '../packages/server/test/support/until.ts'
import { type Ask, must } from './client.ts'
import { fateOf, type KnownJob } from './ledger.ts'
import { agentAnswer, agentQuestions } from './skills.ts'

/** What the rounds need to know of the engines that take part. */
export interface Engines extends AsyncDisposable {
  readonly names: readonly string[]
  /** Variables of the server. */
  readonly env: Readonly<Record<string, string>>
  /** The model that jobs ask an engine for. */
  modelOf(engine: string): string
  /** A program that was named is looked at in the background once: before that its jobs are refused. */
  untilLookedAt(ask: Ask): Promise<void>
  /** Why a conversation with a real CLI was not gone on with as it should; null: it was, or none took part. */
  problemOf(known: KnownJob): string | null
}

/** All conversations with a real CLI play the same script, each at its own place in it: what a request remembers tells where it is. */
const script = {
  steps: [...agentQuestions.map((say) => ({ say })), { say: JSON.stringify({ ...agentAnswer, __SKILL_DONE__: true }) }],
  order: 'conversation',
} as const

/** The replay engine, and the real CLIs (of iflow a stand-in) with a scripted model in this process: they reach nobody else. */
export async function openEngines(names: readonly string[], data: string): Promise<Engines> {
  const chosen = kits.filter(({ engine }) => names.includes(engine))
  const unknown = names.filter((name) => name !== 'replay' && !chosen.some(({ engine }) => engine === name))
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(' and no ')} to torture.`)
  const model = await startScriptedModel({})
  const scenes = chosen.map((kit) => ({ kit, scene: model.scene(kit.engine, script) }))
  const env: Record<string, string> = { SKILL_RUNNER_ENGINES: ['replay', ...chosen.map(({ engine }) => engine)].join(',') }
  for (const { kit, scene } of scenes) {
    const cli = await realCli(kit.engine)
    if (cli.skip) throw new Error(cli.skip)
    Object.assign(env, cli.env, kit.env(scene))
    for (const [name, text] of Object.entries(kit.operator(scene))) putOperatorFile(data, name, text)
  }
  return {
    names,
    env,
    modelOf: (engine) => chosen.find((kit) => kit.engine === engine)?.model ?? engine,
    async untilLookedAt(ask) {
      for (const { engine, title } of chosen.filter(({ isStandIn }) => isStandIn)) {
        const isThere = async () => (await must(ask<ManagedEngineDetail>('GET', `/v1/management/engines/${engine}`))).installed
        await until(`${title} has been looked at`, isThere)
      }
    },
    problemOf({ id, replies, engine }) {
      const asked = scenes.find(({ kit }) => kit.engine === engine)
      const taken = replies.filter((reply) => fateOf(reply) === 'accepted')
      const heard = asked?.scene.requests.some(({ body }) => {
        const text = JSON.stringify(body)
        return taken.every(({ response }) => text.includes(response))
      })
      return asked && !heard ? `no request of ${engine} holds all replies to ${id}` : null
    },
    [Symbol.asyncDispose]: () => model.close(),
  }
}
