import type { EngineLaunch, LaunchRequest } from '../engine.ts'
import { requireName } from '../session-handle.ts'
import { replayFolder } from './sources.ts'

const scriptName = 'replay.json'

/** The player with its script, or with the folder of a recorded run. It needs nobody, so it has no network. */
export function replayLaunch({ prompt, model, script, program, places, resume }: LaunchRequest): EngineLaunch {
  const source = script === null ? `${places.skill}/${replayFolder}/${model}` : `${places.home}/${scriptName}`
  return {
    argv: [places.node, program.path, source, ...(resume === null ? [] : ['--resume', requireName('replay', resume)])],
    env: {},
    stdin: prompt,
    network: 'off',
    files: script === null ? [] : [{ name: scriptName, text: script }],
    shown: [],
  }
}
