import assert from 'node:assert/strict'
import { test } from 'node:test'
import { complaintsAbout } from '../../../torture/check.ts'
import { changedComplaints, missingComplaints, startComplaints } from '../../../torture/check-all.ts'
import type { KnownJob, SentReply } from '../../../torture/ledger.ts'
import { type Found, leftComplaints } from '../../../torture/left.ts'
import { photoComplaints } from '../../../torture/photo.ts'
import { planOf } from '../../../torture/plan.ts'
import type { InteractionRow, RunRow } from '../../../torture/rows.ts'
import type { Story } from '../../../torture/story.ts'
import { honest } from './support/torture-story.ts'

/** The torture is only as good as its checks, so each is shown a lie. */

const told = (story: Story): string[] =>
  complaintsAbout(story).map((complaint) => complaint.replace('talk job job_1 of round 3: ', ''))

const knowing = (change: Partial<KnownJob>): Story => ({ ...honest, known: { ...honest.known, ...change } })
const sending = (change: Partial<SentReply>): Story =>
  knowing({ replies: honest.known.replies.map((reply) => ({ ...reply, ...change })) })
const keeping = (run: Partial<RunRow>): Story => ({ ...honest, run: { ...honest.run, ...run } })
const asking = (row: Partial<InteractionRow>): Story => ({
  ...honest,
  interactions: honest.interactions.map((one) => ({ ...one, ...row })),
})
const leftAs = (run: Partial<RunRow>): Story => ({
  ...honest,
  before: { run: { ...honest.run, ...run }, interactions: honest.interactions },
})

test('a true story gives no cause for complaint', () => {
  assert.deepEqual(told(honest), [])
})

