import type { RefObject } from 'react'
import type { Run } from '../../api/types.ts'
import { Button } from '../../parts/button.tsx'
import { useTexts } from '../../texts/texts.tsx'
import styles from './run.module.css'

/** In sight from everywhere in a run that waits for a person. */
export function NeedsYou({ run, reply }: { readonly run: Run; readonly reply: RefObject<HTMLElement | null> }) {
  const { run: words } = useTexts()
  if (run.status !== 'waiting_user') return null
  const answer = () => {
    reply.current?.scrollIntoView({ block: 'nearest' })
    reply.current?.querySelector<HTMLElement>('button, input, textarea, select')?.focus()
  }
  return (
    <div className={styles.needsYou} role="status">
      <span>{words.needsYou}</span>
      <Button kind="main" onClick={answer}>
        {words.answer}
      </Button>
    </div>
  )
}
