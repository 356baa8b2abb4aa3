import { useRef, useState } from 'react'
import { dropDraft, keepDraft, keptDraft } from './draft.ts'
import type { Values } from './form/form-schema.ts'
import type { Choices } from './job-of.ts'

export interface Entered {
  readonly values: Values
  readonly choices: Choices
}

/** What is entered into a form, kept while the tab is open: a reload or a look at another page loses nothing. */
export function useDraft(name: string, fresh: Entered) {
  const [kept] = useState(() => keptDraft<Entered>(name))
  const [entered, setEntered] = useState(kept ? { ...kept, choices: { ...fresh.choices, ...kept.choices } } : fresh)
  const latest = useRef(entered)
  const [isRestored, setRestored] = useState(kept !== null)
  const [edition, setEdition] = useState(0)
  return {
    entered,
    isRestored,
    /** Another one after each new beginning, for inputs that have a state of their own. */
    edition,
    /** Only what has changed: the parts of the form answer at times of their own, and none may take back what another has just entered. */
    enter: (change: Partial<Entered>, isTyped = true) => {
      latest.current = { ...latest.current, ...change }
      setEntered(latest.current)
      if (isTyped) keepDraft(name, latest.current)
    },
    sent: () => dropDraft(name),
    startOver: () => {
      dropDraft(name)
      latest.current = fresh
      setEntered(fresh)
      setRestored(false)
      setEdition(edition + 1)
    },
  }
}
