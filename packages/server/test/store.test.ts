import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fdatasync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { verifies } from '../../../test/verifies.ts'
import { next, nothingCommitted, type RunIn, runStates, type Trigger } from '../src/domain/run.ts'
import { FolderLocked } from '../src/store/folder-lock.ts'
import type { SyncFile } from '../src/store/wal-sync.ts'
import { changeRows, openDatabase } from './support/database.ts'
import { ofSqlite } from './support/over.ts'
import { jobOf, moveNow, queuedRun } from './support/runs.ts'
import { planOf, watchPrepared } from './support/sqlite-file.ts'
import { openStore, type Store, storeOptions } from './support/store.ts'
import { until } from './support/until.ts'

const at = '2026-01-02T03:04:05.678Z'
const later = '2026-01-02T03:04:06.000Z'

const admit = (store: Store, run: RunIn<'queued'>, limit = 100) => store.queue.admit(jobOf(run), run, limit)

async function withStore(use: (store: Store, folder: string) => Promise<void>, sync?: SyncFile): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'asr-store-'))
  const store = await openStore(folder, sync ? { sync } : {})
  try {
    await use(store, folder)
  } finally {
    await store.close().catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
}

const begin = (store: Store, id: string, attempt = 1) =>
  moveNow(store, id, {
    trigger: 'turn.started',
    committed: nothingCommitted,
    at: later,
    begins: { attempt, owner: 'boot_a' },
  })

verifies(
  'store.moves-are-compare-and-set',
  'every pair of state and trigger that the table does not list is refused by the database',
  async () => {
    await withStore(async (store, folder) => {
      const triggers: Trigger[] = [
        'turn.started',
        'turn.needs_input',
        'turn.succeeded',
        'turn.failed',
        'interaction.reply.accepted',
        'run.canceled',
        'restart.reconcile_failed',
      ]
      await using database = await openDatabase(folder)
      for (const state of runStates) {
        for (const trigger of triggers) {
          const id = `run_${state}_${trigger}`
          await admit(store, queuedRun(id), 1000)
          await database.run('update runs set state = ? where id = ?', [state, id])
          const moved = await moveNow(store, id, { trigger, committed: nothingCommitted, at: later })
          assert.equal(moved?.state, next(state, trigger), `${state} by ${trigger}`)
          assert.equal((await store.runs.get(id))?.state, next(state, trigger) ?? state)
        }
      }
    })
  },
)

verifies(
  'store.moves-are-compare-and-set',
  'of two endings at the same instant one wins and the other changes nothing',
  async () => {
    await withStore(async (store) => {
      await admit(store, queuedRun('run_1'))
      await begin(store, 'run_1')
      const error = { code: 'CANCELED_BY_USER', message: 'm', details: {} } as const
      const [first, second] = await Promise.all([
        moveNow(store, 'run_1', { trigger: 'turn.succeeded', committed: nothingCommitted, at: later }),
        moveNow(store, 'run_1', { trigger: 'run.canceled', committed: nothingCommitted, at: later, error }),
      ])
      assert.deepEqual([first?.state, second], ['succeeded', null])
      assert.equal((await store.runs.get('run_1'))?.state, 'succeeded')
    })
  },
)

verifies(
  'store.attempts-are-fenced',
  'a late writer of an older attempt is refused, and would not be without the fence',
  async () => {
    await withStore(async (store, folder) => {
      await admit(store, queuedRun('run_1'))
      await begin(store, 'run_1', 2)
      const point = { ...nothingCommitted, raspSeq: 9 }
      assert.equal(await store.runs.advance('run_1', { attempt: 1, owner: 'boot_a' }, point), false)
      assert.equal(await store.runs.advance('run_1', { attempt: 2, owner: 'boot_dead' }, point), false)
      const late = { trigger: 'turn.succeeded', committed: point, at: later } as const
      assert.equal(await moveNow(store, 'run_1', { ...late, fence: { attempt: 1, owner: 'boot_a' } }), null)
      assert.equal((await store.runs.get('run_1'))?.committed.raspSeq, 0)

      // The same late writes without the fence in the where clause do their harm.
      await changeRows(folder, 'update runs set rasp_seq = 9 where id = ?', ['run_1'])
      assert.equal((await store.runs.get('run_1'))?.committed.raspSeq, 9)
      assert.equal((await moveNow(store, 'run_1', late))?.state, 'succeeded')
    })
  },
)

