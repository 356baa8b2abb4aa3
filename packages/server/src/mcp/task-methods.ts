import type { McpServer, ServerContext, StandardSchemaV1Sync } from '@modelcontextprotocol/server'
import { knowsTasks, tasksExtension } from './capabilities.ts'
import type { Caller } from './rest.ts'
import type { Sdk } from './sdk.ts'
import { cancelTask, getTask, updateTask } from './tasks.ts'

interface TaskParams {
  readonly taskId: string
  readonly inputResponses?: Readonly<Record<string, unknown>>
}

/** The methods of the extension; the SDK has its names, and nothing that answers them. */
export function addTasks({ server }: McpServer, sdk: Sdk, caller: Caller): void {
  const requireDeclared = (context: ServerContext) => {
    if (!knowsTasks(context)) throw undeclared(sdk)
  }
  server.registerCapabilities({ extensions: { [tasksExtension]: {} } })
  server.setRequestHandler('tasks/get', { params: taskParams }, async ({ taskId }, context) => {
    requireDeclared(context)
    return getTask(caller, taskId)
  })
  server.setRequestHandler('tasks/update', { params: taskParams }, async ({ taskId, inputResponses }, context) => {
    requireDeclared(context)
    await updateTask(caller, taskId, inputResponses ?? context.mcpReq.inputResponses ?? {})
    return {}
  })
  server.setRequestHandler('tasks/cancel', { params: taskParams }, async ({ taskId }, context) => {
    requireDeclared(context)
    await cancelTask(caller, taskId)
    return {}
  })
}

const undeclared = ({ MissingRequiredClientCapabilityError }: Sdk): Error =>
  new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } })

export const taskParams: StandardSchemaV1Sync<unknown, TaskParams> = {
  '~standard': {
    version: 1,
    vendor: 'skill-runner',
    validate(value) {
      const { taskId, inputResponses } = (value ?? {}) as Partial<TaskParams>
      if (typeof taskId !== 'string' || !/^[\w.-]{1,128}$/.test(taskId))
        return { issues: [{ path: ['taskId'], message: 'must be the id of a task' }] }
      return { value: { taskId, ...(inputResponses === undefined ? {} : { inputResponses }) } }
    },
  },
}
