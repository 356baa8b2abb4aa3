import type { SettingsCheck, SettingsProblem } from '../engine.ts'
import { claudeEnv } from './launch.ts'

/** Of a file in which anything does not fit it ignores everything, without a word; only its doctor tells. */
export const claudeSettingsCheck: SettingsCheck = {
  launch: (request) => ({
    argv: [request.program.path, 'doctor'],
    env: { ...claudeEnv(request), NO_COLOR: '1' },
    stdin: null,
    files: [{ name: '.claude/settings.json', text: JSON.stringify(request.settings) }],
    shown: [],
  }),
  problem: ({ stdout }) => problemIn(stdout),
}

/** Its complaints without the path of the file, which is ours. */
function problemIn(printed: string): SettingsProblem | null {
  const [, list = ''] = /^Invalid settings\n((?:- .*\n?)+)/m.exec(printed) ?? []
  const complaints = [...list.matchAll(/^- \S+ › ([^:\n]+): (.*)$/gm)]
  if (complaints.length === 0) return null
  return {
    names: complaints.map(([, name = '']) => name),
    reason: complaints.map(([, name, words]) => `${name}: ${words}`).join('\n'),
  }
}
