import type { RaspDraft } from './rasp.ts'

/** Gives each event of an attempt, in order, the number of the one that it ends or explains. */
export type Parents = (draft: RaspDraft, seq: number) => number | null

/** Calls that never end must not fill the memory; the oldest are forgotten first. */
const mostRemembered = 10_000

/** One per attempt: a tool call that ended points to its start, a turn to its start, a state to the reply or question behind it. */
export function openParents(): Parents {
  const begun = new Map<string, number>()
  return (draft, seq) => {
    const { begins, ends } = bondsOf(draft)
    const parent = ends === null ? null : (begun.get(ends) ?? null)
    if (ends !== null) begun.delete(ends)
    if (begins !== null) begun.set(begins, seq)
    if (begun.size > mostRemembered) begun.delete(begun.keys().next().value ?? '')
    return parent
  }
}

/** What a later event may refer to this one by, and what this one refers to. */
interface Bonds {
  readonly begins: string | null
  readonly ends: string | null
}

function bondsOf(draft: RaspDraft): Bonds {
  switch (draft.type) {
    case 'tool.call.started':
      return { begins: `call ${draft.data.call_id}`, ends: null }
    case 'tool.call.completed':
    case 'tool.call.failed':
      return { begins: null, ends: `call ${draft.data.call_id}` }
    case 'agent.turn.started':
      return { begins: 'turn', ends: null }
    case 'agent.turn.completed':
    case 'agent.turn.failed':
      return { begins: null, ends: 'turn' }
    case 'interaction.user_input.required':
    case 'interaction.reply.accepted':
    case 'interaction.auto_decide.timeout':
      return { begins: `interaction ${draft.data.interaction_id}`, ends: null }
    case 'lifecycle.run.state_changed':
      return { begins: 'state', ends: draft.interaction === undefined ? null : `interaction ${draft.interaction}` }
    case 'lifecycle.run.terminal':
      return { begins: null, ends: 'state' }
    default:
      return { begins: null, ends: null }
  }
}
