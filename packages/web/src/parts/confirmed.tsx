import { useId, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './confirmed.module.css'

/** Something that takes something away, done once the person has said so again. */
export function Confirmed(props: {
  readonly action: string
  readonly title: string
  readonly text: string
  readonly keep: string
  readonly isPending: boolean
  readonly onConfirm: () => void
}) {
  const { action, title, text, keep, isPending, onConfirm } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const confirm = () => {
    dialog.current?.close()
    onConfirm()
  }
  return (
    <>
      <Button kind="danger" disabled={isPending} onClick={() => dialog.current?.showModal()}>
        {action}
      </Button>
      <dialog ref={dialog} className={styles.dialog} aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
        <div className={styles.choices}>
          <Button onClick={() => dialog.current?.close()}>{keep}</Button>
          <Button kind="danger" onClick={confirm}>
            {action}
          </Button>
        </div>
      </dialog>
    </>
  )
}
