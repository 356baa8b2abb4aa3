import { hasEnded } from './ledger.ts'
import type { Complaints, Story } from './story.ts'

/** Whatever ended has a receipt, which says the same and is signed; and the files that it names are as it says. */
export function receiptComplaints({ job, receipt }: Story): Complaints {
  if (!hasEnded(job.status)) return receipt === null ? [] : [`it is ${job.status} and has a receipt`]
  if (receipt === null) return [`it is ${job.status} and has no receipt`]
  const says = `${receipt.run_id} ${receipt.state} ${receipt.error_code}`
  const is = `${job.run_id} ${job.status} ${job.error?.code ?? null}`
  return [
    ...(says === is ? [] : [`its receipt says ${says}, and it is ${is}`]),
    ...(receipt.isSigned ? [] : ['no key of the server signed its receipt']),
    ...(receipt.changed.length === 0 ? [] : [`its receipt tells other bytes of ${receipt.changed.join(', ')}`]),
  ]
}
