import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Unknown } from './unknown.mjs'

/** What was said, kept line by line as it is said, below the home and by working directory. */
export function openSession(resumed, model) {
  const id = resumed ?? `session-${randomUUID()}`
  const file = join(homedir(), '.iflow/projects', process.cwd().replaceAll('/', '-'), `${id}.jsonl`)
  if (resumed !== undefined && !existsSync(file)) throw new Unknown(`nobody knows what it does without the session ${resumed}`)
  const entries =
    resumed === undefined
      ? []
      : readFileSync(file, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
  const count = entries.length
  mkdirSync(dirname(file), { recursive: true })
  let question = null
  const keep = (parentUuid, type, fields) => {
    const head = { uuid: randomUUID(), parentUuid, sessionId: id, timestamp: new Date().toISOString(), type }
    const entry = { ...head, isSidechain: false, userType: 'external', ...fields }
    entries.push(entry)
    appendFileSync(file, `${JSON.stringify(entry)}\n`)
    return entry.uuid
  }
  const user = (parent, content, more = {}) =>
    keep(parent, 'user', { message: { role: 'user', content }, cwd: process.cwd(), gitBranch: null, version: '1.0.0', ...more })
  return {
    id,
    count,
    messages: () => entries.flatMap(messageOf),
    asked(prompt) {
      question = user(null, prompt)
    },
    answered(text, calls, { input, output }) {
      const uses = calls.map(({ id: call, name, args }) => ({ type: 'tool_use', id: call, name, input: args }))
      const content = [...(text === '' ? [] : [{ type: 'text', text }]), ...uses]
      const isLast = calls.length === 0
      const usage = isLast ? { input_tokens: input, output_tokens: output } : { input_tokens: 0, output_tokens: 0 }
      const message = { id: randomUUID(), type: 'message', role: 'assistant', content, model }
      keep(question, 'assistant', { message: { ...message, stop_reason: isLast ? 'STOP' : null, stop_sequence: null, usage } })
    },
    returned({ id: call, name }, output) {
      const content = { functionResponse: { id: call, name, response: { output } } }
      user(entries.at(-1).uuid, [{ tool_use_id: call, type: 'tool_result', content }], {
        toolUseResult: { toolName: name, status: 'success', timestamp: Date.now() },
      })
    },
  }
}

/** A line of the session in the words of the provider. */
function messageOf({ message: { role, content } }) {
  if (typeof content === 'string') return [{ role, content }]
  if (role === 'user')
    return content.map(({ tool_use_id: id, content: { functionResponse } }) => ({
      role: 'tool',
      tool_call_id: id,
      content: functionResponse.response.output,
    }))
  const text = content.filter(({ type }) => type === 'text').map((part) => part.text)
  const calls = content
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name, input }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    }))
  return [{ role, content: text.join(''), ...(calls.length > 0 ? { tool_calls: calls } : {}) }]
}
