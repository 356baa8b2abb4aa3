import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Scene as Played, Step } from '@agent-skill-runner/scripted-model'
import type { Exit } from '../domain/launch.ts'
import type { LaunchRequest } from '../engines/engine.ts'
import { mergedSettings } from '../engines/settings.ts'
import { openGate } from '../gate/open-gate.ts'
import { planGate } from '../gate/plan.ts'
import { type Asked, type AskPlaces, ask } from '../installed/ask.ts'
import { endLeftovers } from '../process/tree.ts'
import { copyFiles } from '../workspace/copy-files.ts'
import type { Examination } from './examination.ts'
import { type Heard, openListener } from './listen.ts'
import { type Ended, runTurn } from './run-turn.ts'
import { skillFile } from './skill.ts'

/** One turn of the CLI, and what the model does in it. */
export interface Turn {
  readonly prompt: string
  readonly steps: readonly Step[]
  readonly schema?: object
  /** Its session is kept for a later one. */
  readonly keepsSession?: true
  /** The session to go on with, of those that were kept. */
  readonly resume?: string
  /** It is ended as soon as this file is in its home. */
  readonly endAt?: string
}

export interface Told extends Heard {
  readonly exit: Exit
  readonly endedAfterMs: Ended['afterMs']
  /** Processes that outlived it. */
  readonly left: number
  /** All that the model was sent, as text. */
  readonly sent: string
  /** What the model was sent and does not know, the first of it. */
  readonly problem: string | null
  /** Whom it asked for besides its model. */
  readonly others: readonly string[]
}

/** Plays one turn as a run would: in the sandbox, as another user than root, in a home of its own. It has no way out but to the model. */
export async function play(stage: Examination, turn: Turn): Promise<Told> {
  const { asker, engine, installation, model, warmHomes, folder, sessions, signal, turnMs: timeoutMs, graceMs } = stage
  const name = `turn-${randomBytes(6).toString('hex')}`
  const marker = `probe:${name}`
  const scene = model.scene(name, { steps: turn.steps })
  const way = wayTo(stage, scene)
  const others = new Set<string>()
  const gate = openGate({
    rules: way.gate.rules,
    onDecision: ({ host, port, outcome }) => void (outcome === 'refused' && others.add(`${host}:${port}`)),
  })
  const listener = openListener(engine.parser())
  const logs = { stdout: join(folder, `${name}.stdout`), stderr: join(folder, `${name}.stderr`) }
  let endAt: string | null = null
  let ended: Ended | null = null
  try {
    await ask(asker, installation, (at) => launchOf(stage, turn, way, marker, at), {
      timeoutMs,
      network: 'gated',
      fill: async (home, identity) => {
        await warmHomes.fill(engine, installation, home, identity)
        if (turn.endAt !== undefined) endAt = join(home, turn.endAt)
        if (turn.resume !== undefined && engine.sessionFiles) await copyFiles(sessions, home, engine.sessionFiles)
      },
      run: async (command, resources) => {
        const onLines = async (lines: Parameters<typeof listener.lines>[0]) => listener.lines(lines)
        ended = await runTurn(command, { gate, resources, endAt, signal, timeoutMs, graceMs, marker, logs, onLines })
        return { code: null, stdout: '', stderr: '' }
      },
      keep: async (home) => {
        if (turn.keepsSession && engine.sessionFiles) await copyFiles(home, sessions, engine.sessionFiles)
      },
    })
  } finally {
    gate.close()
  }
  const { exit, afterMs }: Ended = ended ?? { exit: { kind: 'not_started', reason: 'unknown reason' }, afterMs: null }
  return {
    ...listener.end(exit),
    exit,
    endedAfterMs: afterMs,
    left: (await endLeftovers(marker, [])).length,
    sent: JSON.stringify(scene.requests.map(({ body }) => body)),
    problem: scene.problems[0] ?? null,
    others: [...others],
  }
}

const key = 'key-of-a-scripted-model'

/** As an operator would lead it to the model. */
function wayTo({ engine: { settings: rules, account }, kit }: Examination, { url }: Played) {
  const operator = kit.settings(url)
  const settings = rules === null ? operator : mergedSettings(rules, { operator, skill: {}, request: {} })
  const env = kit.env(url, key)
  return { settings, env, gate: planGate(account?.hosts(settings, env, kit.model) ?? [], []) }
}

type Way = ReturnType<typeof wayTo>

/** As a run would be launched, with a skill of our own beside. */
function launchOf({ engine, kit }: Examination, turn: Turn, way: Way, marker: string, { program, places }: AskPlaces): Asked {
  const { prompt, schema = null, resume = null } = turn
  const request: LaunchRequest = {
    ...way,
    prompt,
    model: kit.model,
    script: null,
    program,
    places,
    resume,
    outputSchema: schema,
    needsOwnSandbox: false,
  }
  const { argv, env, stdin, files, shown } = engine.launch(request)
  return { argv, env: { ...env, SKILL_RUNNER_MARK: marker }, stdin, files, shown: [...shown, skillFile(engine)] }
}
