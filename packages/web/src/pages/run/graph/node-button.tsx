import { createContext, useContext } from 'react'
import { useTexts } from '../../../texts/texts.tsx'
import styles from './graph.module.css'
import type { GraphNode } from './graph-of.ts'

export interface Choice {
  readonly selected: number | null
  readonly onSelect: (node: GraphNode) => void
}

/** Given by a context: the library of the graph makes the nodes. */
export const Chosen = createContext<Choice>({ selected: null, onSelect: () => {} })

/** One thing. Pressed, it is the place that the page looks at. */
export function NodeButton({ node }: { readonly node: GraphNode }) {
  const { run: words } = useTexts()
  const { selected, onSelect } = useContext(Chosen)
  const { kind, label, count, failed, isPending, seq } = node
  return (
    <button
      type="button"
      className={styles.node}
      data-kind={kind}
      data-pending={isPending || undefined}
      data-failed={failed > 0 || undefined}
      aria-pressed={seq === selected}
      title={label}
      onClick={() => onSelect(node)}
    >
      <span className={styles.kind}>
        {words.graph.kinds[kind]}
        {count > 1 && ` × ${count}`}
        {failed > 0 && ` · ${words.graph.failed(failed)}`}
        {isPending && ` · ${words.rows.underWay}`}
      </span>
      <span className={styles.label}>{kind === 'artifact' && count > 1 ? words.graph.files(count) : label || '–'}</span>
    </button>
  )
}
