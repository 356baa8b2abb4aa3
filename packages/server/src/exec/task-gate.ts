import { chmodSync, closeSync, constants, openSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { ExecTask } from '../domain/exec.ts'
import { parseRule } from '../gate/rules.ts'
import { isWithin } from '../gate/within.ts'
import { wayOutName } from '../process/ports.ts'
import type { ExecDeps } from './deps.ts'
import { allowedHosts, type CommandGate, openCommandGate } from './reach.ts'

/** Whether a task has a gate of its own: without a sandbox nothing holds it back, and srt has no way through. */
export const isLedOut = ({ sandbox }: Pick<ExecDeps, 'sandbox'>, { network }: Pick<ExecTask, 'network'>): boolean =>
  network.length > 0 && sandbox.status === 'bubblewrap'

/**
 * The way out of a task, for as long as this server sees it: a socket in the folder of the task, which only the helper of this task connects
 * to, since nobody inside sees that folder. The next server opens it again, for the hosts in the row of the task that the operator still allows.
 */
export async function openTaskGate(deps: ExecDeps, task: ExecTask): Promise<CommandGate> {
  if (!isLedOut(deps, task)) return openCommandGate(deps, [])
  const allowed = allowedHosts(deps).flatMap((entry) => parseRule(entry, 'skill') ?? [])
  const rules = task.network.flatMap((entry) => parseRule(entry, 'skill') ?? []).filter((rule) => isWithin(rule, allowed))
  const gate = openCommandGate(deps, rules)
  const closeSocket = await listenIn(deps.layout.execTask(task.id), (socket) => gate.accept(socket))
  return {
    ...gate,
    [Symbol.dispose]: () => {
      closeSocket()
      gate[Symbol.dispose]()
    },
  }
}

/** By a descriptor of the folder, which is kept as long: the path of a socket may have a hundred characters, that of a folder more. */
async function listenIn(folder: string, accept: (socket: Socket) => void): Promise<() => void> {
  const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  const path = `/proc/self/fd/${fd}/${wayOutName}`
  const server = createServer({ allowHalfOpen: true }, accept)
  try {
    // That of a server that was killed.
    rmSync(path, { force: true })
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
    chmodSync(path, 0o600)
  } catch (error) {
    server.close()
    closeSync(fd)
    throw error
  }
  return () => void server.close(() => closeSync(fd))
}
