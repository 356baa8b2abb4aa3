import type { EventRange } from '../runs/read.ts'
import { instantOf } from './instant.ts'
import { invalidRequest } from './invalid-request.ts'

interface RangeQuery {
  readonly from_seq?: number
  readonly to_seq?: number
  readonly from_ts?: string
  readonly to_ts?: string
}

/** What a query asks of a history. A range that ends before it begins is a slip of the caller, not an empty answer. */
export function rangeOf({ from_seq, to_seq, from_ts, to_ts }: RangeQuery): EventRange {
  const fromTs = from_ts === undefined ? undefined : instantOf('from_ts', from_ts)
  const toTs = to_ts === undefined ? undefined : instantOf('to_ts', to_ts)
  if (from_seq !== undefined && to_seq !== undefined && to_seq < from_seq)
    throw invalidRequest('query/to_seq', 'must not be less than from_seq', 'minimum')
  if (fromTs !== undefined && toTs !== undefined && toTs < fromTs)
    throw invalidRequest('query/to_ts', 'must not be before from_ts', 'minimum')
  return {
    ...(from_seq === undefined ? {} : { fromSeq: from_seq }),
    ...(to_seq === undefined ? {} : { toSeq: to_seq }),
    ...(fromTs === undefined ? {} : { fromTs }),
    ...(toTs === undefined ? {} : { toTs }),
  }
}
