import { endComplaints } from './check-end.ts'
import { eventComplaints } from './check-events.ts'
import { receiptComplaints } from './check-receipt.ts'
import { recoveryComplaints } from './check-recovery.ts'
import { replyComplaints } from './check-replies.ts'
import { turnComplaints } from './check-turns.ts'
import type { Complaints, Story } from './story.ts'

/** All that must be true of a job after a restart, whatever happened before. */
export function complaintsAbout(story: Story): Complaints {
  const checks = [eventComplaints, turnComplaints, recoveryComplaints, replyComplaints, endComplaints, receiptComplaints]
  const complaints = checks.flatMap((check) => check(story))
  return complaints.map(
    (complaint) => `${story.known.kind} job ${story.job.request_id} of round ${story.known.round}: ${complaint}`,
  )
}
