import type { EngineEvent } from '../../../src/domain/engine-event.ts'

/** What somebody who read the script of the model and the recorded lines expects, with the line of stdout that says it. */
export type Expected = readonly [line: number | 'end', event: Said | 'raw']

type Said = EngineEvent extends infer Event ? (Event extends EngineEvent ? Omit<Event, 'at'> : never) : never

const cut = 'It ended in the middle of its turn.'
const noting = { command: 'mkdir -p artifacts && echo "# notes" > artifacts/notes.md && ls -R', description: 'write notes' }
const notGranted =
  "Claude requested permissions to write to /workspace/workcl/b-write-default/ws/result/result.json, but you haven't granted it yet."
const needsApproval =
  'This Bash command contains multiple operations. The following parts require approval: mkdir -p artifacts, echo "# notes"'
const tooMany =
  "API Error: Claude's response exceeded the 128000 output token maximum. To configure this behavior, set the CLAUDE_CODE_MAX_OUTPUT_TOKENS environment variable."
const refused = 'API Error: Connection refused — a firewall or proxy may be blocking it (ECONNREFUSED)'

export const byHand: Readonly<Record<string, readonly Expected[]>> = {
  'a-plain': [
    ...begins(1, 'd77534c6-c065-4c57-94b4-a1761f5a246e'),
    [2, answers('{"ok":true,"answer":42}')],
    ...completes(3, { input: 110, cached: 10, output: 20, costUsd: 0.0008020000000000001 }),
  ],
  // Pieces of messages are told again as whole ones.
  'a-partial': [
    ...begins(1, 'c55f0c9c-2251-48e2-abaf-5d3375c5b90b'),
    ...raw(2, 3, 4, 5, 6, 7),
    [8, { type: 'reasoning', text: 'let me think' }],
    ...raw(9, 10, 11),
    [12, answers('hello world')],
    ...raw(13, 14, 15),
    ...completes(16, { input: 110, cached: 10, output: 20, costUsd: 0.0008020000000000001 }),
  ],
  // Without a prompt it only complains, on stderr.
  'a-stdin.3': [],
  'b-write-acceptEdits': [
    ...begins(1, '16c359b9-dd7b-4d61-bbdf-2727066fb223'),
    [2, says('Writing.')],
    [3, starts('toolu_0_0', 'Write', writing('b-write-acceptEdits'))],
    [4, starts('toolu_0_1', 'Bash', noting)],
    [
      5,
      ends(
        'toolu_0_0',
        'Write',
        'File created successfully at: /workspace/workcl/b-write-acceptEdits/ws/result/result.json (file state is current in your context — no need to Read it back)',
      ),
    ],
    [6, ends('toolu_0_1', 'Bash', '.:\nartifacts\nresult\n\n./artifacts:\nnotes.md\n\n./result:\nresult.json')],
    [7, answers('{"status":"done"}')],
    ...completes(8, { input: 220, cached: 20, output: 40, costUsd: 0.0016040000000000002 }),
  ],
  // It may not write, says so twice, and goes on.
  'b-write-default': [
    ...begins(1, '5dc92f82-dc74-47df-8e19-a5b682f45d1b'),
    [2, says('Writing.')],
    [3, starts('toolu_0_0', 'Write', writing('b-write-default'))],
    [4, starts('toolu_0_1', 'Bash', noting)],
    [5, reports(notGranted)],
    [6, fails('toolu_0_0', 'Write', notGranted)],
    [7, reports(needsApproval)],
    [8, fails('toolu_0_1', 'Bash', needsApproval)],
    [9, answers('{"status":"done"}')],
    ...completes(10, { input: 220, cached: 20, output: 40, costUsd: 0.0016040000000000002 }),
  ],
  // As root it does not skip permissions: all that it says is on stderr.
  'b-write-dangerous': [],
  // A resumed turn tells what it used itself, though its cost is told as that of the whole session too.
  'c-resume.2': [
    ...begins(1, '754fd194-e0fb-4dbc-be18-8dd59469f745'),
    [2, answers('turn two')],
    ...completes(3, { input: 110, cached: 10, output: 20, costUsd: 0.0008020000000000001 }),
  ],
  'c-resume.5': [
    [1, used({ input: 0, cached: 0, output: 0, costUsd: 0 })],
    [1, failed(`error_during_execution: No conversation found with session ID: 11111111-2222-4333-8444-555555555555`)],
  ],
  // The answer is what the tool was called with.
  'd-schema': [
    ...begins(1, 'b912fa22-ee99-4cb8-820c-ff517c6f42c7'),
    [2, starts('toolu_0_0', 'StructuredOutput', { status: 'ok', n: 1 })],
    [3, ends('toolu_0_0', 'StructuredOutput', 'Structured output provided successfully')],
    [4, answers('{"status":"ok","n":1}')],
    ...completes(4, { input: 110, cached: 10, output: 20, costUsd: 0.0008020000000000001 }),
  ],
  // `--output-format json` prints the result alone.
  'd-output-json.1': [
    [1, answers('{"status":"ok","n":1}')],
    ...completes(1, { input: 110, cached: 10, output: 20, costUsd: 0.0008020000000000001 }),
  ],
  // And `text` prints words.
  'd-output-json.2': [[1, { type: 'unparsed', text: 'all done\n', why: 'it is not a JSON object', tooLong: false }]],
  'd-schema-badschema.1': [],
  'g-400': [
    ...begins(1, 'c1fdf312-e66b-4d08-8c72-8c8c429005d2'),
    [2, reports('API Error: 400 bad thing')],
    ...endsBadly(3, 'api_error 400 unknown: API Error: 400 bad thing'),
  ],
  'g-403': [
    ...begins(1, 'ec00eb0c-e724-4083-bb1a-8fec95b06d01'),
    [2, reports('Failed to authenticate. API Error: 403 no permission')],
    ...endsBadly(3, 'api_error 403 authentication_failed: Failed to authenticate. API Error: 403 no permission'),
  ],
  'g-drop-mid-once': [
    ...begins(1, 'ba781d58-a7f7-47f2-acca-e9ea51081acc'),
    [2, reports('Try 1 of 10 after an error of the provider: unknown')],
    [3, answers('{"status":"done"}')],
    ...completes(4, { input: 220, cached: 20, output: 21, costUsd: 0.001224 }),
  ],
  // SIGINT: exit 0, and a result that says that it failed.
  'g-kill-int-hang': [
    ...begins(1, '1850c51b-9c04-433f-ba56-e292f1c921d9'),
    ...raw(2),
    ...endsBadly(3, 'aborted_streaming: [ede_diagnostic] result_type=user last_content_type=n/a stop_reason=null'),
  ],
  'g-kill-kill-group-tool': [
    ...begins(1, '5b09797b-2008-4c32-bc5e-20be52e95e54'),
    [2, starts('toolu_0_0', 'Bash', { command: 'bash spin.sh 8007', description: 'x' })],
    ['end', failed(cut)],
  ],
  // SIGTERM ends the tool first, and then there is no result.
  'g-kill-term-tool': [
    ...begins(1, '8cfaf998-d994-4090-9cad-a2695d5863c7'),
    [2, starts('toolu_0_0', 'Bash', { command: 'bash spin.sh 8004', description: 'x' })],
    [3, fails('toolu_0_0', 'Bash', 'Exit code 137')],
    ['end', failed(cut)],
  ],
  'g-max-tokens': [
    ...begins(1, '80dd8ece-bbb4-41d3-b511-2e012da5d3b8'),
    [2, says('partial')],
    [3, 'raw'],
    [4, says('partial')],
    [5, 'raw'],
    [6, says('partial')],
    [7, 'raw'],
    [8, says('partial')],
    [9, reports(tooMany)],
    [10, used({ input: 440, cached: 40, output: 80, costUsd: 0.0032080000000000003 })],
    [10, failed(`api_error max_output_tokens: ${tooMany}`)],
  ],
  'g-nokey.1': [
    ...begins(1, '9f69a6ca-525c-4939-b4f4-142b009fb961'),
    [2, reports('Not logged in · Please run /login')],
    ...endsBadly(3, 'api_error authentication_failed: Not logged in · Please run /login'),
  ],
  'g-refused.1': [
    ...begins(1, '2539b16e-80c8-439e-86a7-d05317e6c3de'),
    [2, reports(refused)],
    ...endsBadly(3, `api_error connection_failed: ${refused}`),
  ],
  // A skill comes as words of a user, and is none of the answer.
  'h-skill-tool.1': [
    ...begins(1, 'fa36d4af-a5e5-43c9-bed7-12c998e65f28'),
    [2, starts('toolu_0_0', 'Skill', { skill: 'dot-claude' })],
    [3, ends('toolu_0_0', 'Skill', 'Launching skill: dot-claude')],
    ...raw(4),
    [5, answers('{"status":"done"}')],
    ...completes(6, { input: 220, cached: 20, output: 40, costUsd: 0.0016040000000000002 }),
  ],
  // With --bare something comes before the beginning.
  'h-skills-bare': [
    ...raw(1),
    ...begins(2, 'c12e7fa4-fbb4-421a-a7ec-084ba740a263'),
    [3, answers('ok')],
    ...completes(4, { input: 110, cached: 10, output: 20, costUsd: 0.0008020000000000001 }),
  ],
  // Tools of servers answer in parts.
  'i-mcp.1': [
    ...begins(1, '8c549296-b533-4d42-a04f-742e61ddc9f8'),
    [2, starts('toolu_0_0', 'mcp__probe__echo', { text: 'hi' })],
    [3, ends('toolu_0_0', 'mcp__probe__echo', 'echo: hi env=v1')],
    [4, answers('{"status":"done"}')],
    ...completes(5, { input: 220, cached: 20, output: 40, costUsd: 0.0016040000000000002 }),
  ],
}

