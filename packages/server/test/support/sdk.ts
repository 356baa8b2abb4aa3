import { SkillRunner, type SkillRunnerOptions } from '@agent-skill-runner/sdk/source'
import { checkAnswer } from './answers.ts'

/** The SDK, with every JSON answer held against openapi.json on its way. */
export const sdkOf = (url: string, options: SkillRunnerOptions = {}): SkillRunner =>
  new SkillRunner({ url, fetch: checkedFetch, ...options })

const checkedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    const { pathname } = new URL(String(input))
    checkAnswer(init?.method ?? 'GET', pathname, response.status, await response.clone().json())
  }
  return response
}
