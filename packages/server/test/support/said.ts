import type { Said } from './by-hand.ts'

/** The words in which the events of recordings are written by hand. */
type Event = Exclude<Said, 'raw'>

export const session = (handle: string): Event => ({ type: 'session', handle })
export const turnStarted = (): Event => ({ type: 'turn', phase: 'started', reason: null })
export const turnCompleted = (): Event => ({ type: 'turn', phase: 'completed', reason: null })
export const turnFailed = (reason: string): Event => ({ type: 'turn', phase: 'failed', reason })
export const says = (text: string): Event => ({ type: 'message', text, final: false })
export const answers = (text: string): Event => ({ type: 'message', text, final: true })
