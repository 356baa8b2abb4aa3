import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PendingInteraction, PendingView, ReplyAccepted } from '@agent-skill-runner/contract/conversation.ts'
import { errorOf } from './answers.ts'
import type { Answer, clientOf } from './app.ts'
import type { TestSkill } from './skills.ts'
import { until } from './until.ts'

export type Client = ReturnType<typeof clientOf>

/** The engine of these conversations plays them from the skill. */
export const env = { SKILL_RUNNER_ENGINES: 'replay' }

const doneMessage = '{"__SKILL_DONE__": true, "ok": true}'

type Steps = readonly object[]

/** A skill that plays these turns, one an attempt; the last says that it is done. */
export const talking = (id: string, ...turns: readonly Steps[]): TestSkill => ({
  id,
  output: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
  runner: { execution_modes: ['auto', 'interactive'], entrypoint: { prompts: { common: 'Ask what you need to know.' } } },
  files: {
    'assets/replay/default.json': JSON.stringify({
      turns: [...turns, [says(doneMessage)]].map((steps) => ({ steps })),
    }),
  },
})

/** A skill that asks these questions, one a turn, and then is done. */
export const asking = (id: string, ...questions: readonly string[]): TestSkill =>
  talking(id, ...questions.map((question) => [says(question)]))

export const says = (message: string): object => ({ message, final: true })

/** A message that asks in the form that engines are told of. */
export const block = (...lines: readonly string[]): string => `<ASK_USER_YAML>\n${lines.join('\n')}\n</ASK_USER_YAML>`

/** An interactive job of a skill. */
export const converse = (client: Client, skill: string, options: object = {}): Promise<string> =>
  client.create(skill, { runtime_options: { execution_mode: 'interactive', ...options } })

/** Waits until a job asks, and tells what. */
export async function question(client: Client, job: string, interaction = 1): Promise<PendingInteraction> {
  return until(`${job} asks question ${interaction}`, async () => {
    const { body } = await client.get<PendingView>(`/v1/jobs/${job}/interaction/pending`)
    assert.ok(!['failed', 'canceled', 'succeeded'].includes(body.status), `${job} ${body.status} and asks nothing more`)
    return body.pending?.interaction_id === interaction ? body.pending : null
  })
}

export const reply = (
  client: Client,
  job: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer<ReplyAccepted>> => client.post(`/v1/jobs/${job}/interaction/reply`, body, headers)

export const accepted = (job: string): ReplyAccepted => ({ request_id: job, status: 'queued', accepted: true })

/** What a refusal comes to. */
export const refusal = ({ status, body }: Answer) => {
  const { code, details } = errorOf(body)
  return { status, code, details }
}

/** The events by which a run was answered, as a front end is told of them: type and data, with the state change that belongs to each. */
export async function answersTold(client: Client, job: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const triggers = ['interaction.reply.accepted', 'interaction.auto_decide.timeout']
  return (await client.events(job))
    .filter(({ type, data }) => triggers.includes(type) || triggers.includes(String(data['trigger'])))
    .map(({ type, data }) => ({ type, data }))
}

/** Where files of replies could be left: what is being received, and the folder of the run. */
export function leftOf(data: string, runFolder: string): { requests: string[]; replies: string[] } {
  const filesBelow = (folder: string) =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .sort()
  const replies = readdirSync(runFolder).includes('replies') ? filesBelow(join(runFolder, 'replies')) : []
  return { requests: filesBelow(join(data, 'requests')), replies }
}
