import { messageOf } from '../packages/server/src/lib/thrown.ts'
import { checkOrder } from '../packages/server/test/support/run-order.ts'
import type { Complaints, Story } from './story.ts'

/** Numbers, times, states, pairs and the one end of both protocols, by the same rules as in the suites. */
export function eventComplaints({ run, rasp, fcmp }: Story): Complaints {
  const row = { state: run.state, committed: { raspSeq: run.rasp_seq, fcmpSeq: run.fcmp_seq } }
  try {
    checkOrder(row, lines(rasp), lines(fcmp))
    return []
  } catch (error) {
    return [`its events are wrong: ${messageOf(error)}`]
  }
}

const lines = (events: readonly object[]): string[] => events.map((event) => JSON.stringify(event))
