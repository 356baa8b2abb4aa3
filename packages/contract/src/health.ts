import { type Static, Type } from 'typebox'
import { closed, nullable, oneOf } from './shared.ts'

export const Health = closed({ status: Type.Literal('ok') }, { $id: 'Health' })

const Check = closed({ ok: Type.Boolean(), message: Type.String() })

export const sandboxStates = ['bubblewrap', 'unavailable', 'off'] as const

export const Readiness = closed(
  {
    ready: Type.Boolean(),
    version: Type.String(),
    checks: closed({ store: Check, queue: Check, disk: Check, sandbox: Check, limits: Check, skills: Check }),
    sandbox_status: oneOf(sandboxStates, 'Result of the sandbox test at start'),
    sandbox_reason: nullable(Type.String()),
    queued: Type.Integer(),
    running: Type.Integer(),
    max_running: Type.Integer(),
    max_queue: Type.Integer(),
  },
  { $id: 'Readiness' },
)

export type Readiness = Static<typeof Readiness>
