// One event of a run as a line for people; null for events that say nothing to them.
import { el } from './dom.js'

/** @param {import('./api.js').RunEvent} event */
export function eventRow({ seq, type, data }) {
  const text = textOf(type, data)
  return text === null
    ? null
    : el('li', { 'data-type': type, title: `#${seq} ${type}` }, el('small', {}, type), el('p', {}, text))
}

/**
 * @param {string} type
 * @param {Readonly<Record<string, unknown>>} data
 * @returns {string | null}
 */
function textOf(type, data) {
  switch (type) {
    case 'conversation.state.changed':
      return `${data['from']} → ${data['to']}`
    case 'assistant.tool_call':
      return `${data['name']} ${data['phase']}: ${data['summary']}`
    case 'artifact.created':
      return String(data['path'])
    case 'user.input.required':
      return String(data['prompt'])
    case 'interaction.reply.accepted':
      return String(data['response_preview'])
    case 'diagnostic.warning':
    case 'assistant.message.final':
    case 'assistant.message.intermediate':
    case 'assistant.reasoning':
    case 'raw.stdout':
    case 'raw.stderr':
      return withoutQuestion(String(data['text'] ?? data['message'])) || null
    default:
      return null
  }
}

/**
 * The question itself comes as an event of its own, and so does the end that the marker of the last message stands for.
 *
 * @param {string} message
 */
function withoutQuestion(message) {
  return message
    .replace(/<ASK_USER_YAML>.*<\/ASK_USER_YAML>/s, '')
    .replace(/^[ \t]*__SKILL_DONE__[ \t]*:[ \t]*true[ \t]*$/gm, '')
    .trim()
}
