import type { PendingInteraction } from '@agent-skill-runner/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { runner } from '../../api/runner.ts'
import type { Run } from '../../api/types.ts'
import { Button } from '../../parts/button.tsx'
import fields from '../../parts/field.module.css'
import { FileChoice } from '../../parts/file-choice.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Ago } from '../../parts/times.tsx'
import { useTexts } from '../../texts/texts.tsx'
import styles from './run.module.css'

/** Where a person answers. It is only open while the run asks. */
export function ReplyBox({ run }: { readonly run: Run }) {
  const texts = useTexts()
  const { data } = useQuery({
    queryKey: ['pending', run.request_id, run.pending_interaction_id],
    queryFn: ({ signal }) => runner.jobs.pending(run.request_id, { signal }),
    enabled: run.status === 'waiting_user',
  })
  const pending = run.status === 'waiting_user' ? data?.pending : null
  const place = useNextQuestion(pending?.interaction_id ?? null)
  if (run.execution_mode !== 'interactive' && !pending) return null
  return (
    <div className={styles.reply} data-open={pending ? true : undefined} ref={place}>
      {pending ? (
        <Answer key={pending.interaction_id} run={run.request_id} pending={pending} />
      ) : (
        <p className={styles.thought}>{run.finished_at === null ? texts.run.reply.later : texts.run.reply.over}</p>
      )}
    </div>
  )
}

/** Who has just answered goes on answering: what had the focus is gone, and the next question gets it. */
function useNextQuestion(asked: number | null) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef<number | null>(null)
  const isNext = asked !== null && before.current !== null && before.current !== asked
  useEffect(() => {
    if (asked === null) return
    before.current = asked
    const isFree = document.activeElement === null || document.activeElement === document.body
    if (isNext && isFree) place.current?.querySelector<HTMLElement>('button, input, textarea')?.focus({ preventScroll: true })
  }, [asked, isNext])
  return place
}

function Answer({ run, pending }: { readonly run: string; readonly pending: PendingInteraction }) {
  const texts = useTexts()
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: ({ response, files }: { response: unknown; files?: Readonly<Record<string, Blob>> }) =>
      runner.jobs.reply(run, { interactionId: pending.interaction_id, response, ...(files ? { files } : {}) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['run', run] }),
  })
  const answer = (response: unknown, files?: Readonly<Record<string, Blob>>) =>
    send.mutate({ response, ...(files ? { files } : {}) })
  return (
    <fieldset className={styles.answer} disabled={send.isPending || send.isSuccess}>
      <legend className={styles.prompt}>{pending.prompt}</legend>
      {pending.expires_at && (
        <p className={styles.thought}>
          {texts.run.reply.expires} <Ago at={pending.expires_at} />
        </p>
      )}
      <Inputs pending={pending} onAnswer={answer} />
      {send.error && <Problem error={send.error} />}
    </fieldset>
  )
}

interface InputsProps {
  readonly pending: PendingInteraction
  readonly onAnswer: (response: unknown, files?: Readonly<Record<string, Blob>>) => void
}

function Inputs({ pending, onAnswer }: InputsProps) {
  switch (pending.kind) {
    case 'choose_one':
      return <Options pending={pending} onAnswer={onAnswer} />
    case 'confirm':
    case 'risk_ack':
      return <YesOrNo pending={pending} onAnswer={onAnswer} />
    case 'fill_fields':
      return <Fields pending={pending} onAnswer={onAnswer} />
    case 'upload_files':
      return <FilesToSend pending={pending} onAnswer={onAnswer} />
    default:
      return <FreeText pending={pending} onAnswer={onAnswer} />
  }
}

function Options({ pending, onAnswer }: InputsProps) {
  const isOpen = pending.options.length === 0 || pending.ui_hints['allow_other'] === true
  return (
    <div className={styles.actions}>
      {pending.options.map(({ value, label }) => (
        <Button key={value} onClick={() => onAnswer(value)}>
          {label}
        </Button>
      ))}
      {isOpen && <FreeText pending={pending} onAnswer={onAnswer} />}
    </div>
  )
}

function YesOrNo({ pending, onAnswer }: InputsProps) {
  const { reply } = useTexts().run
  const isRisk = pending.kind === 'risk_ack'
  return (
    <div className={styles.actions}>
      <Button kind={isRisk ? 'danger' : 'main'} onClick={() => onAnswer(true)}>
        {isRisk ? reply.accept : reply.yes}
      </Button>
      <Button onClick={() => onAnswer(false)}>{isRisk ? reply.decline : reply.no}</Button>
    </div>
  )
}

function Fields({ pending, onAnswer }: InputsProps) {
  const { reply } = useTexts().run
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onAnswer(Object.fromEntries(new FormData(event.currentTarget)))
  }
  return (
    <form className={styles.fields} onSubmit={send}>
      {pending.required_fields.map((name) => (
        <label key={name}>
          {name}
          <input className={fields.field} name={name} required />
        </label>
      ))}
      <Button type="submit" kind="main">
        {reply.send}
      </Button>
    </form>
  )
}

function FreeText({ pending, onAnswer }: InputsProps) {
  const { reply } = useTexts().run
  const [text, setText] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onAnswer(text)
  }
  return (
    <form className={styles.actions} onSubmit={send}>
      <textarea
        className={`${fields.field} ${styles.text}`}
        aria-label={pending.prompt}
        placeholder={reply.hint}
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" kind="main" disabled={text.trim() === ''}>
        {reply.send}
      </Button>
    </form>
  )
}

function FilesToSend({ onAnswer, pending }: InputsProps) {
  const { run, form } = useTexts()
  const [chosen, setChosen] = useState<readonly File[]>([])
  const send = (event: FormEvent) => {
    event.preventDefault()
    onAnswer(null, Object.fromEntries(chosen.map((file) => [file.name, file])))
  }
  return (
    <form className={styles.actions} onSubmit={send}>
      <FileChoice
        label={form.chooseFiles}
        multiple
        aria-label={`${form.chooseFiles}: ${pending.prompt}`}
        onChange={({ target }) => setChosen([...(target.files ?? [])])}
      />
      <span className={styles.chosen}>{chosen.map(({ name }) => name).join(', ')}</span>
      <Button type="submit" kind="main" disabled={chosen.length === 0}>
        {run.reply.send}
      </Button>
    </form>
  )
}
