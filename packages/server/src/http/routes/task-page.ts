import type { ExecTask as TaskView } from '@agent-skill-runner/contract/exec.ts'
import type { ExecTask } from '../../domain/exec.ts'
import type { TaskFilter } from '../../store/exec-tasks.ts'
import type { Store } from '../../store/open.ts'

type Tasks = Pick<Store['execTasks'], 'list'>
type Asked = Omit<TaskFilter, 'limit'>

export interface TaskPage {
  readonly tasks: TaskView[]
  /** Behind which the next page begins; null: this is the last one. */
  readonly last: ExecTask | null
}

/** A task can have 100 KB of command, and files beside it: a thousand of them in each of many answers would be more than the server has room for. */
const mostBytes = 1_048_576
const atOnce = 20

/** As many tasks as were asked for, or fewer where they are large; one at least. */
export async function pageOfTasks(
  execTasks: Tasks,
  asked: Asked,
  limit: number,
  present: (task: ExecTask) => TaskView,
  most = mostBytes,
): Promise<TaskPage> {
  const tasks: TaskView[] = []
  let last: ExecTask | null = null
  let bytes = 0
  for await (const task of eachTask(execTasks, asked)) {
    if (tasks.length === limit || bytes >= most) return { tasks, last }
    const view = present(task)
    bytes += JSON.stringify(view).length
    tasks.push(view)
    last = task
  }
  return { tasks, last: null }
}

async function* eachTask({ list }: Tasks, asked: Asked): AsyncIterable<ExecTask> {
  for (let { after } = asked; ; ) {
    const found = await list({ ...asked, after, limit: atOnce })
    yield* found
    if (found.length < atOnce) return
    after = found.at(-1)
  }
}
