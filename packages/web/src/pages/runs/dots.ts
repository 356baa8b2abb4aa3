import type { Job } from '@agent-skill-runner/sdk'

/** Where the dot of a run is, in pixels. */
export interface Dot {
  readonly run: Job
  readonly ms: number
  readonly x: number
  readonly y: number
  /** Much longer than most of those that are shown. */
  readonly isSlow: boolean
}

export interface Tick {
  readonly at: number
  readonly value: number
}

export interface Plot {
  /** The oldest first. */
  readonly dots: readonly Dot[]
  readonly times: readonly Tick[]
  readonly durations: readonly Tick[]
}

export interface Area {
  readonly width: number
  readonly height: number
}

/** Room for the labels of the axes. */
export const margin = { left: 48, right: 12, top: 12, bottom: 24 }

/** Shorter ones are all the same to a person. */
const shortestMs = 100
const steps = [100, 1000, 10_000, 60_000, 600_000, 3_600_000, 36_000_000]

/** Time goes to the right, duration goes up, each tenfold by as much: one slow run leaves room for the quick ones. */
export function plotOf(runs: readonly Job[], now: number, { width, height }: Area): Plot {
  const known = runs.toReversed().map((run) => ({ run, ms: durationMs(run, now), time: Date.parse(run.created_at) }))
  const [first, last] = [known[0]?.time ?? now, Math.max(now, known.at(-1)?.time ?? now)]
  const longest = Math.max(...known.map(({ ms }) => ms), 10_000)
  const limit = slowFrom(known.map(({ ms }) => ms))
  const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom }
  const xOf = (time: number) => margin.left + (inner.width * (time - first)) / Math.max(last - first, 1)
  const share = (ms: number) => Math.log(Math.max(ms, shortestMs) / shortestMs) / Math.log(longest / shortestMs)
  const yOf = (ms: number) => margin.top + inner.height * (1 - share(ms))
  return {
    dots: known.map(({ run, ms, time }) => ({ run, ms, x: xOf(time), y: yOf(ms), isSlow: ms >= limit })),
    times: timesBetween(first, last, Math.max(2, Math.floor(inner.width / 160))).map((value) => ({ value, at: xOf(value) })),
    durations: steps.filter((value) => value <= longest).map((value) => ({ value, at: yOf(value) })),
  }
}

/** From its start, or zero until it starts; a run that goes on takes until now. */
const durationMs = ({ started_at, finished_at }: Job, now: number): number =>
  started_at === null ? 0 : Math.max(0, (finished_at === null ? now : Date.parse(finished_at)) - Date.parse(started_at))

/** Above 95 of 100, and at least three times as long as the middle one. */
function slowFrom(durations: readonly number[]): number {
  const sorted = durations.toSorted((one, other) => one - other)
  const [middle = 0, high = 0] = [sorted[Math.floor(sorted.length / 2)], sorted[Math.floor(sorted.length * 0.95)]]
  return Math.max(high, middle * 3, 1000)
}

const timesBetween = (first: number, last: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + ((last - first) * index) / (count - 1))

/** What needs a look is drawn last, so that nothing lies over it. */
export const inDrawingOrder = (dots: readonly Dot[]): readonly Dot[] =>
  dots.toSorted((one, other) => weightOf(one) - weightOf(other))

const weightOf = ({ run: { status }, isSlow }: Dot): number =>
  (status === 'succeeded' || status === 'canceled' ? 0 : 2) + (isSlow ? 1 : 0)

/** Where an arrow key leads from a dot: along time, or to the ends. */
export function nextDot(key: string, place: number, count: number): number | null {
  const places: Readonly<Record<string, number>> = {
    ArrowRight: place + 1,
    ArrowUp: place + 1,
    ArrowLeft: place - 1,
    ArrowDown: place - 1,
    Home: 0,
    End: count - 1,
  }
  const next = places[key]
  return next === undefined ? null : Math.min(Math.max(next, 0), count - 1)
}
