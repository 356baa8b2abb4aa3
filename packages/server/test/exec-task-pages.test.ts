import assert from 'node:assert/strict'
import { verifies } from '../../../test/verifies.ts'
import type { ExecTask } from '../src/domain/exec.ts'
import { pageOfTasks } from '../src/http/routes/task-page.ts'
import { startApp } from './support/app.ts'
import { commands } from './support/cli.ts'
import { ended, exec, start, tool } from './support/exec.ts'

interface Page {
  readonly tasks: readonly { readonly task_id: string }[]
  readonly next_cursor: string | null
}

verifies('exec.tasks', 'a list of tasks with long commands comes in pages of a bounded size, and each of them once', async () => {
  await using app = await startApp({ skills: [tool] })
  const ids: string[] = []
  for (let count = 0; count < 12; count++) ids.push(await start(app, `:#${'x'.repeat(99_000)}`, { workdir: `w${count}` }))
  // What runs writes into its folder, which goes with the app.
  for (const id of ids) await ended(app, id)
  const page = async (query: string) => {
    const { body } = await app.get<Page>(`${exec}/tasks?limit=1000${query}`)
    return { ids: body.tasks.map(({ task_id: id }) => id), cursor: body.next_cursor }
  }
  const first = await page('')
  const second = await page(`&cursor=${first.cursor}`)
  const newestFirst = ids.toReversed()
  assert.deepEqual([first.ids, second], [newestFirst.slice(0, 11), { ids: newestFirst.slice(11), cursor: null }])

  // The command line goes on to the next page, as far as it was asked to.
  const lists = [['--limit', '5'], ['--limit', '12'], []].map((flags) => ['exec', 'list', '--json', ...flags])
  const printed = await commands(lists, { cwd: app.data, env: { SKILL_RUNNER_URL: app.url } })
  assert.deepEqual(
    printed.map(({ stdout }) => (JSON.parse(stdout) as Page['tasks']).map(({ task_id: id }) => id)),
    [newestFirst.slice(0, 5), newestFirst, newestFirst],
  )
})

verifies(
  'exec.tasks',
  'a page of tasks ends where it is large enough, and without that bound where it was asked to',
  async () => {
    const rows = Array.from({ length: 50 }, (_, index) => ({ id: `task_${50 - index}`, createdAt: '2026-01-01' }) as ExecTask)
    const list = async ({ after, limit }: { readonly after?: { readonly id: string } | undefined; readonly limit: number }) => {
      const from = rows.findIndex(({ id }) => id === after?.id) + 1
      return rows.slice(from, from + limit)
    }
    const present = ({ id }: ExecTask) => ({ task_id: id }) as never
    const page = async (limit: number, most?: number) => {
      const { tasks, last } = await pageOfTasks({ list }, { projectId: 'default' }, limit, present, most)
      return [tasks.length, last?.id ?? null]
    }
    // Each is told in 21 bytes.
    assert.deepEqual(await page(1000, 430), [21, 'task_30'])
    assert.deepEqual(await page(1000, 1), [1, 'task_50'])
    assert.deepEqual(await page(45, Number.POSITIVE_INFINITY), [45, 'task_6'])
    assert.deepEqual(await page(50), [50, null])
    assert.deepEqual(await page(1000), [50, null])
  },
)
