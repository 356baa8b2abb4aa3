import type { ByHand, Said } from '../../support/by-hand.ts'
import { answers, says, session, turnCompleted, turnFailed, turnStarted } from '../../support/said.ts'

const tooManyTurns =
  'Reached max session turns for this session. Increase the number of turns by specifying maxSessionTurns in settings.json.'

const makeNotes = {
  command: "mkdir -p artifacts && printf '# notes\\n' > artifacts/notes.md && ls -R artifacts",
  description: 'make notes',
}

export const byHand: Readonly<Record<string, ByHand>> = {
  'plain-norelaunch': {
    stdout: [
      [1, session('67689f97-9ebc-4f22-87a7-07b37630623f')],
      [2, turnStarted()],
      [3, answers('{"ok": true, "answer": 42}')],
      [4, used(100, 20)],
      [4, turnCompleted()],
    ],
  },
  'session-turn2-resume': {
    stdout: [
      [1, session('f05aa60b-8bdc-4430-9576-f60bac581b54')],
      [2, turnStarted()],
      [3, answers('{"done":true,"colour":"red"}')],
      [4, used(100, 20)],
      [4, turnCompleted()],
    ],
  },
  // The first try is refused with 429: of that there is only a line on stderr.
  'retry-429-ok': {
    stdout: [
      [1, session('ecfa0ce8-0910-422a-b70c-900965030aa6')],
      [2, turnStarted()],
      [3, answers('recovered')],
      [4, used(100, 20)],
      [4, turnCompleted()],
    ],
    stderr: [
      [[1, 2], 'raw'],
      [3, notice('ENGINE_ERROR_REPORTED', 'Attempt 1 failed: Resource exhausted, please retry in 1s')],
      [[4, 4], 'raw'],
    ],
  },
  // What the model said before it was cut off is never told.
  'retry-cut': {
    stdout: [
      [1, session('8763e757-6137-48f7-9624-a33560f7f4ae')],
      [2, turnStarted()],
      [3, answers('second try')],
      [4, used(100, 20)],
      [4, turnCompleted()],
    ],
    stderr: [
      [[1, 2], 'raw'],
      [
        3,
        notice(
          'ENGINE_ERROR_REPORTED',
          'Attempt 1 failed. Retrying with backoff... Error: exception TypeError: fetch failed sending request',
        ),
      ],
      [[4, 13], 'raw'],
    ],
  },
  // The answer comes in three pieces; what was said before the first tool is no answer. The thought of the model is not printed.
  'tools-yolo-stream': {
    stdout: [
      [1, session('925cd281-2acb-4bfa-b459-8ee18cf3c780')],
      [2, turnStarted()],
      [3, says('Writing the result file.')],
      [4, starts('write_file__call_1', 'write_file', writeResult('/workspace/w/gt'))],
      [5, completes('write_file__call_1', 'write_file', null)],
      [6, starts('run_shell_command__call_2', 'run_shell_command', makeNotes)],
      [7, completes('run_shell_command__call_2', 'run_shell_command', 'artifacts:\nnotes.md')],
      [8, starts('read_file__call_3', 'read_file', { file_path: '/workspace/w/gt/does-not-exist.txt' })],
      [9, starts('list_directory__call_4', 'list_directory', { dir_path: '/workspace/w/gt' })],
      [10, fails('read_file__call_3', 'read_file', 'File not found.')],
      [11, completes('list_directory__call_4', 'list_directory', null)],
      [[12, 14], answers('Done. ```json\n{"status":"ok","result":"result/result.json"}\n```')],
      [15, used(400, 80)],
      [15, turnCompleted()],
    ],
  },
  // Tools that were not approved are not even declared: the model calls them, and is told that there are none.
  'tools-default-stream': {
    stdout: [
      [1, session('1def1b8c-859f-4cd5-ad57-f16722eabe00')],
      [2, turnStarted()],
      [3, says('Writing the result file.')],
      [4, starts('write_file__call_1', 'write_file', writeResult('/workspace/w/gt'))],
      [5, fails('write_file__call_1', 'write_file', noTool('write_file', '"read_file", "update_topic", "grep_search"'))],
      [6, starts('run_shell_command__call_2', 'run_shell_command', makeNotes)],
      [
        7,
        fails(
          'run_shell_command__call_2',
          'run_shell_command',
          noTool('run_shell_command', '"update_topic", "grep_search", "invoke_agent"'),
        ),
      ],
      [8, starts('read_file__call_3', 'read_file', { file_path: '/workspace/w/gt/does-not-exist.txt' })],
      [9, starts('list_directory__call_4', 'list_directory', { dir_path: '/workspace/w/gt' })],
      [10, fails('read_file__call_3', 'read_file', 'File not found.')],
      [11, completes('list_directory__call_4', 'list_directory', 'Directory is empty.')],
      [[12, 14], answers('Done. ```json\n{"status":"ok","result":"result/result.json"}\n```')],
      [15, used(400, 80)],
      [15, turnCompleted()],
    ],
  },
  'max-turns': {
    stdout: [
      [1, session('0e9bec6c-bbf8-4443-afa1-370bcfaba13e')],
      [2, turnStarted()],
      [3, says('Writing the result file.')],
      [4, starts('write_file__call_1', 'write_file', writeResult('/workspace/w/gh2'))],
      [5, completes('write_file__call_1', 'write_file', null)],
      [6, starts('run_shell_command__call_2', 'run_shell_command', makeNotes)],
      [7, completes('run_shell_command__call_2', 'run_shell_command', 'artifacts:\nnotes.md')],
      [8, used(200, 40)],
      [8, turnFailed(tooManyTurns)],
    ],
  },
  'err-401-stream-json': {
    stdout: [
      [1, session('92f7293d-ec0e-4540-963c-2c459a76aef0')],
      [2, turnStarted()],
      [3, used(0, 0)],
      [
        3,
        turnFailed(
          '[API Error: {"error":{"code":401,"message":"API key not valid. Please pass a valid API key.","status":"UNAUTHENTICATED"}}]',
        ),
      ],
    ],
  },
  'err-429-stream-json': {
    stdout: [
      [1, session('1a364778-ac5d-4af7-a057-958193daf484')],
      [2, turnStarted()],
      [3, used(0, 0)],
      [
        3,
        turnFailed(
          '[API Error: You exceeded your current quota, please check your plan and billing details.]\nPlease wait and try again later. To increase your limits, request a quota increase through AI Studio, or switch to another /auth method',
        ),
      ],
    ],
    stderr: [
      [[1, 2], 'raw'],
      [
        3,
        notice(
          'ENGINE_ERROR_REPORTED',
          'Attempt 1 failed: You exceeded your current quota, please check your plan and billing details.. Max attempts reached',
        ),
      ],
      [[4, 22], 'raw'],
    ],
  },
  'err-malformed-stream-json': {
    stdout: [
      [1, session('1978f133-1dc2-4fc1-9148-dd45461a2748')],
      [2, turnStarted()],
      [3, used(0, 0)],
      [3, turnFailed("[API Error: Expected property name or '}' in JSON at position 1]")],
    ],
  },
  // It exits with 0, and its result has no error: the event before it says why.
  'err-empty-stream-json': {
    stdout: [
      [1, session('3eeaec13-0193-4bd0-8ba6-230ce101f098')],
      [2, turnStarted()],
      [3, notice('ENGINE_ERROR_REPORTED', 'Model stream ended without a finish reason.')],
      [4, used(0, 0)],
      [4, turnFailed('Model stream ended without a finish reason.')],
    ],
  },
  // SIGTERM while a tool runs: exit code 0, and no result.
  'sigtool-SIGTERM-g': {
    stdout: [
      [1, session('13dfeab4-91b3-4d61-9416-8d914d9dbd43')],
      [2, turnStarted()],
      [3, says('Running a long command.')],
      [4, starts('run_shell_command__call_1', 'run_shell_command', { command: 'sleep 77327' })],
      ['end', turnFailed('It ended in the middle of its turn.')],
    ],
  },
  // Killed while the model said nothing.
  'sigterm-launcher-hang': {
    stdout: [
      [1, session('b546b4ba-1598-446e-8988-ea74ca6a2335')],
      [2, turnStarted()],
      ['end', turnFailed('It ended in the middle of its turn.')],
    ],
  },
  // `-o json`: the response is only what was said after the last tool.
  'tools-yolo-json': {
    stdout: [
      [[1, 107], fallback()],
      [[1, 107], session('7cafbfd1-fb86-4ba6-9943-b08c6008de50')],
      [[1, 107], answers('Done. ```json\n{"status":"ok","result":"result/result.json"}\n```')],
      [[1, 107], used(400, 80)],
      [[1, 107], turnCompleted()],
    ],
  },
  // No model was named: what the router used is counted too, once by its role and once in the sum.
  'plain-json-router': {
    stdout: [
      [[1, 72], fallback()],
      [[1, 72], session('651559e7-4cad-4ffe-8744-09b350147611')],
      [[1, 72], answers('{"ok": true, "answer": 42}')],
      [[1, 72], used(200, 40)],
      [[1, 72], turnCompleted()],
    ],
  },
  // A failure is told on stderr, behind the stack of an error, whose last lines look like an object.
  'err-400key-json': {
    stdout: [],
    stderr: [
      [[1, 15], 'raw'],
      [[16, 23], session('ca333221-069b-4895-ba27-b6a4dd79f666')],
      [
        [16, 23],
        turnFailed(
          '{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"googleapis.com"}]}}',
        ),
      ],
    ],
  },
  'err-429-json': {
    stdout: [],
    stderr: [
      [[1, 2], 'raw'],
      [
        3,
        notice(
          'ENGINE_ERROR_REPORTED',
          'Attempt 1 failed: You exceeded your current quota, please check your plan and billing details.. Max attempts reached',
        ),
      ],
      [[4, 22], 'raw'],
      [[23, 30], session('8527e23f-adef-4948-88f1-6561883f7940')],
      [[23, 30], turnFailed('You exceeded your current quota, please check your plan and billing details.')],
    ],
  },
  // The same document twice: it failed once.
  'max-turns-json': {
    stdout: [],
    stderr: [
      [[1, 4], 'raw'],
      [[5, 12], session('7637c897-0965-4b07-9ae7-6f83ca3a7981')],
      [[5, 12], turnFailed(tooManyTurns)],
      [[13, 20], 'raw'],
    ],
  },
  'system-settings': {
    stdout: [],
    stderr: [
      [[1, 3], 'raw'],
      [[4, 11], session('4ba203b1-ff55-43df-b10f-e2264de13881')],
      [[4, 11], turnFailed('Invalid auth method selected.')],
    ],
  },
  // `-o text`: the answer stands on stdout, where the output chain finds it because nothing there was understood.
  'plain-text': { stdout: [[1, 'raw']] },
  'session-list': { stdout: [[[1, 4], 'raw']] },
  // Nothing but words on stderr: the exit code tells.
  'no-key': { stdout: [] },
  'trust-denied': { stdout: [] },
}

function used(input: number, output: number): Said {
  return { type: 'usage', input, output, cached: 0, costUsd: null }
}

function starts(id: string, name: string, input: unknown): Said {
  return { type: 'tool', phase: 'started', id, name, input, output: null, exitCode: null }
}

function completes(id: string, name: string, output: string | null): Said {
  return { type: 'tool', phase: 'completed', id, name, input: null, output, exitCode: null }
}

function fails(id: string, name: string, output: string): Said {
  return { type: 'tool', phase: 'failed', id, name, input: null, output, exitCode: null }
}

function writeResult(folder: string): unknown {
  return { file_path: `${folder}/result/result.json`, content: '{"ok":true}\n' }
}

function noTool(name: string, others: string): string {
  return `Tool "${name}" not found. Did you mean one of: ${others}?`
}

function notice(code: 'ENGINE_ERROR_REPORTED' | 'GEMINI_STREAM_JSON_FALLBACK_USED', message: string): Said {
  return { type: 'notice', code, message }
}

function fallback(): Said {
  return notice('GEMINI_STREAM_JSON_FALLBACK_USED', 'It printed one JSON document where stream-json was asked for.')
}
