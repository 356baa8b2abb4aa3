import { useMutation } from '@tanstack/react-query'
import buttons from '../../../parts/button.module.css'
import { Button } from '../../../parts/button.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { sizeOf } from '../../../parts/size.ts'
import { useTexts } from '../../../texts/texts.tsx'
import { download } from './download.ts'
import styles from './log.module.css'
import type { Source } from './source.ts'

/** How long a log is, which part of it is shown, and what can be done with it. */
export function LogBar(props: {
  readonly source: Source
  readonly attempts: number
  readonly total: number
  readonly part: number
  readonly lastPart: number
  readonly isFollowing: boolean
  readonly onAttempt: ((attempt: number) => void) | undefined
  readonly goTo: (part: number) => void
  readonly event: number | null
  readonly onEvent: ((seq: number) => void) | undefined
  readonly onFollow: (isFollowing: boolean) => void
}) {
  const { source, attempts, total, part, lastPart, isFollowing, onAttempt, goTo, event, onEvent, onFollow } = props
  const { run: words } = useTexts()
  const whole = useMutation({ mutationFn: () => download(source, total) })
  return (
    <div className={styles.bar}>
      {source.of === 'run' && attempts > 1 && (
        <select
          aria-label={words.log.attempt}
          value={source.attempt}
          onChange={({ target }) => onAttempt?.(Number(target.value))}
        >
          {Array.from({ length: attempts }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: attempts are numbered
            <option key={at} value={at + 1}>
              {words.attempt(at + 1)}
            </option>
          ))}
        </select>
      )}
      <span className={styles.size}>{sizeOf(total)}</span>
      {lastPart > 0 && (
        <span className={styles.parts}>
          <Button disabled={part === 0} onClick={() => goTo(part - 1)}>
            {words.log.earlier}
          </Button>
          <span>{words.log.part(part + 1, lastPart + 1)}</span>
          <Button disabled={part === lastPart} onClick={() => goTo(part + 1)}>
            {words.log.later}
          </Button>
        </span>
      )}
      {event !== null && <Button onClick={() => onEvent?.(event)}>{words.log.event(event)}</Button>}
      <button type="button" className={buttons.button} aria-pressed={isFollowing} onClick={() => onFollow(!isFollowing)}>
        {words.follow}
      </button>
      <Button disabled={total === 0 || whole.isPending} onClick={() => whole.mutate()}>
        {whole.isPending ? words.log.downloading : words.log.download}
      </Button>
      {whole.error && <Problem error={whole.error} />}
    </div>
  )
}
