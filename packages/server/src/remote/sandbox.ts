import { messageOf } from '../lib/thrown.ts'
import * as scripts from './scripts.ts'
import type { SdkSandbox } from './sdk.ts'
import { faultOf, troubleFault } from './trouble.ts'

/** A command as it is begun in a sandbox. */
export interface RemoteLaunch {
  readonly id: string
  /** In the environment of all its processes. */
  readonly mark: string
  readonly timeoutSec: number
  readonly graceSec: number
  /** The script that becomes the command. */
  readonly script: string
}

/** What is new of a command. */
export interface RemoteLook {
  /** `none`: it was never begun. `lost`: whoever kept it is gone, and nobody knows how it ended. */
  readonly state: 'none' | 'lives' | 'lost' | 'ended'
  /** Of one that ended. */
  readonly exitCode: number
  /** Why it was ended; empty: it ended by itself. */
  readonly why: string
  /** How much there is of each stream, and what comes after what was read. */
  readonly bytes: { readonly stdout: number; readonly stderr: number }
  readonly stdout: Buffer
  readonly stderr: Buffer
}

export type RemoteKind = 'missing' | 'link' | 'directory' | 'special' | 'unreadable' | { readonly size: number }

/** Of each stream in one look. */
const mostBytes = 512 * 1024
/** Of a request, beyond what it waits. */
const patienceMs = 30_000
const uploadMs = 300_000

/** The sandbox of a session, and what its commands need of it. Everything is asked by short requests: no connection has to last. */
export class RemoteSandbox {
  readonly id: string
  readonly startedAt: Date
  /** The folder of the session in it. */
  readonly root: string
  readonly #sdk: SdkSandbox

  private constructor(sdk: SdkSandbox, startedAt: Date, root: string) {
    this.#sdk = sdk
    this.id = sdk.sandboxId
    this.startedAt = startedAt
    this.root = root
  }

  static async open(sdk: SdkSandbox, startedAt: Date): Promise<RemoteSandbox> {
    const [root = ''] = await run(sdk, scripts.lineOf(scripts.prepareScript))
    return new RemoteSandbox(sdk, startedAt, root)
  }

  /** Once for each version: a folder that is there is whole. */
  async deliverSkill(place: string, zip: () => Promise<Buffer>): Promise<void> {
    if ((await this.about(this.root, place)) === 'directory') return
    const archive = `${this.root}/incoming/${place.replaceAll('/', '-')}.zip`
    await this.writeFile(archive, await zip())
    await this.#run(scripts.lineOf(scripts.unpackScript, archive, `${this.root}/${place}`))
  }

  /** `known`: it was asked for before, and is not begun again. */
  async start({ id, mark, timeoutSec, graceSec, script }: RemoteLaunch): Promise<{ readonly pid: number } | 'known'> {
    const folder = this.#task(id)
    await this.writeFile(`${folder}/launch`, Buffer.from(script))
    const [answer = ''] = await this.#run(scripts.lineOf(scripts.startScript, folder, timeoutSec, graceSec, mark))
    const [, pid] = /^begun (\d+)$/.exec(answer) ?? []
    return pid === undefined ? 'known' : { pid: Number(pid) }
  }

  /** After it nobody begins the command any more. Answers whether nobody had. */
  async giveUp(id: string): Promise<boolean> {
    const [answer] = await this.#run(scripts.lineOf(scripts.giveUpScript, this.#task(id)))
    return answer === 'given-up'
  }

  /** Waits for something new, up to `seconds`. */
  async look(id: string, read: RemoteLook['bytes'], seconds: number, signal: AbortSignal): Promise<RemoteLook> {
    const line = scripts.lineOf(scripts.lookScript, this.#task(id), read.stdout, read.stderr, mostBytes, seconds)
    const [state = '', why = '', sizes = '', stdout = '', stderr = ''] = await this.#run(line, seconds * 1000, signal)
    const [word, code] = state.split(' ')
    const [out, err] = sizes.split(' ').map(Number)
    return {
      state: word === 'ended' || word === 'lives' || word === 'lost' ? word : 'none',
      exitCode: Number(code ?? 0),
      why: why.trim(),
      bytes: { stdout: out ?? 0, stderr: err ?? 0 },
      stdout: Buffer.from(stdout, 'base64'),
      stderr: Buffer.from(stderr, 'base64'),
    }
  }

  /** Resolves when nothing of it is left. */
  async kill(id: string, { mark, graceSec, why }: { readonly mark: string; readonly graceSec: number; readonly why: string }) {
    await this.#run(scripts.lineOf(scripts.killScript, this.#task(id), graceSec, mark, why), (graceSec + 10) * 1000)
  }

  /** Its files in the sandbox are of no more use. */
  async forget(id: string): Promise<void> {
    await this.#run(scripts.lineOf(scripts.removeScript, this.#task(id)))
  }

  async writeFile(path: string, bytes: Buffer): Promise<void> {
    const options = { requestTimeoutMs: uploadMs }
    await this.#sdk.files.write(path, new Blob([new Uint8Array(bytes)]), options).catch(refuse)
  }

  /** From where it was uploaded to a place below a folder. False: a link or a folder is in the way. */
  async placeFile(bytes: Buffer, name: string, root: string, path: string): Promise<boolean> {
    const uploaded = `${this.root}/incoming/${name}`
    await this.writeFile(uploaded, bytes)
    const [answer] = await this.#run(scripts.lineOf(scripts.placeScript, uploaded, root, path))
    return answer === 'placed'
  }

  async about(root: string, path: string): Promise<RemoteKind> {
    const [answer = ''] = await this.#run(scripts.lineOf(scripts.aboutScript, root, path))
    const [, size] = /^file (\d+)$/.exec(answer) ?? []
    if (size !== undefined) return { size: Number(size) }
    return answer === 'link' || answer === 'directory' || answer === 'special' || answer === 'unreadable' ? answer : 'missing'
  }

  readFile(path: string): Promise<ReadableStream<Uint8Array>> {
    return this.#sdk.files.read(path, { format: 'stream' }).catch(refuse)
  }

  #task(id: string): string {
    return `${this.root}/tasks/${id}`
  }

  #run(line: string, waitMs = 0, signal?: AbortSignal): Promise<string[]> {
    return run(this.#sdk, line, waitMs, signal)
  }
}

/** The lines that a script tells. */
async function run(sdk: SdkSandbox, line: string, waitMs = 0, signal?: AbortSignal): Promise<string[]> {
  const options = { timeoutMs: waitMs + patienceMs, ...(signal ? { signal } : {}) }
  const { stdout } = await sdk.commands.run(line, options).catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'CommandExitError') throw faultOf(error)
    const told = 'stderr' in error ? String(error.stderr).trim() : ''
    throw troubleFault('template', told.slice(0, 300) || messageOf(error), error)
  })
  return stdout.slice(stdout.indexOf(scripts.frame) + scripts.frame.length + 1).split('\n')
}

const refuse = (error: unknown): never => {
  throw faultOf(error)
}
