import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { verifies } from '../../../test/verifies.ts'
import type { Exceeded } from '../src/domain/resource-limit.ts'
import { sessionFolder } from '../src/exec/session-folder.ts'
import { SessionQuota, type Writer } from '../src/exec/session-quota.ts'
import { layoutOf } from '../src/workspace/layout.ts'
import { temporaryFolder } from './support/folder.ts'
import { until } from './support/until.ts'

const block = 4096
const limits = { sessionBytes: block, sessionFiles: 0 }

function writerIn(folder: string) {
  const ended: Exceeded[] = []
  let looks = 0
  const process = () => {
    looks += 1
    return null
  }
  const writer: Writer = { limits, sinceMs: 0, folder, process, end: (exceeded) => void ended.push(exceeded) }
  return { writer, ended, looks: () => looks }
}

verifies(
  'exec.limits',
  'what was written from the last look at a full session to the end of its writer does not count against whoever tidies up',
  async (context) => {
    const layout = layoutOf(await temporaryFolder(context))
    const { root } = sessionFolder(layout.execSession('ses_1'))
    mkdirSync(root, { recursive: true })
    const quota = new SessionQuota({ layout, diskLookMs: 5, logger: pino({ level: 'silent' }) })
    const [first, second] = [writerIn(layout.data), writerIn(layout.data)]

    writeFileSync(join(root, 'large'), Buffer.alloc(2 * block))
    const left = quota.enter('ses_1', first.writer)
    await until('the writer was ended', () => first.ended.length > 0)
    writeFileSync(join(root, 'last words'), Buffer.alloc(block))
    left[Symbol.dispose]()
    quota.enter('ses_1', second.writer)
    await until('it was looked at twice', () => second.looks() > 1)
    assert.deepEqual(second.ended, [])
    writeFileSync(join(root, 'more'), Buffer.alloc(block))
    await until('growth was seen', () => second.ended.length > 0)
    assert.deepEqual(second.ended[0], { limit: 'session_bytes', allowed: block, used: 4 * block })
    await quota.close()
  },
)
