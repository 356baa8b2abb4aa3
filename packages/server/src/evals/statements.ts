import { sha256 } from '../lib/hash.ts'

export interface Asked {
  readonly id: number
  readonly text: string
}

/** The statements of a case as a grader gets them: among them one that is known to be false. */
export interface Questionnaire {
  readonly asked: readonly Asked[]
  readonly controlId: number
}

/**
 * The output under test may tell its grader to pass everything. A grader that obeys passes the control too, and then none of its verdicts
 * counts. Where it stands and what it asks for, the tested skill cannot know: both follow from a text that its run is never told.
 */
export function questionnaireOf(statements: readonly string[], secret: string): Questionnaire {
  const digest = sha256(secret)
  const place = Number.parseInt(digest.slice(0, 8), 16) % (statements.length + 1)
  const control = `The output contains the text "${digest.slice(8, 24)}".`
  const texts = [...statements.slice(0, place), control, ...statements.slice(place)]
  return { asked: texts.map((text, index) => ({ id: index + 1, text })), controlId: place + 1 }
}

interface Judged {
  readonly passed: boolean
  readonly reason: string
}

type Verdicts = { readonly ok: true; readonly verdicts: readonly Judged[] } | { readonly ok: false; readonly reason: string }

/** The verdicts on the statements in their order, or why none of them counts. The data fits the output schema of the grader. */
export function verdictsOf(data: unknown, { asked, controlId }: Questionnaire): Verdicts {
  const { verdicts: given } = data as { verdicts: { id: number; passed: boolean; reason: string }[] }
  const byId = new Map(given.map((verdict) => [verdict.id, verdict]))
  const found = asked.map(({ id }) => byId.get(id) ?? null)
  if (given.length !== asked.length || found.includes(null))
    return { ok: false, reason: 'The grader did not judge each statement exactly once.' }
  if (byId.get(controlId)?.passed === true)
    return { ok: false, reason: 'The grader passed a control statement that is false, so its verdicts do not count.' }
  const verdicts = asked.flatMap(({ id }) => (id === controlId ? [] : (byId.get(id) ?? [])))
  return { ok: true, verdicts: verdicts.map(({ passed, reason }) => ({ passed, reason })) }
}
