import { useState } from 'react'
import { useTexts } from '../texts/texts.tsx'
import styles from './id.module.css'

/** An id, shortened in the middle, whole when copied. */
export function Id({ value }: { readonly value: string }) {
  const texts = useTexts()
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => {
        setCopied(true)
        setTimeout(() => setCopied(false), 1500)
      },
      () => {},
    )
  return (
    <button type="button" className={styles.id} title={`${value}: ${texts.common.copy}`} onClick={copy}>
      {isCopied ? texts.common.copied : short(value)}
    </button>
  )
}

export const short = (id: string): string => (id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id)
