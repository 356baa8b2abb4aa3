import { useEffect, useState } from 'react'
import { useLanguage } from '../texts/texts.tsx'

/** Now, again and again as time goes by. */
function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

const units: readonly [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** How long ago; the exact time as a title. */
export function Ago({ at }: { readonly at: string }) {
  const { language } = useLanguage()
  const seconds = Math.round((useNow(15_000) - Date.parse(at)) / 1000)
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const)
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  return (
    <time dateTime={at} title={new Date(at).toLocaleString(language)}>
      {words.format(-Math.trunc(seconds / size), unit)}
    </time>
  )
}

/** 0.4 s, 12 s, 3:05, 1:02:03 */
export function durationOf(ms: number): string {
  if (ms < 10_000) return `${(Math.max(ms, 0) / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (number: number) => String(number).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** How long it took, or takes until now. */
export function Duration({ from, to }: { readonly from: string | null; readonly to: string | null }) {
  const now = useNow(to === null && from !== null ? 1000 : 3_600_000)
  if (from === null) return <>–</>
  return <span>{durationOf((to === null ? now : Date.parse(to)) - Date.parse(from))}</span>
}
