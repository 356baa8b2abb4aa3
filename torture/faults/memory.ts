import { setTimeout as wait } from 'node:timers/promises'
import type { Complaints } from '../story.ts'
import type { FaultyServer, Measured } from './server.ts'

/** What a server may hold more than after its first round: caches fill, and connections are kept for a while. */
const moreBytes = 24 * 2 ** 20
const moreDescriptors = 24
const longestMs = 15_000

/** Memory and descriptors come back, some of them only when idle connections are closed. */
export async function memoryComplaints(server: FaultyServer, first: Measured): Promise<Complaints> {
  const began = performance.now()
  for (;;) {
    const { bytes, descriptors } = await server.measure()
    const complaints = [
      ...(bytes <= first.bytes + moreBytes ? [] : [`memory went from ${megabytes(first.bytes)} to ${megabytes(bytes)} MiB`]),
      ...(descriptors <= first.descriptors + moreDescriptors
        ? []
        : [`descriptors went from ${first.descriptors} to ${descriptors}`]),
    ]
    if (complaints.length === 0 || performance.now() - began > longestMs) return complaints
    await wait(200)
  }
}

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20)
