import type { FastifyInstance } from 'fastify'
import { readStatus } from '../../domain/exec-query.ts'
import type { Ran } from '../../exec/open.ts'
import { Fault } from '../../lib/fault.ts'
import { invalidRequest } from '../invalid-request.ts'
import { route } from '../route.ts'
import type { RouteDeps } from './deps.ts'
import { entered } from './enter-project.ts'
import { requestOf } from './exec.ts'
import { requireRoom } from './require-room.ts'

/** Of what was printed, in an error. */
const mostShown = 2000

/** The state of something that only a command knows: a job of another system, a file that grows. */
export function execQueryRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { exec } = deps

  route(app, 'queryExecTask', async ({ principal, params, body, signal }) => {
    const project = entered(principal, params.project_id)
    await requireRoom(deps)
    const { query_command, status_field: statusField, done_states: doneStates, error_states: errorStates, ...rest } = body
    if (doneStates.some((state) => errorStates.includes(state)))
      throw invalidRequest('/error_states', 'has a state that is in done_states too', 'uniqueItems')
    const { mostCommandSec } = exec.projects.depsOf(project).limits
    const ran = await exec.run(requestOf(project, principal, { ...rest, command: query_command }, mostCommandSec), signal)
    if (ran.error) throw failed(ran, 'the command failed', { error: ran.error.code })
    if (ran.stdout.from > 0) throw failed(ran, `it printed more than ${exec.limits.answeredBytes} bytes`)
    const read = readStatus(ran.stdout.text, { statusField, doneStates, errorStates })
    if (!read.ok) throw failed(ran, read.problem, { status_field: statusField })
    return {
      status: read.status,
      value: read.value,
      raw: ran.stdout.text,
      session_id: ran.session.alias,
      skill_name: ran.command.skill,
      version_hash: ran.command.versionHash,
      workdir: ran.command.workdir,
    }
  })
}

function failed({ exitCode, stdout, stderr }: Ran, problem: string, more: object = {}): Fault {
  const printed = { stdout: stdout.text.slice(-mostShown), stderr: stderr.text.slice(-mostShown) }
  return new Fault('QUERY_FAILED', { problem, ...more, exit_code: exitCode, ...printed })
}
