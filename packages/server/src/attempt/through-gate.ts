import type { Server } from 'node:net'
import { openGate } from '../gate/open-gate.ts'
import type { GatePlan } from '../gate/plan.ts'
import type { AttemptDeps } from './deps.ts'
import type { Refusals } from './refusals.ts'

/** Takes the listener of a child that is started behind the gate. */
export type OnListener = (listener: Server) => void

interface GateParts {
  readonly plan: GatePlan | null
  readonly refusals: Refusals
  readonly secrets: readonly string[]
}

/** Runs a child, with a gate if it may reach hosts, and closes the gate when the child has ended. */
export async function throughGate<T>(
  { gateWorld }: Pick<AttemptDeps, 'gateWorld'>,
  { plan, refusals, secrets }: GateParts,
  runIt: (onListener: OnListener) => Promise<T>,
): Promise<T> {
  const onDecision = refusals.listener(secrets)
  const gate = openGate({ rules: plan?.rules ?? [], world: gateWorld, onDecision })
  try {
    return await runIt((listener) => void listener.on('connection', (socket) => gate.accept(socket)))
  } finally {
    gate.close()
  }
}
