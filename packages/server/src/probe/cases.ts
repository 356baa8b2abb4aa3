import type { CaseId } from '../installed/card.ts'
import { sha256 } from '../lib/hash.ts'
import type { Examination } from './examination.ts'
import { type CaseAnswer, differs, judge, newsIn, no, yes } from './judge.ts'
import { play, type Told, type Turn } from './play.ts'
import { wordOfSkill } from './skill.ts'

/** What was found, and what other cases go on from. */
export interface Tried {
  readonly verdicts: Readonly<Partial<Record<CaseId, CaseAnswer>>>
  readonly told: Told
}

/** What a model says first, and says again only if it is told what it said. */
const firstWord = 'heron'

/** A turn with all our flags. A skill lies in its folder, as in every turn. */
export async function tryFlags(stage: Examination): Promise<Tried> {
  const told = await patiently(stage, { prompt: 'Say a word.', steps: [{ say: firstWord }], keepsSession: true })
  const flags = judge(told, firstWord)
  if (flags.result === 'no') return { told, verdicts: { flags } }
  const skill_folder = told.sent.includes(wordOfSkill) ? yes : no('The model did not receive the skill.')
  return { told, verdicts: { flags, skill_folder } }
}

export async function tryToolCall(stage: Examination): Promise<Tried> {
  const printed = 'egret-42'
  const steps = [{ calls: [stage.kit.shell('printf egret-%d 42')] }, { say: 'done' }]
  const told = await patiently(stage, { prompt: 'Use your tool.', steps })
  const unmet = ({ sent }: Told) => (sent.includes(printed) ? null : 'The model did not receive the output of the tool.')
  return { told, verdicts: { tool_call: judge(told, 'done', unmet) } }
}

export async function trySchema(stage: Examination): Promise<Tried> {
  const answer = { cormorants: 2 }
  const schema = {
    type: 'object',
    properties: { cormorants: { type: 'integer' } },
    required: ['cormorants'],
    additionalProperties: false,
  }
  const use = stage.kit.answer?.(answer)
  const steps = [use ? { calls: [use] } : { say: JSON.stringify(answer) }]
  const told = await patiently(stage, { prompt: 'Answer as you were told to.', steps, schema })
  const unmet = ({ sent }: Told) =>
    sent.includes('"cormorants":{"type":"integer"}') ? null : 'The model did not receive the schema.'
  return { told, verdicts: { schema: judge(told, JSON.stringify(answer), unmet) } }
}

/** In a home that has nothing but the files of the session. */
export async function tryResume(stage: Examination, first: Told): Promise<Tried> {
  if (first.session === null) return { told: first, verdicts: { resume: no('It does not tell the id of its session.') } }
  const told = await patiently(stage, { prompt: 'Say another word.', steps: [{ say: 'bittern' }], resume: first.session })
  const unmet = ({ sent }: Told) => (sent.includes(firstWord) ? null : 'The model did not receive the earlier messages.')
  const resume = judge(told, 'bittern', unmet)
  const isSame = told.session === first.session
  return { told, verdicts: { resume: resume.result === 'yes' && !isSame ? differs('The session has another id now.') : resume } }
}

/**
 * Piece by piece, as models speak; without repeats, since some CLIs take those for a model that goes round in circles. Those that end
 * without waiting for what they printed lose what does not fit between them and us, which is some 150 KB, and may print it twice.
 */
const bigAnswer = Array.from({ length: 768 }, (_, piece) => sha256(`${piece}`))

export async function tryBigOutput(stage: Examination): Promise<Tried> {
  const told = await patiently(stage, { prompt: 'Say much.', steps: [{ say: bigAnswer, gap: 1 }] })
  return { told, verdicts: { big_output: judge(told, bigAnswer.join('')) } }
}

/** In the middle of a tool, which has a helper that left its session. */
export async function tryKill(stage: Examination): Promise<Tried> {
  const command = 'touch "$HOME/tool-has-begun"; setsid sleep 600 & sleep 600'
  const steps = [{ calls: [stage.kit.shell(command)] }, { stall: 'before' } as const]
  const told = await patiently(stage, { prompt: 'Use your tool.', steps, endAt: 'tool-has-begun' })
  return { told, verdicts: { kill: judgeEnd(told, stage) } }
}

function judgeEnd(told: Told, { graceMs }: Examination): CaseAnswer {
  if (told.endedAfterMs === null) return no(`Its tool did not start. ${told.complaint}`)
  if (told.left > 0) return no(`${told.left} of its processes are still running.`)
  if (told.endedAfterMs >= graceMs) return differs('It does not end when it is asked to, and was killed.')
  return newsIn(told)
}

/** One that was not done in time is played once more: the machine may be busy. */
async function patiently(stage: Examination, turn: Turn): Promise<Told> {
  const told = await play(stage, turn)
  return told.exit.kind === 'timed_out' && !stage.signal.aborted ? play(stage, turn) : told
}
