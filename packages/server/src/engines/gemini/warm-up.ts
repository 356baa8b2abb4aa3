import type { WarmUp } from '../engine.ts'
import { compiledFolder, geminiEnv, programArgv, settingsFile, trustOf } from './launch.ts'

const compiled = new RegExp(`^${compiledFolder.replaceAll('.', '\\.')}/`)

/** A turn that reaches nobody: it leaves the CLI compiled, which every fresh home would have to do first. */
export const geminiWarmUp: WarmUp = {
  launch: (request) => ({
    argv: [...programArgv(request), '-m', 'gemini-2.5-flash', '--approval-mode', 'yolo', '-o', 'stream-json'],
    env: { ...geminiEnv(request), GEMINI_API_KEY: 'nobody', GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:9' },
    stdin: 'Nobody hears this.',
    files: [trustOf(request.places.workspace)],
    shown: [settingsFile({ ...request, env: { GEMINI_API_KEY: 'nobody' } }, { general: { maxAttempts: 1 } })],
  }),
  keeps: compiled,
  // Node puts another file into the place of one that it would write anew.
  isOnlyRead: compiled,
  // Node keeps it in a folder named after its version and the user.
  nameFor: (name, uid) => name.replace(/-\d+(?=\/[^/]+$)/, `-${uid}`),
}
