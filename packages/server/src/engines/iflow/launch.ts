import { Fault } from '../../lib/fault.ts'
import type { EngineLaunch, LaunchRequest, TextFile } from '../engine.ts'
import { requireUuid } from '../session-handle.ts'
import { mergeSettings } from '../settings.ts'
import { wholeOutput } from '../whole-output.ts'
import { baseUrlOf, keyVariable, urlVariable } from './settings.ts'

/** `iflow` without a terminal: the prompt on stdin, settings and skill in the workspace. It has no output but plain words. */
export function iflowLaunch(request: LaunchRequest): EngineLaunch {
  const { prompt, model, resume } = request
  return {
    argv: [...programArgv(request), '--yolo', '-m', model, ...session(resume)],
    env: iflowEnv(request),
    stdin: prompt,
    network: 'host',
    files: [],
    shown: [settingsFile(request), noVariables],
  }
}

const programArgv = ({ program, places }: LaunchRequest): [string, ...string[]] =>
  program.runBy === 'node' ? [places.node, ...wholeOutput, program.path] : [program.path]

const prefix = 'session-'

/** Without an id it would ask a person to choose. */
function session(resume: string | null): string[] {
  if (resume === null) return []
  const id = resume.startsWith(prefix) ? resume.slice(prefix.length) : ''
  return ['--resume', `${prefix}${requireUuid('iflow', id)}`]
}

/** The address goes by the settings: as a variable it would count for more than the name that a gate knows it by. */
function iflowEnv({ env }: LaunchRequest): Record<string, string> {
  const { [urlVariable]: _, ...others } = env
  return { ...others, IFLOW_CLI_NO_RELAUNCH: 'true', TERM: 'xterm-256color', NO_COLOR: '1' }
}

/** Settings of the workspace count for more than those of the home, so they are ours and read-only. */
function settingsFile({ settings, model, env, gate }: LaunchRequest): TextFile {
  const key = keyVariable(settings)
  if (key === null)
    throw new Fault('ENGINE_CONFIG_INVALID', { engine: 'iflow', layer: 'operator', names: ['apiKey'], reason: openKey })
  const url = baseUrlOf(settings, env)
  const address = url === null ? {} : { baseUrl: gate ? gate.nameFor(url) : url }
  const text = JSON.stringify(mergeSettings(settings, { modelName: model, apiKey: `$${key}`, ...address }))
  return { name: '.iflow/settings.json', text }
}

const openKey = 'apiKey holds a key itself. Put the key into a variable of the server and write "$NAME" instead.'

/** It reads variables from the first such file, here or in any folder above: where requests go, for one. Here it finds none. */
const noVariables: TextFile = { name: '.iflow/.env', text: '' }
