import type { PendingView } from '@agent-skill-runner/contract/conversation.ts'
import type { Job } from '@agent-skill-runner/contract/job.ts'
import type { Answer, startApp } from './app.ts'
import type { TestSkill } from './skills.ts'
import { until } from './until.ts'

/** What the replay engine does in one turn; docs/replay.md has the steps. */
export type TurnSteps = readonly object[]

/** The server setting that makes such skills run. */
export const replayOnly = { SKILL_RUNNER_ENGINES: 'replay' }

const wantsWord = {
  type: 'object',
  properties: { word: { type: 'string' } },
  required: ['word'],
  additionalProperties: false,
}

/** A skill that holds a conversation by a recording: one list of steps for each turn. Its result is `{word}`, in a message. */
export const talkSkill = (
  id: string,
  turns: readonly TurnSteps[],
  more: Partial<TestSkill> & { runner?: object } = {},
): TestSkill => ({
  id,
  output: wantsWord,
  ...more,
  files: { 'assets/replay/default.json': JSON.stringify({ turns: turns.map((steps) => ({ steps })) }), ...more.files },
  runner: {
    execution_modes: ['auto', 'interactive'],
    entrypoint: { type: 'prompt', prompt: { result_mode: 'stdout' } },
    ...more.runner,
  },
})

/** The last words of a turn. */
export const says = (message: unknown): object => ({ message, final: true })

type Server = Pick<Awaited<ReturnType<typeof startApp>>, 'create' | 'get' | 'post' | 'until'>

export const interactive = { execution_mode: 'interactive' } as const

/** A conversation that has begun, up to its first question or its end. */
export async function begin(server: Server, skill: string, options: object = {}): Promise<Job> {
  const id = await server.create(skill, { engine: 'replay', runtime_options: { ...interactive, ...options } })
  return server.until(id, 'waiting_user', 'succeeded', 'failed', 'canceled')
}

export async function pendingOf(server: Server, id: string): Promise<PendingView> {
  return (await server.get<PendingView>(`/v1/jobs/${id}/interaction/pending`)).body
}

export function reply<T = unknown>(server: Server, id: string, interaction: number, response: unknown, more: object = {}) {
  return server.post<T>(`/v1/jobs/${id}/interaction/reply`, { interaction_id: interaction, response, ...more }) as Promise<
    Answer<T>
  >
}

/** Replies, and waits for what the run makes of it. */
export async function goOn(server: Server, id: string, interaction: number, response: unknown): Promise<Job> {
  const answer = await reply(server, id, interaction, response)
  if (answer.status !== 200) throw new Error(`The reply was refused: ${JSON.stringify(answer.body)}`)
  return until(`${id} has made something of the reply`, async () => {
    const { body } = await server.get<Job>(`/v1/jobs/${id}`)
    const isUnderWay = body.status === 'queued' || body.status === 'running'
    return isUnderWay || body.pending_interaction_id === interaction ? null : body
  })
}