verifies('store.projects-are-apart', 'a job of another project is not found by its id and not listed', async () => {
  await withStore(async (store) => {
    await admit(store, queuedRun('run_ours'))
    await admit(store, queuedRun('run_theirs', { projectId: 'theirs' }))
    assert.equal((await store.jobs.find('default', 'job_ours'))?.run.id, 'run_ours')
    assert.equal(await store.jobs.find('default', 'job_theirs'), null)
    assert.deepEqual(
      (await store.jobs.list({ projectId: 'default', limit: 10 })).map(({ job }) => job.id),
      ['job_ours'],
    )
  })
})

verifies(
  'run.queue-is-fifo-and-bounded',
  'a full queue admits nothing and leaves nothing, and the first in is the first out',
  async () => {
    await withStore(async (store) => {
      const all = await Promise.allSettled(
        ['run_c', 'run_a', 'run_b', 'run_d', 'run_e'].map((id) => admit(store, queuedRun(id), 3)),
      )
      assert.deepEqual(
        all.map(({ status }) => status),
        ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
      )
      assert.equal((await store.jobs.list({ projectId: 'default', limit: 10 })).length, 3)
      assert.equal(await store.runs.get('run_d'), null)
      assert.deepEqual([await store.queue.position('run_c'), await store.queue.position('run_b')], [1, 3])
      const order: string[] = []
      for (let run = await store.queue.next(); run; run = await store.queue.next()) {
        order.push(run.id)
        await begin(store, run.id)
      }
      assert.deepEqual(order, ['run_c', 'run_a', 'run_b'])
      assert.equal(await store.queue.position('run_c'), null)
    })
  },
)

