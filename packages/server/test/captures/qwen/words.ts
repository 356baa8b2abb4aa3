import type { Expected, Said } from '../../support/by-hand.ts'

export function starting(handle: string): Expected[] {
  return [
    [1, { type: 'session', handle }],
    [1, { type: 'turn', phase: 'started', reason: null }],
  ]
}

export function begins(handle: string): Expected[] {
  return [...starting(handle), [2, 'raw']]
}

/** The provider did not answer, or with a refusal: that is told in the place of the model, and as the reason of the end. */
export function refused(handle: string, words: string): Expected[] {
  return [
    ...begins(handle),
    [3, reports(`[API Error: ${words}]`)],
    [4, used({ input: 0, output: 0 })],
    [4, failed(`[API Error: ${words}]`)],
  ]
}

interface Used {
  readonly input: number
  readonly output: number
  readonly cached?: number
}

export function used({ input, output, cached = 0 }: Used): Said {
  return { type: 'usage', input, output, cached, costUsd: null }
}

export function completes(line: number, tokens: Used): Expected[] {
  return [
    [line, used(tokens)],
    [line, { type: 'turn', phase: 'completed', reason: null }],
  ]
}

export function failed(reason: string): Said {
  return { type: 'turn', phase: 'failed', reason }
}

export function thinks(text: string): Said {
  return { type: 'reasoning', text }
}

export function says(text: string): Said {
  return { type: 'message', text, final: false }
}

export function answers(text: string): Said {
  return { type: 'message', text, final: true }
}

export function reports(message: string): Said {
  return { type: 'notice', code: 'ENGINE_ERROR_REPORTED', message }
}

export function starts(id: string, name: string, input: unknown): Said {
  return { type: 'tool', phase: 'started', id, name, input, output: null, exitCode: null }
}

export function shell(id: string, command: string): Said {
  return starts(id, 'run_shell_command', { command, description: 'does it', is_background: false })
}

export function ends(id: string, name: string, output: string): Said {
  return { type: 'tool', phase: 'completed', id, name, input: null, output, exitCode: null }
}

export function fails(id: string, name: string, output: string): Said {
  return { type: 'tool', phase: 'failed', id, name, input: null, output, exitCode: null }
}

export function notThere(name: string, others: string): string {
  return `Tool "${name}" not found in registry. Tools must use the exact names that are registered. Did you mean one of: ${others}?`
}
