import {
  type components,
  type JobStreamEvent,
  type operations,
  SkillRunner,
  SseParser,
  streamEventOf,
} from '@agent-skill-runner/sdk'

/**
 * What the types must allow and refuse, without a cast. Nobody runs this file: tsc checks it here, and sdk-package.test.ts with the package
 * as others install it.
 */

type Schemas = components['schemas']

const paper = new Blob(['p'])

export const forms: [Schemas['JobForm'], Schemas['UploadForm'], Schemas['ReplyForm'], Schemas['PackageForm']] = [
  { job: { skill_id: 'copier', input: { word: 'hello' } }, paper },
  { paper, file: paper },
  { metadata: { interaction_id: 1, response: null }, 'paper.pdf': paper },
  { file: paper },
]

export const body: NonNullable<operations['createJob']['requestBody']>['content']['multipart/form-data'] = {
  job: { skill_id: 'copier' },
  file: paper,
}

// @ts-expect-error: the job is required
export const withoutJob: Schemas['JobForm'] = { paper }

// @ts-expect-error: a path is no file
export const withPath: Schemas['JobForm'] = { job: { skill_id: 'copier' }, file: 'mine/paper.pdf' }

/** By hand, from the bytes of a stream. */
export const textsIn = (bytes: Uint8Array): string[] => new SseParser().push(bytes).map((frame) => textOf(streamEventOf(frame)))

function textOf(said: JobStreamEvent | null): string {
  switch (said?.event) {
    case undefined:
      return 'unknown'
    case 'snapshot':
      return `${said.data.status} ${said.data.cursor + said.data.last_seq}`
    case 'heartbeat':
      return said.data.ts.slice(0, 10)
    case 'chat_event':
      return said.data.type === 'assistant.message.final' ? said.data.data.text : `${said.id} ${said.data.seq}`
  }
}

type StreamBody = operations['followJobEvents']['responses'][200]['content']['text/event-stream']

// @ts-expect-error: a snapshot has no such member
export const noSuchMember = (said: StreamBody & { event: 'snapshot' }) => said.data.seq

/** As the client gives them. */
export async function questionsOf(id: string): Promise<string[]> {
  const prompts: string[] = []
  for await (const event of new SkillRunner().jobs.events(id))
    if (event.type === 'user.input.required') prompts.push(event.data.prompt)
  return prompts
}
