import type { EngineEvent } from '../../../src/domain/engine-event.ts'

/** What somebody who read the script of the model and the recorded lines expects, with the line of stdout that says it. */
export type Expected = readonly [line: number | 'end', event: Said]

type Said = EngineEvent extends infer Event ? (Event extends EngineEvent ? Omit<Event, 'at'> : never) : never

const refused = '[API Error: 401 Incorrect API key provided: dummy.]'
const answer = 'Done. ```json\n{"status":"ok","result":"result/result.json"}\n```'
const write = { file_path: '/workspace/w/qt/result/result.json', content: '{"ok":true}\n' }
const note = {
  command: "mkdir -p artifacts && printf '# notes\\n' > artifacts/notes.md && ls -R artifacts",
  description: 'make notes',
}

/** All of them, by version 0.15.10. */
export const byHand: Readonly<Record<string, readonly Expected[]>> = {
  // It calls that a success and ends with 0, but nothing was read or written by a model.
  'err-401': [
    [1, { type: 'session', handle: 'ae0b421a-415d-40fa-a6db-f58227a41321' }],
    [1, { type: 'turn', phase: 'started', reason: null }],
    [2, { type: 'notice', code: 'ENGINE_ERROR_REPORTED', message: refused }],
    [3, { type: 'usage', input: 0, output: 0, cached: 0, costUsd: null }],
    [3, { type: 'turn', phase: 'failed', reason: refused }],
  ],
  'tools-stream': [
    [1, { type: 'session', handle: 'c220c6ec-3699-4638-b6b9-30c7d7d586da' }],
    [1, { type: 'turn', phase: 'started', reason: null }],
    [2, { type: 'reasoning', text: 'Planning: I will write files' }],
    [3, { type: 'message', text: 'Writing the result file.', final: false }],
    [4, starts('call_1', 'write_file', write)],
    [5, ends('completed', 'call_1', 'write_file', `Successfully created and wrote to new file: ${write.file_path}.`)],
    [6, starts('call_2', 'run_shell_command', note)],
    [7, ends('completed', 'call_2', 'run_shell_command', 'artifacts:\nnotes.md')],
    [8, starts('call_3', 'read_file', { file_path: '/workspace/w/qt/does-not-exist.txt' })],
    [8, starts('call_4', 'list_directory', { dir_path: '/workspace/w/qt' })],
    [9, ends('failed', 'call_3', 'read_file', 'File not found: /workspace/w/qt/does-not-exist.txt')],
    [10, ends('failed', 'call_4', 'list_directory', "params must have required property 'path'")],
    [11, { type: 'message', text: answer, final: true }],
    [12, { type: 'usage', input: 400, output: 80, cached: 0, costUsd: null }],
    [12, { type: 'turn', phase: 'completed', reason: null }],
  ],
}

function starts(id: string, name: string, input: unknown): Said {
  return { type: 'tool', phase: 'started', id, name, input, output: null, exitCode: null }
}

function ends(phase: 'completed' | 'failed', id: string, name: string, output: string): Said {
  return { type: 'tool', phase, id, name, input: null, output, exitCode: null }
}
