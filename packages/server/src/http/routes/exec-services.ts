import type { ExecServiceRequest } from '@agent-skill-runner/contract/exec-service.ts'
import type { FastifyInstance } from 'fastify'
import type { ServiceSettings } from '../../domain/exec-service.ts'
import type { Once } from '../../domain/once.ts'
import type { ExecLimits } from '../../exec/deps.ts'
import { findTask } from '../../exec/watch.ts'
import { Fault } from '../../lib/fault.ts'
import { onceInProject, replayed } from '../by-key.ts'
import { invalidRequest } from '../invalid-request.ts'
import { type Call, route } from '../route.ts'
import type { RouteDeps } from './deps.ts'
import { entered } from './enter-project.ts'
import { presentTask, requestOf } from './exec.ts'
import { requireRoom } from './require-room.ts'

/** Services of projects: how they begin and end. Else they are tasks. */
export function execServiceRoutes(app: FastifyInstance, { runner, attempts, exec }: RouteDeps): void {
  const start = async (project: string, { principal, body }: Call<'createExecService'>, once: Once | null) => {
    await requireRoom({ runner, attempts })
    const { limits } = exec.projects.depsOf(project)
    const request = requestOf(project, principal, body, limits.serviceSec)
    const settings = settingsOf(body, limits)
    // Its network is known to srt only.
    if (settings.ports.length > 0 && exec.sandbox.status === 'srt')
      throw new Fault('MODE_UNSUPPORTED', { field: 'expose_ports', sandbox: 'srt', reason: 'srt has no ports; use bubblewrap' })
    if (request.network.length > 0 && settings.ports.includes(gatePort))
      throw invalidRequest('/expose_ports', `has ${gatePort}, where the way to the network is; use another`, 'reserved')
    const problem = settings.readyPattern === null ? null : await exec.patternProblem(settings.readyPattern)
    if (problem !== null) throw invalidRequest('/ready_pattern', `is not a valid regular expression: ${problem}`, 'pattern')
    return exec.startService(request, settings, once)
  }

  route(app, 'createExecService', async (call) => {
    const project = entered(call.principal, call.params.project_id)
    const once = onceInProject('createExecService', project, call)
    const again = (id: string) => runner.store.execTasks.get(project, id)
    const made = await exec.byKey.make(once, { make: () => start(project, call, once), again })
    return presentTask(replayed(call.reply, made))
  })

  route(app, 'cancelExecService', async ({ principal, params, body }) => {
    const project = entered(principal, params.project_id)
    const { kind, id } = await findTask(runner, project, params.task_id)
    if (kind !== 'service') throw new Fault('TASK_NOT_FOUND', { task_id: id, reason: 'It is a task and no service.' })
    const { task, accepted } = await exec.cancelTask(project, id, body?.reason ?? null)
    return { task_id: task.id, status: task.state, accepted }
  })
}

/** Of a service with a network, in its sandbox. */
const gatePort = 3128

function settingsOf(body: ExecServiceRequest, { startupSec, mostStartupSec, serviceIdleSec }: ExecLimits): ServiceSettings {
  const {
    ready_pattern: readyPattern = null,
    startup_timeout_sec: startupTimeoutSec = startupSec,
    expose_ports: ports = [],
  } = body
  if (startupTimeoutSec > mostStartupSec)
    throw invalidRequest('/startup_timeout_sec', `must be at most ${mostStartupSec}`, 'maximum')
  return { readyPattern, startupTimeoutSec, idleSec: serviceIdleSec, ports }
}
