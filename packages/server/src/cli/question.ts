import type { PendingInteraction } from '@agent-skill-runner/sdk/source'
import { plain } from './plain.ts'

/** A question for people to read, with its options numbered. */
export function questionText({ prompt, context, options, kind, required_fields }: PendingInteraction): string {
  const lines = [
    ...(context.text ? [context.text, ''] : []),
    prompt,
    ...options.map(({ label }, index) => `  ${index + 1}) ${label}`),
    ...(kind === 'fill_fields' && required_fields.length > 0 ? [`  fields: ${required_fields.join(', ')}`] : []),
    ...(kind === 'upload_files' ? ['  expects files'] : []),
  ]
  return `${plain(lines.join('\n'))}\n`
}

export type Understood = { readonly response: unknown } | { readonly problem: string }

/** What a person typed, as the reply that a question wants. */
export function responseOf(question: PendingInteraction, text: string): Understood {
  switch (question.kind) {
    case 'choose_one':
      return chosen(question, text)
    case 'confirm':
    case 'risk_ack':
      return confirmed(text)
    case 'open_text':
      return text.trim() === '' ? { problem: 'Enter a text.' } : { response: text }
    case 'fill_fields':
      return filled(text)
    case 'upload_files':
      return { response: text === '' ? null : text }
  }
}

function chosen({ options, ui_hints }: PendingInteraction, text: string): Understood {
  const found =
    options.find(({ value }) => value === text) ?? options.find(({ label }) => label === text) ?? options[Number(text) - 1]
  if (found) return { response: found.value }
  if (text !== '' && (options.length === 0 || ui_hints['allow_other'] === true)) return { response: text }
  return { problem: `Choose one of ${options.map(({ label }, index) => `${index + 1}) ${plain(label)}`).join(', ')}.` }
}

function confirmed(text: string): Understood {
  const word = text.trim().toLowerCase()
  if (['y', 'yes', 'true'].includes(word)) return { response: true }
  return ['n', 'no', 'false'].includes(word) ? { response: false } : { problem: 'Answer y or n.' }
}

function filled(text: string): Understood {
  const fields = parsed(text)
  if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) return { response: fields }
  return { problem: 'This question expects fields: enter a JSON object, {"name": "value"}.' }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
