import { type Static, Type } from 'typebox'
import { ExecRequest, ExecTask } from './exec.ts'
import { closed, open } from './shared.ts'

export const ExecServiceRequest = open(
  {
    ...ExecRequest.properties,
    ready_pattern: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description:
          'A regular expression (ECMAScript, flag u). The service is running once a line of its output fits; without it, once its first port answers',
      }),
    ),
    startup_timeout_sec: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Most seconds until it is ready, within what the server allows' }),
    ),
    expose_ports: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 65_535 }), {
        maxItems: 8,
        uniqueItems: true,
        description: 'Ports on its loopback that clients on the machine of the server can connect to',
      }),
    ),
  },
  { $id: 'ExecServiceRequest' },
)

export const ExecServiceAccepted = closed(ExecTask.properties, { $id: 'ExecServiceAccepted' })

export type ExecServiceRequest = Static<typeof ExecServiceRequest>
