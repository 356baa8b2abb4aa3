import type { ReactNode } from 'react'
import { Tabs } from '../../parts/tabs.tsx'
import { useTexts } from '../../texts/texts.tsx'
import type { Half } from './place.ts'
import styles from './run.module.css'
import { useNarrow } from './use-narrow.ts'

/** Side by side where there is room, and else one at a time. */
export function Halves(props: {
  readonly half: Half
  readonly onHalf: (half: Half) => void
  readonly told: ReactNode
  readonly left: ReactNode
}) {
  const { half, onHalf, told, left } = props
  const { halves: words } = useTexts().run
  const parts = { told, left }
  if (!useNarrow())
    return (
      <>
        <div className={styles.told}>{told}</div>
        <div className={styles.left}>{left}</div>
      </>
    )
  const tabs = (['told', 'left'] as const).map((name) => ({ name, label: words[name] }))
  return (
    <div className={styles.halves}>
      <Tabs label={words.label} tabs={tabs} open={half} onOpen={onHalf}>
        <div className={styles[half]}>{parts[half]}</div>
      </Tabs>
    </div>
  )
}
