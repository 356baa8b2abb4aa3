import { mkdir, mkdtemp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Command, Identity, Launch } from '../domain/launch.ts'
import type { Places } from '../domain/sandbox.ts'
import type { EngineLaunch, Program } from '../engines/engine.ts'
import { type Bounds, resourcesWithin } from '../process/bounds.ts'
import { type Captured, capture } from '../process/capture.ts'
import type { Resources } from '../process/resources.ts'
import type { Identities } from '../sandbox/identities.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { handOver, putFiles } from '../workspace/home.ts'
import { removeTree } from '../workspace/remove-tree.ts'

export interface Asker {
  readonly sandbox: Sandbox
  /** Null: the server is not root. */
  readonly identities: Identities | null
  /** Where throw-away homes are made. */
  readonly homes: string
  /** What a CLI may use of the machine while it answers; null: all it likes. */
  readonly bounds: Bounds | null
  /** Aborted: nobody waits for answers any more, and who is being asked is ended. */
  readonly closing?: AbortSignal
}

/** A program on this machine: the folder that a child has to see, and the file in it. */
export interface ProgramOnDisk {
  readonly folder: string
  readonly path: string
  readonly runBy: Program['runBy']
}

/** Where the child will find itself. */
export interface AskPlaces {
  readonly program: Program
  readonly places: Places
  readonly tmp: string
}

export type Asked = Pick<EngineLaunch, 'argv' | 'env' | 'stdin' | 'files' | 'shown'>

interface AskOptions {
  readonly timeoutMs: number
  readonly network?: Launch['network']
  /** Puts more into the throw-away home before the start. */
  fill?(home: string, identity: Identity | null): Promise<void>
  /** Looks at the home before it goes. */
  keep?(home: string, answer: Captured): Promise<void>
  /** Starts it in another way than to hear what it says, for as long as that takes. */
  run?(command: Command, resources: Resources | null): Promise<Captured>
}

/** What a CLI says to a short question, as a child like any other: in the sandbox, as another user than root, in a home of its own. */
export async function ask(
  asker: Asker,
  program: ProgramOnDisk,
  make: (scene: AskPlaces) => Asked,
  options: AskOptions,
): Promise<Captured> {
  await mkdir(asker.homes, { recursive: true, mode: 0o700 })
  const root = await mkdtemp(join(asker.homes, 'ask-'))
  const rooms = { home: join(root, 'home'), workspace: join(root, 'workspace'), tmp: join(root, 'tmp') }
  let identity: Identity | null = null
  try {
    identity = asker.identities?.take() ?? null
    await Promise.all(Object.values(rooms).map((folder) => mkdir(folder, { mode: 0o755 })))
    const scene = sceneOf(asker.sandbox, program, rooms)
    const asked = make(scene)
    await options.fill?.(rooms.home, identity)
    await putFiles(rooms.home, asked.files)
    await putFiles(rooms.workspace, asked.shown)
    await handOver(root, identity)
    const marked = { ...asked, env: { ...markFor(asker, basename(root)), ...asked.env } }
    const command = asker.sandbox.wrap(launchOf(marked, scene, program, rooms, identity, options.network ?? 'off'))
    using resources = asker.bounds && resourcesWithin(asker.bounds, basename(root), identity !== null)
    const answer = await (options.run?.(command, resources) ??
      hear({ ...command, ...confinedBy(resources) }, options.timeoutMs, asker.closing))
    await options.keep?.(rooms.home, answer)
    return answer
  } finally {
    await removeTree(root).finally(() => identity && asker.identities?.release(identity))
  }
}

/** A server that is killed may leave it behind, and the next one finds it by this. */
const markFor = ({ bounds }: Asker, name: string): Record<string, string> =>
  bounds ? { SKILL_RUNNER_MARK: `${bounds.prefix}${name}` } : {}

const confinedBy = (resources: Resources | null): Pick<Command, 'confinement'> =>
  resources ? { confinement: resources.confinement } : {}

const hear = (
  { argv, env, cwd, stdin, given, hidden, confinement }: Command,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Captured> =>
  capture(argv, { timeoutMs, signal, env, cwd, given, hidden, confinement, ...(stdin === null ? {} : { stdin }) })

interface Rooms {
  readonly home: string
  readonly workspace: string
  readonly tmp: string
}

/** At a neutral place inside a sandbox; without one it is seen where it is. */
export function programIn({ status }: Sandbox, { folder, path, runBy }: ProgramOnDisk): Program {
  return { path: `${status === 'bubblewrap' ? programPlace : folder}/${path}`, runBy }
}

export const programPlace = '/opt/engine'

function sceneOf(sandbox: Sandbox, program: ProgramOnDisk, { home, workspace, tmp }: Rooms): AskPlaces {
  const places = sandbox.places({ workspace, skill: workspace, home, node: process.execPath })
  return { program: programIn(sandbox, program), places, tmp: sandbox.status === 'bubblewrap' ? '/tmp' : tmp }
}

function launchOf(
  { argv, env, stdin }: Asked,
  { places, tmp: tmpPlace }: AskPlaces,
  { folder }: ProgramOnDisk,
  { home, workspace, tmp }: Rooms,
  identity: Identity | null,
  network: Launch['network'],
): Launch {
  return {
    argv,
    cwd: places.workspace,
    stdin,
    network,
    identity,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', HOME: places.home, TMPDIR: tmpPlace, ...env },
    mounts: [
      { from: workspace, to: places.workspace, access: 'read' },
      { from: home, to: places.home, access: 'write' },
      { from: tmp, to: '/tmp', access: 'write' },
      { from: folder, to: programPlace, access: 'read' },
    ],
  }
}
