import type { Exit } from '../domain/launch.ts'
import { type Card, failedIn, type Result } from '../installed/card.ts'
import type { NotExamined } from '../installed/examine.ts'
import type { Told } from './play.ts'

export interface CaseAnswer {
  readonly result: Result
  readonly reason: string | null
}

export const yes: CaseAnswer = { result: 'yes', reason: null }
export const no = (reason: string): CaseAnswer => ({ result: 'no', reason: short(reason) })
export const differs = (reason: string): CaseAnswer => ({ result: 'differs', reason: short(reason) })

/** A turn that has to end with this answer, and to have done all that it was for. */
export function judge(told: Told, answer: string, unmet: (told: Told) => string | null = () => null): CaseAnswer {
  const trouble = troubleOf(told) ?? unmet(told)
  if (trouble !== null) return no(trouble)
  if (told.message === null) return no(`It succeeded, but printed no answer. ${told.complaint}`)
  return told.message.trim() === answer ? newsIn(told) : no(otherThan(answer, told.message.trim()))
}

const otherThan = (answer: string, message: string): string =>
  answer.startsWith(message)
    ? `Only ${message.length} of the ${answer.length} characters of the model arrived.`
    : `Its answer is not what the model said: ${quoted(message)}`

/** Why it did not end well; null: it did. */
function troubleOf({ exit, failure, complaint }: Told): string | null {
  if (exit.kind !== 'exited') return `${endOf(exit)} ${complaint}`
  if (failure !== null) return `It reported a failure: ${failure}`
  return exit.code === 0 ? null : `It ended with ${exit.code}. ${complaint}`
}

function endOf(exit: Exclude<Exit, { kind: 'exited' }>): string {
  if (exit.kind === 'timed_out') return 'It was not done in time.'
  if (exit.kind === 'signaled') return `It was ended by ${exit.signal}.`
  if (exit.kind === 'not_started') return `It could not be started: ${exit.reason}.`
  return exit.kind === 'too_much_output' ? 'It printed too much.' : 'It was ended.'
}

/** It works; what it sends and prints may be new all the same. */
export function newsIn({ problem, strange }: Told): CaseAnswer {
  if (problem !== null) return differs(`It sends what is not known: ${problem}`)
  if (strange !== null) return differs(`It prints what is not understood: ${quoted(strange)}`)
  return yes
}

const quoted = (text: string): string => JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text)

const short = (text: string): string => text.trim().slice(0, 400)

/** What there was no time to finish is kept for nobody: it has gaps. What had failed until then is told. */
export const cutShort = (card: Card, wholeMs: number): NotExamined => ({
  problem: [
    `It was not done within ${wholeMs / 1000} s. Try again when the machine is less busy.`,
    ...failedIn(card).map(({ id, reason }) => `It fails at ${id}: ${reason}`),
  ].join(' '),
  isUnfinished: true,
})
