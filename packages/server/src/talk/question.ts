import type { InteractionKind, Question } from '../domain/conversation.ts'
import { takeApart, withoutMarks } from './ask-block.ts'
import { type Fields, longest, readFields } from './ask-fields.ts'
import { endOf, shortened } from './shortened.ts'

/** A question that can always be asked, and what of the message could not be read. */
interface Understood {
  readonly question: Question
  /** In a sentence or more; null: all was read. */
  readonly problem: string | null
}

const saidNothing = 'The agent ended its turn without saying anything. How should it go on?'

/** What a person is asked when a turn ended with this message. It says how to ask, and never whether. */
export function questionOf(message: string | null): Understood {
  const { block, around, isCutOff } = takeApart(message ?? '')
  // Cut first: a mark that cutting makes is taken away too. The end is kept, because what a message asks stands there.
  const said = withoutMarks(endOf(around, longest.prompt))
  if (block === null) return { question: openText(said), problem: isCutOff ? 'The question block has no end.' : null }
  const reading = readFields(block)
  if (!reading.ok) return { question: unreadable(block, said), problem: reading.problem }
  return {
    question: structured(reading.fields, reading.written, said),
    problem: reading.passedOver.length === 0 ? null : reading.passedOver.join(' '),
  }
}

const openText = (prompt: string): Question => ({
  kind: 'open_text',
  prompt: prompt || saidNothing,
  options: [],
  uiHints: {},
  defaultDecisionPolicy: null,
  requiredFields: [],
  context: null,
})

/** People can often read what a program cannot: the block is shown beside the rest of the message, or instead of it. */
function unreadable(block: string, said: string): Question {
  const asWritten = withoutMarks(shortened(block, longest.context))
  return said === '' ? openText(asWritten) : { ...openText(said), context: asWritten || null }
}

function structured(fields: Fields, written: string, said: string): Question {
  const { options, uiHints, defaultDecisionPolicy, requiredFields } = fields
  const prompt = promptOf(fields, written, said)
  // What is said around the question is what one should know to answer it.
  const context = fields.context ?? (said === '' || said === prompt ? null : said)
  return { kind: kindOf(fields), prompt, options, uiHints, defaultDecisionPolicy, requiredFields, context }
}

function kindOf({ kind, options, requiredFields }: Fields): InteractionKind {
  if (kind) return kind
  if (options.length > 0) return 'choose_one'
  return requiredFields.length > 0 ? 'fill_fields' : 'open_text'
}

const promptOf = ({ prompt, context }: Fields, written: string, said: string): string =>
  withoutMarks(prompt ?? '') || said || firstLine(context ?? '') || firstLine(written) || saidNothing

const firstLine = (text: string): string => withoutMarks(text).split('\n')[0] ?? ''
