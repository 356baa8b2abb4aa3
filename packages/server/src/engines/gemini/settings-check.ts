import type { SettingsCheck, SettingsProblem } from '../engine.ts'
import { geminiEnv, programArgv, settingsFile, trustOf } from './launch.ts'

/** Of settings that do not fit its schema it only warns, and goes on with them. It does so whatever it is asked, so it is asked for little. */
export const geminiSettingsCheck: SettingsCheck = {
  launch: (request) => ({
    argv: [...programArgv(request), '--list-extensions'],
    env: geminiEnv(request),
    stdin: null,
    files: [trustOf(request.places.workspace)],
    shown: [settingsFile(request, {})],
  }),
  problem: ({ stderr }) => problemIn(stderr),
}

/** Its complaint without the path of the file, which is ours, and without the advice at its end. */
function problemIn(stderr: string): SettingsProblem | null {
  const [, reason] = /^Invalid configuration in .*:\n\n([\s\S]*?)\n\nPlease fix the configuration\.$/m.exec(stderr) ?? []
  if (reason === undefined) return null
  return { names: [...reason.matchAll(/^Error in: (.*)$/gm)].map(([, name = '']) => name), reason }
}