function begins(line: number, handle: string): Expected[] {
  return [
    [line, { type: 'session', handle }],
    [line, { type: 'turn', phase: 'started', reason: null }],
  ]
}

interface Used {
  readonly input: number
  readonly cached: number
  readonly output: number
  readonly costUsd: number
}

function used(tokens: Used): Said {
  return { type: 'usage', ...tokens }
}

function completes(line: number, tokens: Used): Expected[] {
  return [
    [line, used(tokens)],
    [line, { type: 'turn', phase: 'completed', reason: null }],
  ]
}

function failed(reason: string): Said {
  return { type: 'turn', phase: 'failed', reason }
}

/** Before anything was used. */
function endsBadly(line: number, reason: string): Expected[] {
  return [
    [line, used({ input: 0, cached: 0, output: 0, costUsd: 0 })],
    [line, failed(reason)],
  ]
}

function says(text: string): Said {
  return { type: 'message', text, final: false }
}

function answers(text: string): Said {
  return { type: 'message', text, final: true }
}

function reports(message: string): Said {
  return { type: 'notice', code: 'ENGINE_ERROR_REPORTED', message }
}

function starts(id: string, name: string, input: unknown): Said {
  return { type: 'tool', phase: 'started', id, name, input, output: null, exitCode: null }
}

function ends(id: string, name: string, output: string): Said {
  return { type: 'tool', phase: 'completed', id, name, input: null, output, exitCode: null }
}

function fails(id: string, name: string, output: string): Said {
  return { type: 'tool', phase: 'failed', id, name, input: null, output, exitCode: null }
}

function raw(...lines: readonly number[]): Expected[] {
  return lines.map((line) => [line, 'raw'])
}

function writing(name: string) {
  return { file_path: `/workspace/workcl/${name}/ws/result/result.json`, content: '{"status":"ok"}' }
}
