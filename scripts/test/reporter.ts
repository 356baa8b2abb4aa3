import type { TestEvent } from 'node:test/reporters'

/** One test that has ended, as a line among whatever else its file prints. */
export interface Ended {
  readonly ended: 'passed' | 'failed' | 'skipped'
  readonly name: string
  readonly reason: string | null
}

/** The ASCII record separator: no test prints it. */
const mark = '\u001e'

/** For `node --test-reporter`: tells `npm test` of every test as it ends. People read the `spec` reporter beside it. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    const { name, skip, details } = event.data
    if (details.type === 'suite') continue
    const isSkipped = skip !== undefined && skip !== false
    const ended = event.type === 'test:fail' ? 'failed' : isSkipped ? 'skipped' : 'passed'
    const reason = typeof skip === 'string' ? skip : null
    yield `${mark}${JSON.stringify({ ended, name, reason } satisfies Ended)}\n`
  }
}

/** What the reporter said in this line, or null; and what was printed before it without an end of line. */
export function readLine(line: string): { readonly text: string; readonly ended: Ended | null } {
  const at = line.indexOf(mark)
  if (at === -1) return { text: line, ended: null }
  return { text: line.slice(0, at), ended: JSON.parse(line.slice(at + mark.length)) as Ended }
}
