import { fileURLToPath } from 'node:url'
import type { Identity, Launch } from '../domain/launch.ts'
import type { Places } from '../domain/sandbox.ts'
import { Fault } from '../lib/fault.ts'
import { tellsOfShortage } from '../lib/shortage.ts'
import { type Captured, capture } from '../process/capture.ts'
import type { Resources } from '../process/resources.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Renderer } from '../skills/prompt.ts'

export interface RenderLimits {
  /** Includes the start of Node. */
  readonly timeMs: number
  readonly heapMb: number
  readonly bytes: number
}

interface RenderPlace {
  readonly places: Places
  readonly mark: string
  readonly identity: Identity | null
  readonly resources: Pick<Resources, 'confinement'>
}

const usual: RenderLimits = { timeMs: 5000, heapMb: 64, bytes: 8 * 1024 * 1024 }

/** Renders templates of a skill in a process of their own, bounded in time, memory and output, and in the sandbox where there is one. */
export function rendererIn(sandbox: Sandbox, place: RenderPlace, limits: RenderLimits = usual): Renderer {
  return {
    async render(templates, variables, what) {
      const { confinement } = place.resources
      const { argv, env, cwd, given, hidden } = sandbox.wrap(renderLaunch(sandbox, place, limits))
      const stdin = JSON.stringify({ templates, variables })
      const options = { timeoutMs: limits.timeMs, env, cwd, stdin, given, hidden, confinement, maxBytes: limits.bytes }
      return textsOf(await capture(argv, options), what, limits)
    },
  }
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

function renderLaunch({ status }: Sandbox, { places, mark, identity }: RenderPlace, { heapMb }: RenderLimits): Launch {
  const program = here('../bounded/render/render.mjs')
  const isSandboxed = status === 'bubblewrap'
  return {
    argv: [places.node, `--max-old-space-size=${heapMb}`, isSandboxed ? '/opt/render/render.mjs' : program],
    env: { SKILL_RUNNER_MARK: mark },
    cwd: '/',
    stdin: null,
    network: 'off',
    identity,
    mounts: [
      { from: program, to: '/opt/render/render.mjs', access: 'read' },
      { from: fileURLToPath(import.meta.resolve('@huggingface/jinja')), to: '/opt/render/jinja.mjs', access: 'read' },
    ],
  }
}

const brokenTemplate = 65
/** Ended by us, or by itself because its heap was full; as a signal, or as the exit code that a shell makes of one. */
const isEnded = (code: number | null): boolean => code === null || code === 66 || code >= 128

function textsOf({ code, stdout, stderr }: Captured, what: string, { timeMs, heapMb }: RenderLimits): readonly string[] {
  if (code === 0) return JSON.parse(stdout) as string[]
  if (code === brokenTemplate) throw new Fault('SKILL_DEGRADED', { problems: [`${what}: ${stderr.slice(0, 500)}`] })
  // It was never started, and the skill is not to blame.
  if (code === null && tellsOfShortage(stderr)) throw new Fault('SERVER_BUSY', { reason: stderr })
  if (isEnded(code)) throw new Fault('SKILL_LIMIT_EXCEEDED', { what, time_ms: timeMs, heap_mb: heapMb })
  throw new Error(`The program that renders templates ended with ${code}: ${stderr.slice(-1000)}`)
}
