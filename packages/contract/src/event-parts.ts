import { Type } from 'typebox'
import { runStates } from './job.ts'
import { closed, oneOf } from './shared.ts'

/** What both event protocols say in the same words. */
export const State = oneOf(runStates)

export const Message = closed({ message_id: Type.String(), text: Type.String() })

export const IndexedArtifact = closed({
  path: Type.String(),
  role: Type.String(),
  mime: Type.String(),
  size: Type.Integer(),
  sha256: Type.String(),
})

export const Diagnostic = closed({
  code: Type.String(),
  message: Type.String(),
  severity: oneOf(['info', 'warning', 'error']),
  count: Type.Optional(Type.Integer()),
})