verifies(
  'store.one-server-per-data-folder',
  'a second server is refused while the first lives, and welcome after kill -9',
  async () => {
    await withStore(async (store, folder) => {
      await assert.rejects(openStore(folder), FolderLocked)
      await store.close()
      const code = `import('${new URL('../src/store/folder-lock.ts', import.meta.url).href}').then(({ lockFolder }) => { globalThis.lock = lockFolder(process.argv[1]); console.log('locked'); setInterval(() => {}, 1000) })`
      const other = spawn(process.execPath, ['-e', code, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
      await once(other.stdout, 'data')
      await assert.rejects(openStore(folder), FolderLocked)
      other.kill('SIGKILL')
      await once(other, 'exit')
      await (await openStore(folder)).close()
    })
  },
)

verifies(
  'store.refuses-newer-database',
  'a database with a migration that this code does not know is refused in words',
  async () => {
    await withStore(async (store, folder) => {
      await store.close()
      await changeRows(folder, "insert into kysely_migration (name, timestamp) values ('9999-from-the-future', ?)", [at])
      await assert.rejects(openStore(folder), /newer version of the server/)
    })
  },
)

test('writes that arrive together share a transaction, and one that fails takes no other with it', async () => {
  await withStore(async (store) => {
    const outcomes = await Promise.allSettled([
      admit(store, queuedRun('run_1')),
      admit(store, queuedRun('run_1')),
      admit(store, queuedRun('run_2')),
    ])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(
      (await store.runs.active()).map(({ id }) => id),
      ['run_1', 'run_2'],
    )
  })
})

test('a run comes back from the database as it went in', async () => {
  await withStore(async (store) => {
    const run = queuedRun('run_1', { model: 'm', input: { text: '你好', __proto__x: 1 }, parameter: { deep: [[{}]] } })
    await admit(store, run)
    assert.deepEqual(await store.runs.get('run_1'), run)
  })
})

const question = {
  kind: 'open_text',
  prompt: 'Which word?',
  options: [],
  uiHints: {},
  defaultDecisionPolicy: null,
  requiredFields: [],
  context: null,
} as const
const asks = { interaction: 1, question, expiresAt: null, session: 's-1' }
const answerOf = (response: string) =>
  ({ interaction: 1, answer: { resolution: 'user_reply', response, files: [], upload: null, key: response, at: later } }) as const

verifies(
  'cancel.one-winner-everywhere',
  'a run that somebody wants canceled asks no more, and without that mark it would',
  async () => {
    await withStore(async (store) => {
      const fence = { attempt: 1, owner: 'boot_a' }
      const ask = (run: string) =>
        moveNow(store, run, { trigger: 'turn.needs_input', committed: nothingCommitted, at: later, fence, asks })
      for (const id of ['run_marked', 'run_other']) {
        await admit(store, queuedRun(id))
        await begin(store, id)
      }
      await store.runs.requestCancel('run_marked', later)
      assert.equal(await ask('run_marked'), null)
      assert.equal(await store.interactions.get('run_marked', 1), null)
      const asked = await ask('run_other')
      assert.deepEqual(asked?.state === 'waiting_user' && [asked.pendingInteraction, asked.interactionCount, asked.session], [
        1,
        1,
        's-1',
      ])
    })
  },
)

verifies(
  'reply.stale-and-not-waiting',
  'of two answers to one question the database takes one, and none to another question',
  async () => {
    await withStore(async (store) => {
      const run = 'run_1'
      const fence = { attempt: 1, owner: 'boot_a' }
      await admit(store, queuedRun(run))
      await begin(store, run)
      await moveNow(store, run, { trigger: 'turn.needs_input', committed: nothingCommitted, at: later, fence, asks })
      const answer = (answers: ReturnType<typeof answerOf> | { interaction: 2; answer: ReturnType<typeof answerOf>['answer'] }) =>
        moveNow(store, run, { trigger: 'interaction.reply.accepted', committed: nothingCommitted, at: later, answers })
      assert.equal(await answer({ interaction: 2, answer: answerOf('stale').answer }), null)
      const moved = await Promise.all([answer(answerOf('heron')), answer(answerOf('crane'))])
      assert.deepEqual(
        moved.map((one) => one?.state ?? null),
        ['queued', null],
      )
      assert.deepEqual(await store.interactions.answered(run), [
        {
          id: 1,
          attempt: 1,
          question,
          askedAt: later,
          expiresAt: null,
          answer: { resolution: 'user_reply', response: 'heron', files: [], upload: null, key: 'heron', at: later },
        },
      ])
    })
  },
)

test(
  'the end of the line, the next run and the place of a run are found by an index, however many runs there were',
  ofSqlite,
  async (context) => {
    const prepared = watchPrepared(context)
    await withStore(async (store, folder) => {
      await admit(store, queuedRun('run_1'))
      await store.queue.next()
      await store.queue.position('run_1')
      const texts = prepared.texts()
      const textWith = (part: string) => texts.find((sql) => sql.includes(part)) ?? assert.fail(part)
      const parts = [
        'max(queue_no)',
        'group by caller',
        'max(queue_round)',
        'min(queue_round)',
        'order by queue_round',
        ' <= (select',
      ]
      const plans = parts.map((part) => planOf(folder, textWith(part)))
      assert.deepEqual(plans, [
        ['SEARCH runs USING COVERING INDEX runs_by_place'],
        ['SEARCH runs USING COVERING INDEX runs_by_caller (state=? AND awaiting_upload=?)'],
        ['SEARCH runs USING COVERING INDEX runs_by_caller (state=? AND awaiting_upload=? AND caller=?)'],
        ['SEARCH runs USING COVERING INDEX runs_by_round (state=? AND awaiting_upload=?)'],
        ['SEARCH runs USING INDEX runs_by_round (state=? AND awaiting_upload=?)'],
        [
          'SEARCH runs USING COVERING INDEX runs_by_round (state=? AND awaiting_upload=? AND queue_round<?)',
          'SCALAR SUBQUERY 1',
          'SEARCH runs USING INDEX sqlite_autoindex_runs_1 (id=?)',
          'REUSE SUBQUERY 1',
        ],
      ])
    })
  },
)

/** Counts the syncs of the write-ahead log, and can hold them back or let them fail. */
function watchedSync() {
  const plain = promisify(fdatasync)
  const watched = { count: 0, holds: Promise.resolve(), failure: null as Error | null }
  const sync = async (fd: number) => {
    watched.count += 1
    await watched.holds
    if (watched.failure) throw watched.failure
    await plain(fd)
  }
  return { watched, sync }
}

const fence = { attempt: 1, owner: 'boot_a' }

test('the mark of a process is committed without a flush to the disk, and every other write is flushed', ofSqlite, async () => {
  const { watched, sync } = watchedSync()
  await withStore(async (store) => {
    const flushes = async (...writes: (() => Promise<unknown>)[]) => {
      const before = watched.count
      await Promise.all(writes.map((write) => write()))
      return watched.count - before
    }
    const mark = () => store.runs.started('run_1', fence, { pid: 7, startTime: '70' })
    const advance = () => store.runs.advance('run_1', fence, nothingCommitted)
    assert.equal(await flushes(() => admit(store, queuedRun('run_1'))), 1)
    assert.equal(await flushes(() => begin(store, 'run_1')), 1)
    assert.equal(await flushes(mark), 0)
    assert.equal(await flushes(advance), 1)
    assert.equal(await flushes(mark, advance, advance), 1)
  }, sync)
})

test('nobody is told of a write, and nobody reads it, before it is on the disk', ofSqlite, async () => {
  const { watched, sync } = watchedSync()
  await withStore(async (store) => {
    await admit(store, queuedRun('run_1'))
    await begin(store, 'run_1')
    const { promise, resolve } = Promise.withResolvers<void>()
    watched.holds = promise
    const seen: string[] = []
    const told = [
      store.runs.advance('run_1', fence, nothingCommitted).then(() => seen.push('written')),
      until('the sync', () => watched.count === 4).then(async () => {
        await store.runs.started('run_1', fence, { pid: 7, startTime: '70' })
        seen.push('marked')
        const reading = store.runs.get('run_1').then(() => seen.push('read'))
        await setImmediate()
        seen.push('on the disk')
        resolve()
        await reading
      }),
    ]
    await Promise.all(told)
    assert.deepEqual(
      [seen.slice(0, 2), seen.slice(2).sort()],
      [
        ['marked', 'on the disk'],
        ['read', 'written'],
      ],
    )
  }, sync)
})

test('after a flush that failed no write is accepted any more', ofSqlite, async () => {
  const { watched, sync } = watchedSync()
  await withStore(async (store) => {
    await admit(store, queuedRun('run_1'))
    watched.failure = new Error('the disk is gone')
    await assert.rejects(admit(store, queuedRun('run_2')), watched.failure)
    watched.failure = null
    await assert.rejects(admit(store, queuedRun('run_3')), /the disk is gone/)
  }, sync)
})

test('the mark of a process outlives kill -9 of the server', async () => {
  await withStore(async (store, folder) => {
    await admit(store, queuedRun('run_1'))
    await begin(store, 'run_1')
    await store.close()

    const code = `
      const { openStore } = await import('${new URL('../src/store/open.ts', import.meta.url).href}')
      const store = await openStore(process.argv[1], JSON.parse(process.argv[2]))
      await store.runs.started('run_1', ${JSON.stringify(fence)}, { pid: 9, startTime: '90' })
      process.kill(process.pid, 'SIGKILL')`
    const killed = spawn(
      process.execPath,
      ['--input-type=module', '-e', code, folder, JSON.stringify(await storeOptions(folder))],
      { stdio: 'inherit' },
    )
    assert.deepEqual(await once(killed, 'exit'), [null, 'SIGKILL'])
    const again = await openStore(folder)
    const run = await again.runs.get('run_1')
    await again.close()
    assert.deepEqual(run?.state === 'running' && run.process, { pid: 9, startTime: '90' })
  })
})
