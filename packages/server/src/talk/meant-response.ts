import type { Question } from '../domain/conversation.ts'

/** What a reply says. Some clients send a text as `{text: "…"}`: to a question that wants a text, it counts as that text. */
export function meantResponse({ kind }: Pick<Question, 'kind'>, response: unknown): unknown {
  const wantsText = kind === 'open_text' || kind === 'choose_one'
  return wantsText && isWrapped(response) ? response.text : response
}

const isWrapped = (response: unknown): response is { readonly text: string } =>
  typeof response === 'object' &&
  response !== null &&
  Object.keys(response).length === 1 &&
  'text' in response &&
  typeof response.text === 'string'
