import { type FromReaders, ReaderGroup } from './reader-group.ts'

/** The program that holds the readers: address, job and number of readers come as arguments, what they heard goes to the parent. */

const [, , address = '', job = '', count = '0'] = process.argv
process.on('disconnect', () => process.exit(1))
const group = new ReaderGroup(`${address}/v1/jobs/${job}/events?cursor=0`, Number(count))
await tell({ type: 'connected', ms: await group.connect() })
const before = process.cpuUsage()
await group.ended
const { user, system } = process.cpuUsage(before)
await tell(group.heard((user + system) / 1000))
process.exit(0)

function tell(message: FromReaders): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()))
}
