import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { checkAnswer } from './answers.ts'

/** The official clients of the vendors, with every JSON answer held against openapi.json on its way. */
export const anthropicAt = (url: string, apiKey = 'none', asked: string[] = []): Anthropic =>
  new Anthropic({ baseURL: `${url}/compat/anthropic`, apiKey, fetch: checkedFetch(asked) })

export const openaiAt = (url: string, apiKey = 'none', asked: string[] = []): OpenAI =>
  new OpenAI({ baseURL: `${url}/compat/openai/v1`, apiKey, fetch: checkedFetch(asked) })

/** Every request is noted, those too that a client sends again by itself. */
const checkedFetch =
  (asked: string[]): typeof fetch =>
  async (input, init) => {
    const { pathname } = new URL(String(input))
    const method = init?.method?.toUpperCase() ?? 'GET'
    asked.push(`${method} ${pathname}`)
    const response = await fetch(input, init)
    if (response.headers.get('content-type')?.startsWith('application/json'))
      checkAnswer(method, pathname, response.status, await response.clone().json())
    return response
  }

/** Files as clients of Anthropic send them: the name is the path. */
export const filesOf = (folder: string, files: Readonly<Record<string, string>>): File[] =>
  Object.entries(files).map(([path, text]) => new File([text], `${folder}/${path}`))

export const zipFile = (zip: Buffer, name = 'skill.zip'): File =>
  new File([new Uint8Array(zip)], name, { type: 'application/zip' })
