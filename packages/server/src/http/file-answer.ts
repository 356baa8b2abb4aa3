export interface FileHeaders {
  readonly range?: string
  readonly 'if-range'?: string
  readonly 'if-none-match'?: string
}

export interface FileFacts {
  /** With its quotes; null: nobody knows it, so nothing can match. */
  readonly etag: string | null
  readonly size: number
}

/** How much of a file a request gets. Ends of ranges are half-open. */
export type FileAnswer =
  | { readonly status: 200 | 206; readonly from: number; readonly to: number }
  | { readonly status: 304 }
  | { readonly status: 416 }

/** By RFC 9110, in its order: If-None-Match, then If-Range, then Range. Only a single range of a GET is taken; others get the whole. */
export function fileAnswer(method: string, headers: FileHeaders, { etag, size }: FileFacts): FileAnswer {
  const whole = { status: 200, from: 0, to: size } as const
  if (matches(headers['if-none-match'], etag)) return { status: 304 }
  if (method !== 'GET' || !holdsFor(headers['if-range'], etag)) return whole
  const range = rangeOf(headers.range, size)
  if (range === 'unsatisfiable') return { status: 416 }
  return range ? { status: 206, ...range } : whole
}

/** A list of tags, compared weakly: caches that mean the same bytes say so with W/. */
function matches(header: string | undefined, etag: string | null): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return etag !== null && [...header.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag)
}

/** Compared strongly. A date never holds: we tell none. */
const holdsFor = (header: string | undefined, etag: string | null): boolean => header === undefined || header.trim() === etag

type Range = { readonly from: number; readonly to: number }

/** Null: none that we understand, which is the same as none. */
function rangeOf(header: string | undefined, size: number): Range | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') return lastBytes(Number(last), size)
  if (last !== '' && Number(last) < Number(first)) return null
  if (Number(first) >= size) return 'unsatisfiable'
  return { from: Number(first), to: last === '' ? size : Math.min(Number(last) + 1, size) }
}

function lastBytes(length: number, size: number): Range | 'unsatisfiable' | null {
  if (length === 0) return 'unsatisfiable'
  // The last bytes of nothing are nothing, and a range cannot say so.
  return size === 0 ? null : { from: Math.max(0, size - length), to: size }
}
