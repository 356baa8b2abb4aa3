import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import type { Scene } from '../src/index.ts'

/** The providers' own clients, with no retries of their own: each request is one request. */

export const openai = ({ url }: Scene, apiKey = 'k'): OpenAI => new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 })

export const anthropic = ({ url }: Scene, apiKey = 'k'): Anthropic => new Anthropic({ baseURL: url, apiKey, maxRetries: 0 })

export const gemini = ({ url }: Scene, apiKey = 'k'): GoogleGenAI => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url } })

export async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of stream) items.push(item)
  return items
}
