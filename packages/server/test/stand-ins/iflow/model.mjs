import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** A call of the model that no retry could save. */
export class GivenUp extends Error {}

/** Of the models that 0.5.19 lists, those that it knows to think; of all others it says that they do not, at each call. */
const thinking = ['glm-4.7', 'deepseek-v3.2-chat', 'glm-5', 'kimi-k2-thinking', 'kimi-k2.5']

export function openModel({ apiKey, baseUrl, model }, { standIn = {} }, tools, print) {
  const { attempts = 5, backoffMs = 5000 } = standIn
  const send = (messages) => request(`${baseUrl}/chat/completions`, apiKey, { model, messages, tools })
  return {
    async call(said) {
      if (!thinking.includes(model)) print.words(`Model ${model} does not support thinking mode\n`)
      const messages = [{ role: 'system', content: systemPrompt() }, ...said]
      for (let attempt = 1; ; attempt += 1) {
        const answer = await send(messages)
        if (answer.problem === undefined) return answer
        if (!answer.isTransient || attempt >= attempts) throw new GivenUp(answer.problem)
        print.aside(`Attempt ${attempt} failed. Retrying with backoff... Error: ${answer.problem}\n`)
        await wait(Math.min(backoffMs * 2 ** (attempt - 1), 30_000))
      }
    },
  }
}

const failed = (words, isTransient) => ({ problem: `generate data error: ${words}`, isTransient })

async function request(url, key, body) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  try {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await response.text()
    const { status } = response
    if (!response.ok) return failed(`HTTP error! status: ${status}, body: ${text}`, status === 429 || status >= 500)
    return answerIn(text) ?? failed('Response format error.', false)
  } catch (error) {
    // What undici says of a server that is not there, or that goes away in the middle.
    return failed(error.message, true)
  }
}

function answerIn(text) {
  try {
    const { choices, usage } = JSON.parse(text)
    const { content, tool_calls: calls = [] } = choices[0].message
    return {
      text: content ?? '',
      calls: calls.map(({ id, function: { name, arguments: args } }) => ({ id, name, args: JSON.parse(args) })),
      usage: { input: usage?.prompt_tokens ?? 0, output: usage?.completion_tokens ?? 0 },
    }
  } catch {
    return null
  }
}

function systemPrompt() {
  const skills = skillsIn('.iflow/skills')
  const list = skills.length === 0 ? '' : ` Skills in .iflow/skills: ${skills.join(', ')}.`
  return `You are iFlow CLI (a stand-in), working in ${process.cwd()}.${list}`
}

function skillsIn(folder) {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
