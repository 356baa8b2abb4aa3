import type { AnswerOf, ProjectExec } from '@agent-skill-runner/sdk/source'
import { type ClientCommand, problemText } from './client-command.ts'
import { filesOf, refuseFiles } from './exec-files.ts'
import { projectHelp, projectOf, serviceIn, startHelp } from './exec-flags.ts'
import { exits, helpOf } from './exit-codes.ts'
import { leaveBy, unlessLeft } from './leaving.ts'
import { say } from './words.ts'

export const serviceStart: ClientCommand = {
  help: `skill-runner exec service start <skill> [flags] -- COMMAND…

Starts a service: a task that others connect to. Waits until it is ready, and prints its id and where its ports are.
exec status, watch, logs and cancel take the id.

  --port PORT          a port on its loopback that clients on the machine of the server can connect to; repeat it for more
  --ready PATTERN      it is ready when a line that it prints fits this regular expression (default: when the first port answers)
  --startup-timeout SECONDS
                       most seconds until it is ready
${startHelp}
  --json               one JSON document on stdout
${projectHelp}
${helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused', 'interrupted')}`,
  async run(args) {
    const { values, request } = serviceIn(args)
    refuseFiles(values)
    const { exec, artifacts } = await projectOf(values)
    const files = await filesOf(artifacts, values)
    using leave = leaveBy(null)
    const started = await unlessLeft(
      leave,
      exec.startService({ ...request, ...files }, { signal: leave.signal, idempotencyKey: values['idempotency-key'] }),
    )
    const ready = started && (await unlessLeft(leave, untilReady(exec, started.task_id, leave.signal)))
    if (!ready) {
      const id = started?.task_id
      process.stderr.write(
        id ? `The service continues. Cancel it: ./skill-runner exec cancel ${id}\n` : 'The service may exist and run.\n',
      )
      return exits.interrupted.code
    }
    say(values.json ? `${JSON.stringify(ready, null, 2)}\n` : textOf(ready))
    if (ready.status === 'running') return exits.succeeded.code
    process.stderr.write(ready.error ? problemText(ready.error) : `It has ended: ${ready.status}.\n`)
    return exits.failed.code
  },
}

type Task = AnswerOf<'getExecTask'>

/** Or until it has ended. */
async function untilReady(exec: ProjectExec, id: string, signal: AbortSignal): Promise<Task> {
  for await (const event of exec.follow(id, { signal }))
    if (event.type === 'status' && event.status !== 'queued' && event.status !== 'starting') break
  return exec.task(id, { tail_bytes: 0, signal })
}

const textOf = ({ task_id, exposed_endpoints }: Task): string =>
  [task_id, ...exposed_endpoints.map(({ port, url }) => `${port} ${url}`)].join('\n').concat('\n')
