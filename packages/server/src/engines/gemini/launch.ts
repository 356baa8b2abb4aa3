import type { EngineLaunch, LaunchRequest, TextFile } from '../engine.ts'
import { requireUuid } from '../session-handle.ts'
import { mergeSettings, type Settings } from '../settings.ts'
import { wholeOutput } from '../whole-output.ts'
import { behindGate } from './hosts.ts'
import { keepKey } from './keep-key.ts'
import { authType } from './settings.ts'

/** `gemini` without a terminal: the prompt on stdin, events on stdout, settings beside the workspace. */
export function geminiLaunch(request: LaunchRequest): EngineLaunch {
  const { prompt, model, resume, env, places, gate } = request
  return {
    argv: [...programArgv(request), '-m', model, '--approval-mode', 'yolo', '-o', 'stream-json', ...session(resume)],
    env: { ...(gate ? behindGate(env, gate.nameFor) : env), ...geminiEnv(request) },
    stdin: prompt,
    network: 'host',
    files: [trustOf(places.workspace)],
    shown: [settingsFile(request, {}), noVariables],
  }
}

const session = (resume: string | null): string[] => (resume === null ? [] : ['--resume', requireUuid('gemini', resume)])

export const programArgv = ({ program, places }: LaunchRequest): [string, ...string[]] =>
  program.runBy === 'node' ? [places.node, ...keepKey, ...wholeOutput, program.path] : [program.path]

/** Where Node keeps what it has compiled: a quarter of the CLI's own time goes into compiling. */
export const compiledFolder = '.cache/compiled'

/** One process instead of two: the first of two ignores the signals that should end it. */
export const geminiEnv = ({ places }: LaunchRequest): Record<string, string> => ({
  NODE_COMPILE_CACHE: `${places.home}/${compiledFolder}`,
  GEMINI_CLI_HOME: places.home,
  GEMINI_CLI_NO_RELAUNCH: 'true',
  TERM: 'xterm-256color',
  NO_COLOR: '1',
})

/** Without it the CLI ignores the settings that lie in the workspace. */
export const trustOf = (workspace: string): TextFile => ({
  name: '.gemini/trustedFolders.json',
  text: JSON.stringify({ [workspace]: 'TRUST_FOLDER' }),
})

export const settingsFile = ({ settings, env }: LaunchRequest, more: Settings): TextFile => ({
  name: '.gemini/settings.json',
  text: JSON.stringify(
    mergeSettings(mergeSettings(settings, { security: { auth: { selectedType: authType(settings, env) } } }), more),
  ),
})

/** It reads variables from the first of these that it finds, here or in any folder above: where requests go, for one. Here it finds none. */
export const noVariables: TextFile = { name: '.gemini/.env', text: '' }