/** Each lie with the beginning of what must be said about it. */
const lies: Readonly<Record<string, readonly [Story, string]>> = {
  'a second end': [
    { ...honest, fcmp: [...honest.fcmp, ...honest.fcmp.slice(-1).map((event) => ({ ...event, seq: 10 }))] },
    'its events are wrong: the row counts what is there',
  ],
  'an event that is missing': [{ ...honest, rasp: honest.rasp.toSpliced(3, 1) }, 'its events are wrong: the row counts'],
  'a second end that the row counts too': [
    {
      ...keeping({ fcmp_seq: 10 }),
      fcmp: [
        ...honest.fcmp,
        ...honest.fcmp.slice(-1).map((event) => ({ ...event, seq: 10, meta: { ...event.meta, local_seq: 4 } })),
      ],
    },
    'its events are wrong: nothing of a pair stands alone',
  ],
  'an attempt too many': [keeping({ attempt: 3 }), 'it is at attempt 3 with 1 answers in state succeeded'],
  'a question that is still open': [
    asking({ resolution: null, response: null }),
    'in state succeeded these questions are open: 1',
  ],
  'a question that nobody counts': [keeping({ interaction_count: 0 }), 'it counts 0 questions and has 1'],
  'a decision that nobody took': [keeping({ auto_decision_count: 1 }), 'it counts 1 decisions of its own and has 0'],
  'a question that is pending after the end': [keeping({ pending_interaction: 1 }), 'in state succeeded question 1 is pending'],
  'another attempt at the door': [
    { ...honest, job: { ...honest.job, attempt_number: 1 } },
    'the door tells succeeded,1,,1,0 and the record is succeeded,2,,1,0',
  ],
  'a wrong reason': [
    keeping({ recovery_reason: 'session_handle_invalid' }),
    'its recovery is recovered_waiting (session_handle_invalid) instead of recovered_waiting (resumable_waiting_preserved)',
  ],
  'a recovery that is not told': [
    keeping({ recovery_state: 'none', recovery_reason: null, recovered_at: null }),
    'its recovery is none (no reason) instead of recovered_waiting (resumable_waiting_preserved)',
  ],
  'a run that ran on through the death of its server': [
    leftAs({ state: 'running', recovery_state: 'none', recovery_reason: null }),
    'its recovery is recovered_waiting (resumable_waiting_preserved) instead of failed_reconciled (orchestrator_restart_interrupted)',
  ],
  'a queued run that was kept against the policy': [
    leftAs({ state: 'queued', recovery_state: 'none', recovery_reason: null }),
    'its recovery is recovered_waiting (resumable_waiting_preserved) instead of failed_reconciled',
  ],
  'a run that changed after its end': [leftAs({ rasp_seq: 8 }), 'it had ended, and its rasp_seq changed from 8 to 9'],
  'an accepted reply that is gone': [asking({ response: '"red"' }), '"blue" to question 1 was accepted and is there 0 times'],
  'an answer that nobody sent': [asking({ response: '"red"' }), 'question 1 has the answer "red", which nobody sent'],
  'a refused reply that counts': [sending({ answers: ['refused'] }), '"blue" to question 1 was refused and is there'],
  'a key that is taken and refused': [
    sending({ answers: ['accepted', 'refused'] }),
    '"blue" to question 1 was accepted and refused under one key',
  ],
  'a reply to another question': [sending({ interaction: 2 }), '"blue" to question 2 is the answer to question 1'],
  'another key': [asking({ answer_key: null }), 'question 1 was answered under the key null'],
  'a decision for somebody who was to be waited for': [
    asking({ resolution: 'auto_decide_timeout', response: 'null', expires_at: null }),
    'question 1 was decided, and must not have been',
  ],
  'a decision that is told as a reply': [
    asking({ resolution: 'auto_decide_timeout', response: 'null' }),
    'the answer to question 1 is told by interaction.reply.accepted',
  ],
  'a file that is lost': [{ ...honest, replyFiles: {} }, 'in the folder of the answer to question 1 lies []'],
  'a file that nobody noted': [asking({ files: '[]' }), 'the answer to question 1 has the files '],
  'a result without the reply': [
    { ...honest, result: honest.result && { ...honest.result, data: { replies: [] } } },
    'its result is {"replies":[]} instead of {"replies":["blue"]}',
  ],
  'an end that was seen otherwise': [
    knowing({ ended: { ...honest.job, status: 'canceled' } }),
    'it was seen as {"request_id":"job_1"',
  ],
  'a cancel that was told and did not count': [knowing({ cancel: 'done' }), 'it was told as canceled and is succeeded'],
  'a result of a run that goes on': [{ ...honest, job: { ...honest.job, status: 'running' } }, 'it is running and has a result'],
  'a cancel that nobody sent': [
    { ...honest, job: { ...honest.job, status: 'canceled' }, result: honest.result && { ...honest.result, status: 'canceled' } },
    'it was canceled with undefined, and the client sent: none',
  ],
  'an end without a receipt': [{ ...honest, receipt: null }, 'it is succeeded and has no receipt'],
  'a receipt of a run that goes on': [
    { ...honest, job: { ...honest.job, status: 'running' } },
    'it is running and has a receipt',
  ],
  'a receipt of another end': [
    { ...honest, receipt: honest.receipt && { ...honest.receipt, state: 'failed' } },
    'its receipt says run_1 failed null, and it is run_1 succeeded null',
  ],
  'a receipt that nobody signed': [
    { ...honest, receipt: honest.receipt && { ...honest.receipt, isSigned: false } },
    'no key of the server signed its receipt',
  ],
  'a file that its receipt tells otherwise': [
    { ...honest, receipt: honest.receipt && { ...honest.receipt, changed: ['.audit/events.1.jsonl'] } },
    'its receipt tells other bytes of .audit/events.1.jsonl',
  ],
  'a failure without a cause': [
    {
      ...honest,
      job: { ...honest.job, status: 'failed', error: { code: 'ENGINE_FAILED', message: 'It failed.', details: {} } },
      result: honest.result && { ...honest.result, status: 'failed' },
    },
    'it failed without a cause: {"code":"ENGINE_FAILED"',
  ],
}

for (const [what, [story, complaint]] of Object.entries(lies)) {
  test(`the torture sees ${what}`, () => {
    const all = told(story)
    assert.ok(
      all.some((one) => one.startsWith(complaint)),
      `"${complaint}" is not among ${JSON.stringify(all, null, 2)}`,
    )
  })
}

test('a killed process is a cause for the failure of its attempt, and of no other', () => {
  const failed: Story = {
    ...honest,
    job: { ...honest.job, status: 'failed', error: { code: 'ENGINE_FAILED', message: 'It failed.', details: {} } },
    result: honest.result && { ...honest.result, status: 'failed' },
  }
  const causes = (attempt: number) =>
    told({ ...failed, killed: new Set([attempt]) }).filter((one) => one.startsWith('it failed without a cause'))
  assert.deepEqual([causes(2).length, causes(1).length], [0, 1])
})

