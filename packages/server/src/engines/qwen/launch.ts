import type { EngineLaunch, LaunchRequest, TextFile } from '../engine.ts'
import { requireUuid } from '../session-handle.ts'
import { wholeOutput } from '../whole-output.ts'
import { behindGate, settingsBehindGate } from './hosts.ts'
import { authType } from './settings.ts'

/** `qwen` without a terminal: the prompt on stdin, events on stdout, settings in its private home. */
export function qwenLaunch(request: LaunchRequest): EngineLaunch {
  const { prompt, model, resume, env, gate } = request
  return {
    argv: [...programArgv(request), ...flags(request, model), ...session(resume)],
    env: { ...(gate ? behindGate(env, gate.nameFor) : env), ...qwenEnv(request) },
    stdin: prompt,
    network: 'host',
    files: [settingsFile(request)],
    shown: nothingElse,
  }
}

export const flags = ({ settings, env }: LaunchRequest, model: string): string[] => [
  ...['-m', model, '--auth-type', authType(settings, env)],
  ...['--approval-mode', 'yolo', '-o', 'stream-json'],
]

const session = (resume: string | null): string[] => (resume === null ? [] : ['--resume', requireUuid('qwen', resume)])

/** As its own wrapper starts it: it collects garbage itself when memory runs short. */
const words = ['--expose-gc', ...wholeOutput]

export const programArgv = ({ program, places }: LaunchRequest): [string, ...string[]] =>
  program.runBy === 'node' ? [places.node, ...words, program.path] : [program.path]

export const qwenEnv = ({ places }: LaunchRequest): Record<string, string> => ({
  QWEN_HOME: `${places.home}/.qwen`,
  QWEN_CODE_NO_RELAUNCH: 'true',
  QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
  NO_COLOR: '1',
})

export const settingsFile = ({ settings, gate }: LaunchRequest): TextFile => ({
  name: '.qwen/settings.json',
  text: JSON.stringify(gate ? settingsBehindGate(settings, gate.nameFor) : settings),
})

/** Settings and variables that lie in the workspace would count for more than ours. */
const nothingElse: readonly TextFile[] = [
  { name: '.qwen/settings.json', text: '{}' },
  { name: '.qwen/.env', text: '' },
]
