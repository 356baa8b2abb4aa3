import { useState } from 'react'
import { useTexts } from '../texts/texts.tsx'
import { Button } from './button.tsx'
import styles from './command.module.css'

/** Something to type into a terminal, or to paste there. */
export function Command({ text }: { readonly text: string }) {
  const { common } = useTexts()
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true)
        setTimeout(() => setCopied(false), 1500)
      },
      () => {},
    )
  return (
    <div className={styles.command}>
      <pre className={styles.text}>{text}</pre>
      <Button onClick={copy}>{isCopied ? common.copied : common.copy}</Button>
    </div>
  )
}
