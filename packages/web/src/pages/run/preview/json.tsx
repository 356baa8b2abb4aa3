import JsonView from '@uiw/react-json-view'
import { useTexts } from '../../../texts/texts.tsx'
import run from '../run.module.css'
import styles from './preview.module.css'
import type { Beginning } from './preview.tsx'

/** A value with parts that open and close. A text that is no JSON, or not all of it, is shown as it is. */
export default function Json({ text }: Beginning) {
  const { run: words } = useTexts()
  const value = objectOf(text)
  if (value === null)
    return (
      <>
        <p className={styles.cut}>{words.preview.noJson}</p>
        <pre className={run.raw}>{text}</pre>
      </>
    )
  return <JsonTree value={value} />
}

function JsonTree({ value }: { readonly value: object }) {
  return (
    <JsonView
      className={styles.json}
      value={value}
      collapsed={2}
      displayDataTypes={false}
      shortenTextAfterLength={400}
      enableClipboard={false}
      highlightUpdates={false}
    />
  )
}

function objectOf(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
