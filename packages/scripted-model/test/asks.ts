import type { Scene } from '../src/index.ts'
import { all, anthropic, gemini, openai } from './clients.ts'

/** A main request in each protocol, as the provider's own client makes it: to its whole answer, or through the stream to its end. Gives the text. */
type Ask = (scene: Scene, how: { readonly stream: boolean; readonly signal?: AbortSignal }) => Promise<string>

export const asks = {
  responses: async (scene, { stream, signal }) => {
    const asked = { model: 'm', input: 'hello' }
    const { responses } = openai(scene)
    const answer = stream ? responses.stream(asked, { signal }).finalResponse() : responses.create(asked, { signal })
    return (await answer).output_text
  },
  chat: async (scene, { stream, signal }) => {
    const asked = {
      model: 'm',
      messages: [{ role: 'user' as const, content: 'hello' }],
      tools: [{ type: 'function' as const, function: { name: 'f' } }],
    }
    const { completions } = openai(scene).chat
    const answer = stream ? completions.stream(asked, { signal }).finalChatCompletion() : completions.create(asked, { signal })
    return (await answer).choices[0]?.message.content ?? ''
  },
  messages: async (scene, { stream, signal }) => {
    const asked = {
      model: 'm',
      max_tokens: 9,
      messages: [{ role: 'user' as const, content: 'hello' }],
      tools: [{ name: 'f', input_schema: { type: 'object' as const } }],
    }
    const { messages } = anthropic(scene)
    const answer = stream ? messages.stream(asked, { signal }).finalMessage() : messages.create(asked, { signal })
    return (await answer).content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  },
  gemini: async (scene, { stream, signal }) => {
    const tools = [{ functionDeclarations: [{ name: 'f' }] }]
    const asked = { model: 'm', contents: 'hello', config: { tools, ...(signal ? { abortSignal: signal } : {}) } }
    const { models } = gemini(scene)
    const answers = stream ? await all(await models.generateContentStream(asked)) : [await models.generateContent(asked)]
    return answers.map(({ text }) => text ?? '').join('')
  },
} as const satisfies Record<string, Ask>

export type Name = keyof typeof asks
export const names = Object.keys(asks) as Name[]

/** The path of that request behind the scene's address. */
export function pathOf(name: Name, stream: boolean): string {
  const paths = { responses: '/v1/responses', chat: '/v1/chat/completions', messages: '/v1/messages' }
  if (name !== 'gemini') return paths[name]
  return stream ? '/v1beta/models/m:streamGenerateContent?alt=sse' : '/v1beta/models/m:generateContent'
}