test('a database that is away is a cause for the failure of a run, if it was away for long', () => {
  const failed: Story = {
    ...honest,
    job: { ...honest.job, status: 'failed', error: { code: 'DATABASE_UNAVAILABLE', message: 'It is away.', details: {} } },
    result: honest.result && { ...honest.result, status: 'failed' },
  }
  const causes = (outageMs: number) => told({ ...failed, outageMs }).filter((one) => one.startsWith('it failed without a cause'))
  assert.deepEqual([causes(9000).length, causes(1000).length], [0, 1])
})

const rowsOf = (...runs: readonly Partial<RunRow>[]) => ({
  runs: new Map(runs.map((run) => [run.id ?? 'run_1', { ...honest.run, ...run }])),
  jobs: new Map([['job_1', 'run_1']]),
  interactions: new Map<string, InteractionRow[]>(),
})

test('jobs that are gone, that nobody asked for, or that changed after their end are named', () => {
  const ledger = { jobs: new Map([['job_2', honest.known]]) }
  assert.deepEqual(missingComplaints(rowsOf({}), ledger), ['job job_2 was accepted and is gone', 'nobody asked for job job_1'])
  assert.deepEqual(changedComplaints(rowsOf({}), rowsOf({})), [])
  const complaint = 'run run_1 had succeeded, and its record changed'
  assert.deepEqual(changedComplaints(rowsOf({}), rowsOf({ rasp_seq: 10 })), [complaint])
  assert.deepEqual(changedComplaints(rowsOf({}), rowsOf()), [complaint])
})

test('right after a start a run may be under way only if the policy keeps it, or if it decides for itself', () => {
  const [queued, running, waiting] = [
    rowsOf({ state: 'queued' }),
    rowsOf({ state: 'running' }),
    rowsOf({ state: 'waiting_user' }),
  ]
  const deciding = { ...waiting, interactions: new Map([['run_1', [...honest.interactions]]]) }
  const complaint = (state: string, was: string) => [`right after the start run run_1 is ${state}, and was ${was}`]
  assert.deepEqual(startComplaints(queued, running, 'keep'), [])
  assert.deepEqual(startComplaints(queued, queued, 'fail'), complaint('queued', 'queued'))
  assert.deepEqual(startComplaints(running, running, 'keep'), complaint('running', 'running'))
  assert.deepEqual(startComplaints(waiting, running, 'keep'), complaint('running', 'waiting_user'))
  assert.deepEqual(startComplaints(deciding, running, 'fail'), [])
  assert.deepEqual(startComplaints(rowsOf(), running, 'keep'), complaint('running', 'not there'))
  const uploads = rowsOf({ state: 'queued', awaiting_upload: 1 })
  assert.deepEqual(startComplaints(uploads, uploads, 'fail'), [])
})

test('processes, homes, sessions and half files that nobody owns are named, and those of living runs are not', () => {
  const found: Found = {
    processes: [
      { pid: 7, run: 'run_1', attempt: 2 },
      { pid: 8, run: 'run_1', attempt: 1 },
    ],
    homes: ['run_1'],
    sessions: ['run_1'],
    requests: ['job_1', 'receiving-1'],
  }
  assert.deepEqual(leftComplaints(found, rowsOf({ state: 'running' })), [
    'process 8 of run_1:1 is left',
    'receiving-1 is left of what was being received',
  ])
  const all = ['process 7 of run_1:2 is left', 'process 8 of run_1:1 is left', 'the home of run_1 is left']
  const half = 'receiving-1 is left of what was being received'
  assert.deepEqual(leftComplaints(found, rowsOf({ state: 'waiting_user' })), [...all, half])
  assert.deepEqual(leftComplaints(found, rowsOf({ state: 'failed' })), [...all, 'the session of run_1 is left', half])
})

test('whatever a second restart changes is named', () => {
  const first = new Map([
    ['a', '1'],
    ['b', '2'],
    ['c', '3'],
  ])
  const second = new Map([
    ['a', '1'],
    ['b', '4'],
    ['d', '5'],
  ])
  assert.deepEqual(photoComplaints(first, first), [])
  assert.deepEqual(photoComplaints(first, second), [
    'a second restart changed b: 2 became 4',
    'a second restart changed c: 3 became nothing',
    'a second restart changed d: nothing became 5',
  ])
})

test('the same seed plans the same rounds, and another one others', () => {
  const plans = (seed: number) => [0, 1, 2, 3].map((round) => planOf(seed, round))
  assert.deepEqual(plans(1), plans(1))
  const distinct = new Set([...plans(1), ...plans(2)].map(({ round: _, ...plan }) => JSON.stringify(plan)))
  assert.equal(distinct.size, 8)
})
