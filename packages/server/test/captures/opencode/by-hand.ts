import type { EngineEvent } from '../../../src/domain/engine-event.ts'
import { answers, says, session, turnCompleted, turnFailed, turnStarted } from '../../support/said.ts'

/** What somebody who read the script of the model and the recorded lines expects, with the line that says it. */
export type Expected = readonly [line: number, event: Said]

/** `raw`: the line stays as it is, and nobody expected more. */
export type Said = 'raw' | (EngineEvent extends infer Event ? (Event extends EngineEvent ? Omit<Event, 'at'> : never) : never)

export interface ByHand {
  readonly stdout: readonly Expected[]
  /** Without it every line is raw. */
  readonly stderr?: readonly Expected[]
}

const fortyTwo = '{"ok": true, "answer": 42}'
const writeResult = (folder: string) => ({ filePath: `${folder}/result/result.json`, content: '{"ok":true}\n' })
const makeNotes = {
  command: "mkdir -p artifacts && printf '# notes\\n' > artifacts/notes.md && ls -R artifacts",
  description: 'make notes',
}
const done = 'Done. ```json\n{"status":"ok","result":"result/result.json"}\n```'

export const byHand: Readonly<Record<string, ByHand>> = {
  'with-title': { stdout: oneAnswer('ses_e22c8bbbaffe4UhJxw2fgus80q', fortyTwo) },
  'session-turn1': {
    stdout: oneAnswer('ses_e22e04bf5ffejCNIA6Mq0ekvsc', 'The secret word is ZEBRA. Question: which colour?'),
  },
  // The same session as before.
  'session-turn2': { stdout: oneAnswer('ses_e22e04bf5ffejCNIA6Mq0ekvsc', '{"done":true,"colour":"red"}') },
  words: { stdout: oneAnswer('ses_e22e06c8fffeVxOsI0WeVpN5Iv', fortyTwo) },
  'stdin-plus-arg': { stdout: oneAnswer('ses_e22e0993cffesQ8XEx6FudplGg', fortyTwo) },
  'config-content': { stdout: oneAnswer('ses_e22c949a8ffeVHaQa6NPenViRs', fortyTwo) },
  'offline-fresh': { stdout: oneAnswer('ses_e22e212e3ffed0l62EDR2f7nSF', fortyTwo) },
  'net-agentsdir': {
    stdout: [
      [1, session('ses_e22c99d01ffeKwMNHNh3cov6Mp')],
      [1, turnStarted()],
      ...calls(2, 'completed', 'call_1', 'bash', { command: 'sleep 15', description: 'wait' }, '(no output)', 0),
      [3, used(100, 20)],
      [4, 'raw'],
      [5, answers('{"ok":true}')],
      [6, used(100, 20)],
      [6, turnCompleted()],
    ],
  },
  // What was said beside a tool is no answer. A tool that is not there fails, and the turn goes on.
  'tools-thinking': {
    stdout: [
      [1, session('ses_e22e15fa5ffeSiZdhH8aQYA5t7')],
      [1, turnStarted()],
      [2, { type: 'reasoning', text: 'I will write files' }],
      [3, says('Writing the result file.')],
      ...calls(4, 'completed', 'call_1', 'write', writeResult('/workspace/w/ot'), 'Wrote file successfully.', null),
      [5, used(100, 20)],
      [6, 'raw'],
      ...calls(7, 'completed', 'call_2', 'bash', makeNotes, 'artifacts:\nnotes.md\n', 0),
      [8, used(100, 20)],
      [9, 'raw'],
      ...calls(
        10,
        'failed',
        'call_3',
        'read',
        { filePath: '/workspace/w/ot/does-not-exist.txt' },
        'File not found: /workspace/w/ot/does-not-exist.txt',
        null,
      ),
      ...calls(
        11,
        'completed',
        'call_4',
        'glob',
        { pattern: '**/*' },
        [
          '/workspace/w/ot/opencode.json',
          '/workspace/w/ot/artifacts/notes.md',
          '/workspace/w/ot/result/result.json',
          '/workspace/w/ot/opencode.json.tpl',
        ].join('\n'),
        null,
      ),
      [12, used(100, 20)],
      [13, 'raw'],
      [14, answers(done)],
      [15, used(100, 20)],
      [15, turnCompleted()],
    ],
  },
  // The shell is denied, so the call is that of a tool that there is not, and has the name of the one that was meant.
  'perm-ask-deny-auto': {
    stdout: [
      [1, session('ses_e22df3bbfffeRIwEUiDEds98X6')],
      [1, turnStarted()],
      [2, says('Writing the result file.')],
      ...calls(3, 'completed', 'call_1', 'write', writeResult('/workspace/w/op1'), 'Wrote file successfully.', null),
      [4, used(100, 20)],
      [5, 'raw'],
      ...unavailable(6, 'call_2', 'bash', 'edit, glob, grep, invalid, read, skill, task, todowrite, webfetch, write.'),
      [7, used(100, 20)],
      [8, 'raw'],
      ...calls(
        9,
        'failed',
        'call_3',
        'read',
        { filePath: '/workspace/w/op1/does-not-exist.txt' },
        'File not found: /workspace/w/op1/does-not-exist.txt',
        null,
      ),
      ...calls(
        10,
        'completed',
        'call_4',
        'glob',
        { pattern: '**/*' },
        ['/workspace/w/op1/opencode.json', '/workspace/w/op1/result/result.json', '/workspace/w/op1/opencode.json.tpl'].join(
          '\n',
        ),
        null,
      ),
      [11, used(100, 20)],
      [12, 'raw'],
      [13, answers(done)],
      [14, used(100, 20)],
      [14, turnCompleted()],
    ],
  },
  // Within a step a tool may be told of before the words that came before it.
  'question-allow-env': {
    stdout: [
      [1, session('ses_e22def022fferP7nVw95yGjpeI')],
      [1, turnStarted()],
      ...unavailable(2, 'call_1', 'question', 'bash, edit, glob, grep, invalid, read, skill, task, todowrite, webfetch, write.'),
      [3, says('I need to ask.')],
      [4, used(100, 20)],
      [5, 'raw'],
      [6, answers('{"done":true}')],
      [7, used(100, 20)],
      [7, turnCompleted()],
    ],
  },
  'err-401': { stdout: oneError('ses_e22de4bbdffeBwuxtVq6tzBlcY', 'APIError 401: Incorrect API key provided: dummy.') },
  'err-500': { stdout: oneError('ses_e22d7fbabffesD3YSI6Cf2EkBW', 'APIError 500: Internal server error') },
  'bad-provider': {
    stdout: oneError('ses_e22c87666ffefnmJ7qqpYYx8I8', 'UnknownError: Unexpected server error. Check server logs for details.'),
  },
  'bad-config-key': {
    stdout: oneError(
      'ses_e22c85905ffeoqVZxfVoMSGz46',
      'APIError: Cannot connect to API: Unable to connect. Is the computer able to access the url?',
    ),
  },
  'err-malformed': {
    stdout: [
      [1, session('ses_e22dbcdd4ffeZhQXdWFWk30YKl')],
      [1, turnStarted()],
      [
        2,
        turnFailed("UnknownError: JSON parsing failed: Text: {this is not json}.\nError message: JSON Parse error: Expected '}'"),
      ],
    ],
  },
  // Twelve answers without anything in them, and one that ends it after all.
  'err-empty': {
    stdout: [
      [1, session('ses_e22dba33cffesqH0rJiledb5Kp')],
      [1, turnStarted()],
      [2, used(0, 0)],
      ...[3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23].flatMap((line): Expected[] => [
        [line, 'raw'],
        [line + 1, used(0, 0)],
      ]),
      [25, 'raw'],
      [26, answers('script exhausted')],
      [27, used(100, 20)],
      [27, turnCompleted()],
    ],
  },
  // Nothing on stdout: only its log tells that it asks again. The lines before are none of that.
  'err-500-logs': {
    stdout: [],
    stderr: [
      ...Array.from({ length: 24 }, (_, index): Expected => [index + 1, 'raw']),
      [25, reports('AI_APICallError: Internal server error')],
      [26, 'raw'],
      [27, 'raw'],
      [28, reports('AI_APICallError: Internal server error')],
    ],
  },
  // Words on stderr and no session: the exit code tells.
  'session-unknown': { stdout: [] },
  'empty-prompt': { stdout: [] },
  'conc-3': { stdout: [] },
}

