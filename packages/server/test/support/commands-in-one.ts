import { text } from 'node:stream/consumers'
import { run } from '../../src/cli/run.ts'
import type { Ended } from './cli.ts'

/** Several commands, one after the other, in this one process: a list of argument lists comes in, and how each ended goes out. */
const lists = JSON.parse(await text(process.stdin)) as readonly (readonly string[])[]
const write = process.stdout.write.bind(process.stdout)
const said = { stdout: '', stderr: '' }
for (const stream of ['stdout', 'stderr'] as const) {
  process[stream].write = (piece: string | Uint8Array) => {
    said[stream] += piece
    return true
  }
}

const ended: Ended[] = []
for (const args of lists) {
  Object.assign(said, { stdout: '', stderr: '' })
  const code = await run(args)
  ended.push({ code, ...said })
}
write(JSON.stringify(ended))
