import { useId, useRef } from 'react'
import { Button } from '../../parts/button.tsx'
import styles from './exec.module.css'

/** Something that cannot be undone, done once the person has said so again. */
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
        <div className={styles.send}>
          <Button onClick={() => dialog.current?.close()}>{keep}</Button>
          <Button kind="danger" onClick={confirm}>
            {action}
          </Button>
        </div>
      </dialog>
    </>
  )
}
