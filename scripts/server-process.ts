import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface RunningServer extends AsyncDisposable {
  readonly address: string
  readonly pid: number
}

/** Starts a program that serves, and answers once it says where. Disposing of it waits until it has ended; killed, we take it along. */
export async function startServer(
  argv: readonly [string, ...string[]],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<RunningServer> {
  const [program, ...args] = argv
  const server = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
  }
  try {
    return { address: await addressOf(server), pid: server.pid ?? 0, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Reads both outputs to the end, so that the server never waits for us, and keeps them until the address was said. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const said: string[] = []
    for (const stream of [server.stdout, server.stderr]) {
      if (!stream) continue
      createInterface({ input: stream }).on('line', (line) => {
        const address = /listens on (https?:\/\/\S+)/.exec(line)?.[1]
        if (address) resolve(address)
        else if (said.length < 100) said.push(line)
      })
    }
    server.once('error', reject)
    server.once('close', () => reject(new Error(`The server ended before it served.\n${said.join('\n')}`)))
  })
}
