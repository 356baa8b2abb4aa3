import type { EngineLaunch, LaunchRequest } from '../engine.ts'
import { requireUuid } from '../session-handle.ts'

/** The prompt on stdin, events on stdout. It asks nobody, so it has no network. */
export function toyLaunch({ program, places, model, prompt, resume, isInteractive }: LaunchRequest): EngineLaunch {
  const command: [string, ...string[]] = program.runBy === 'node' ? [places.node, program.path] : [program.path]
  return {
    argv: [
      ...command,
      ...['--model', model],
      ...(isInteractive ? ['--may-ask'] : []),
      ...(resume === null ? [] : ['--resume', requireUuid('toy', resume)]),
    ],
    env: {},
    stdin: prompt,
    network: 'off',
    files: [],
    shown: [],
  }
}