function oneAnswer(handle: string, text: string): Expected[] {
  return [
    [1, session(handle)],
    [1, turnStarted()],
    [2, answers(text)],
    [3, used(100, 20)],
    [3, turnCompleted()],
  ]
}

function oneError(handle: string, reason: string): Expected[] {
  return [
    [1, session(handle)],
    [1, turnStarted()],
    [1, turnFailed(reason)],
  ]
}

function used(input: number, output: number): Said {
  return { type: 'usage', input, output, cached: 0, costUsd: null }
}

function reports(message: string): Said {
  return { type: 'notice', code: 'ENGINE_ERROR_REPORTED', message }
}

/** A call is told when it is over, and so both at once. */
function calls(
  line: number,
  phase: 'completed' | 'failed',
  id: string,
  name: string,
  input: unknown,
  output: string,
  exitCode: number | null,
): Expected[] {
  return [
    [line, { type: 'tool', phase: 'started', id, name, input, output: null, exitCode: null }],
    [line, { type: 'tool', phase, id, name, input, output, exitCode }],
  ]
}

function unavailable(line: number, id: string, tool: string, others: string): Expected[] {
  const error = `Model tried to call unavailable tool '${tool}'. Available tools: ${others}`
  return calls(line, 'failed', id, tool, { tool, error }, `The arguments provided to the tool are invalid: ${error}`, null)
}
