import { share } from './batches.ts'
import type { Figure } from './figures.ts'
import type { Bench } from './measurements.ts'
import { openServer } from './server.ts'
import { firstRun, writeStandIn } from './stand-in.ts'
import { jobOf } from './subject.ts'

const everyMs = 5
const callers = 8
const rounds = 4

/** The simplest client there is: it creates a job by JSON and asks for its status again and again. */
export async function measurePoll(bench: Bench): Promise<Figure[]> {
  await using server = await openServer(bench, { env: writeStandIn(bench.place).env })
  const job = jobOf(bench.subject, 'bench-agent')
  const poll = () => server.client.poll(job, everyMs)
  await firstRun(server.client, job)
  for (let i = 0; i < 10; i++) await poll()
  const times: number[] = []
  for (let i = 0; i < bench.count(60); i++) times.push(await poll())
  const jobs = bench.count(60)
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) rates.push(jobs / (await share(jobs, callers, poll)))
  // The Python server of the design's time took 56–87 ms and did 9–11 jobs a second: half of that time, four times that rate.
  return [
    { id: 'poll.p50', what: `a job, its status asked every ${everyMs} ms`, values: times, unit: 'ms', aim: { below: 36 } },
    { id: 'poll.runs', what: `such jobs, ${callers} callers`, values: rates, unit: '/s', aim: { atLeast: 40 } },
  ]
}
