import type { EngineEvent } from '../../../src/domain/engine-event.ts'
import { answers, says, session, turnCompleted, turnFailed, turnStarted } from '../../support/said.ts'

/** What somebody who read the script of the model and the recorded lines expects, with the line of stdout that says it. */
export type Expected = readonly [line: number | 'end', event: Said]

type Said = EngineEvent extends infer Event ? (Event extends EngineEvent ? Omit<Event, 'at'> : never) : never

export const byHand: Readonly<Record<string, readonly Expected[]>> = {
  'a-plain': [
    [1, session('01a1dd0b-8d43-7e13-8c57-0b3bb796fcee')],
    [2, warns(noMetadata('scripted-model'))],
    [3, turnStarted()],
    [4, answers('{"ok":true,"answer":42}')],
    [5, used({ input: 100, cached: 10, output: 20 })],
    [5, turnCompleted()],
  ],
  'a-reasoning': [
    [1, session('01a1dd0b-9a5b-7682-95e3-35d2e2dbcbb5')],
    [2, warns(noMetadata('scripted-model'))],
    [3, turnStarted()],
    [4, { type: 'reasoning', text: '**Thinking** about it' }],
    [5, says('working on it')],
    [6, starts('item_3', 'shell', { command: "/bin/bash -lc 'echo hi'" })],
    [7, completes('item_3', 'shell', { command: "/bin/bash -lc 'echo hi'" }, 'hi\n', 0)],
    [8, answers('done')],
    [9, used({ input: 201, cached: 20, output: 40 })],
    [9, turnCompleted()],
  ],
  // The model asks for a shell command; Codex takes the patch out of it.
  'b-apply-patch-shell': [
    [1, session('01a1dd0c-a4d1-71c2-9e18-48f7fd0bb240')],
    [2, warns(noMetadata('scripted-model'))],
    [3, turnStarted()],
    [4, starts('item_1', 'apply_patch', patch('b-apply-patch-shell', 'add'))],
    [5, completes('item_1', 'apply_patch', patch('b-apply-patch-shell', 'add'))],
    [6, answers('{"status":"done"}')],
    [7, used({ input: 201, cached: 20, output: 40 })],
    [7, turnCompleted()],
  ],
  // The model calls a tool with arguments that do not fit: of that there is only a line on stderr.
  'b-bad-args': [
    [1, session('01a1dd0c-9bf1-7df1-b00f-e57cb3be39e1')],
    [2, warns(noMetadata('scripted-model'))],
    [3, turnStarted()],
    [4, answers('{"status":"done"}')],
    [5, used({ input: 201, cached: 20, output: 40 })],
    [5, turnCompleted()],
  ],
  'b-fail-cmd-ws': [
    [1, session('01a1dd0c-8ad8-7b22-a12f-ecd8483b5a8e')],
    [2, warns(noMetadata('scripted-model'))],
    [3, turnStarted()],
    [4, starts('item_1', 'shell', { command: "/bin/bash -lc 'echo out; echo err >&2; exit 3'" })],
    [5, fails('item_1', 'shell', { command: "/bin/bash -lc 'echo out; echo err >&2; exit 3'" }, 'out\nerr\n', 3)],
    [6, answers('{"status":"done"}')],
    [7, used({ input: 201, cached: 20, output: 40 })],
    [7, turnCompleted()],
  ],
  // The command is still running when the turn completes: nobody tells how it ended.
  'b-long-cmd': [
    [1, session('01a1dd0c-9ef2-7ff0-bf02-f6ba70c71025')],
    [2, warns(noMetadata('scripted-model'))],
    [3, turnStarted()],
    [4, starts('item_1', 'shell', { command: "/bin/bash -lc 'echo start; sleep 1.5; echo end'" })],
    [5, answers('{"status":"done"}')],
    [6, used({ input: 303, cached: 30, output: 60 })],
    [6, turnCompleted()],
  ],
  'b-parallel': [
    [1, session('01a1dd0c-91f5-7f21-aebb-f9b532c3aeb6')],
    [2, warns(noMetadata('scripted-model'))],
    [3, turnStarted()],
    [4, starts('item_1', 'shell', { command: "/bin/bash -lc 'echo two'" })],
    [5, completes('item_1', 'shell', { command: "/bin/bash -lc 'echo two'" }, 'two\n', 0)],
    [6, starts('item_2', 'shell', { command: "/bin/bash -lc 'sleep 0.3; echo one'" })],
    [7, completes('item_2', 'shell', { command: "/bin/bash -lc 'sleep 0.3; echo one'" }, 'one\n', 0)],
    [8, answers('{"status":"done"}')],
    [9, used({ input: 201, cached: 20, output: 40 })],
    [9, turnCompleted()],
  ],
  // The list completes after the answer, which is the answer all the same.
  'b-plan': [
    [1, session('01a1dd27-a587-70e1-acea-7d35537fbbe8')],
    [2, turnStarted()],
    [3, starts('item_0', 'todo_list', todo({ one: false, two: false }))],
    [
      4,
      {
        type: 'unparsed',
        text: '{"type":"item.updated","item":{"id":"item_0","type":"todo_list","items":[{"text":"one","completed":true},{"text":"two","completed":false}]}}\n',
        why: null,
        tooLong: false,
      },
    ],
    [5, answers('{"status":"done"}')],
    [6, completes('item_0', 'todo_list', todo({ one: true, two: false }))],
    [7, used({ input: 303, cached: 30, output: 60 })],
    [7, turnCompleted()],
  ],
  'b-subagent': [
    [1, session('01a1dd27-227e-7a71-be30-d0ea39a347ba')],
    [2, warns(noMetadata('scripted-model'))],
    [3, turnStarted()],
    [4, starts('item_1', 'spawn_agent', { prompt: 'do a subtask', receiver_thread_ids: [] })],
    [
      5,
      completes(
        'item_1',
        'spawn_agent',
        { prompt: 'do a subtask', receiver_thread_ids: ['01a1dd27-2311-7f41-8462-750493a43fa9'] },
        '{"01a1dd27-2311-7f41-8462-750493a43fa9":{"status":"pending_init","message":null}}',
      ),
    ],
    [6, answers('subagent or parent text')],
    [7, used({ input: 201, cached: 20, output: 40 })],
    [7, turnCompleted()],
  ],
  'b-two-messages': [
    [1, session('01a1dd0c-afc9-74a3-8911-7d20026e9eb0')],
    [2, warns(noMetadata('scripted-model'))],
    [3, turnStarted()],
    [4, says('first')],
    [5, answers('second')],
    [6, used({ input: 100, cached: 10, output: 20 })],
    [6, turnCompleted()],
  ],
  // Resumed with another model, and read-only again: the refused command is in no event.
  'c-resume-inherit.2': [
    [1, session('01a1dd2f-d44b-7372-9e79-f50ff273074f')],
    [
      2,
      warns(
        'This session was recorded with model `model-a` but is resuming with `scripted-model`. Consider switching back to `model-a` as it may affect Codex performance.',
      ),
    ],
    [3, warns(noMetadata('scripted-model'))],
    [4, turnStarted()],
    [5, answers('{"status":"done"}')],
    [6, used({ input: 303, cached: 30, output: 60 })],
    [6, turnCompleted()],
  ],
  // It ends before it begins: all that it says is on stderr.
  'c-resume-unknown': [],
  'e-missing-key': [
    [1, session('01a1dd1e-5a91-7531-ba10-192682e773d7')],
    [2, warns(noMetadata('scripted-model'))],
    [3, turnStarted()],
    [4, warns('Missing environment variable: `MOCK_API_KEY`.')],
    [5, turnFailed('Missing environment variable: `MOCK_API_KEY`.')],
  ],
  // Two patches and a command; the patch of a file that is not there is in no event.
  'e-model-gpt-5.5': [
    [1, session('01a1dd26-8ff7-79b1-a998-f83576fb2795')],
    [2, turnStarted()],
    [3, starts('item_0', 'apply_patch', patch('e-model-gpt-5.5', 'add'))],
    [4, completes('item_0', 'apply_patch', patch('e-model-gpt-5.5', 'add'))],
    [5, starts('item_1', 'apply_patch', patch('e-model-gpt-5.5', 'update'))],
    [6, completes('item_1', 'apply_patch', patch('e-model-gpt-5.5', 'update'))],
    [7, starts('item_2', 'shell', writing())],
    [
      8,
      completes('item_2', 'shell', writing(), '.:\nartifacts\nresult\n\n./artifacts:\nnotes.md\n\n./result:\nresult.json\n', 0),
    ],
    [9, answers('{"status":"done"}')],
    [10, used({ input: 721, cached: 70, output: 140 })],
    [10, turnCompleted()],
  ],
  'e-openai-base-url.1': [
    [1, session('01a1dd17-96c1-7542-b597-a5efac0f0f81')],
    [2, warns(noMetadata('gpt-5.2'))],
    [3, turnStarted()],
    [4, warns(`Reconnecting... 2/5 (${noWebSocket()})`)],
    [5, warns(`Reconnecting... 3/5 (${noWebSocket()})`)],
    [6, warns(`Reconnecting... 4/5 (${noWebSocket()})`)],
    [7, warns(`Reconnecting... 5/5 (${noWebSocket()})`)],
    [8, warns(`Falling back from WebSockets to HTTPS transport. ${noWebSocket()}`)],
    [9, answers('ok')],
    [10, used({ input: 100, cached: 10, output: 20 })],
    [10, turnCompleted()],
  ],
  'f-legacy-landlock': [
    [1, session('01a1dd0c-7083-71b0-aa59-8ad78f5295f0')],
    [
      2,
      warns(
        '`[features].use_legacy_landlock` is deprecated and will be removed soon. (Remove this setting to stop opting into the legacy Linux sandbox behavior.)',
      ),
    ],
    [3, warns(noMetadata('scripted-model'))],
    [4, turnStarted()],
    [
      5,
      starts('item_2', 'shell', {
        command: "/bin/bash -lc 'echo x > ../outside.txt; echo rc=$?; echo y > inside.txt; echo rc=$?'",
      }),
    ],
    [
      6,
      fails(
        'item_2',
        'shell',
        { command: "/bin/bash -lc 'echo x > ../outside.txt; echo rc=$?; echo y > inside.txt; echo rc=$?'" },
        "\nthread 'main' (14688) panicked at linux-sandbox/src/linux_run_main.rs:385:9:\nfilesystem-restricted execution requires bubblewrap to isolate app-server sockets\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
        101,
      ),
    ],
    [7, answers('{"status":"done"}')],
    [8, used({ input: 201, cached: 20, output: 40 })],
    [8, turnCompleted()],
  ],
  'g-401': [
    [1, session('01a1dd20-28e1-7450-a2c7-cfffacf7ed0b')],
    [2, warns(noMetadata('scripted-model'))],
    [3, turnStarted()],
    [4, warns(`Reconnecting... 1/5 (${unauthorized()})`)],
    [5, warns(`Reconnecting... 2/5 (${unauthorized()})`)],
    [6, warns(`Reconnecting... 3/5 (${unauthorized()})`)],
    [7, warns(`Reconnecting... 4/5 (${unauthorized()})`)],
    [8, warns(`Reconnecting... 5/5 (${unauthorized()})`)],
    [9, warns(unauthorized())],
    [10, turnFailed(unauthorized())],
  ],
  // The apostrophe is three bytes.
  'g-500': [
    [1, session('01a1dd20-9d3d-7630-a879-c4b625863127')],
    [2, warns(noMetadata('scripted-model'))],
    [3, turnStarted()],
    [4, warns('Reconnecting... 1/5 (We’re currently experiencing high demand, which may cause temporary errors.)')],
    [5, warns('Reconnecting... 2/5 (We’re currently experiencing high demand, which may cause temporary errors.)')],
    [6, warns('Reconnecting... 3/5 (We’re currently experiencing high demand, which may cause temporary errors.)')],
    [7, warns('Reconnecting... 4/5 (We’re currently experiencing high demand, which may cause temporary errors.)')],
    [8, warns('Reconnecting... 5/5 (We’re currently experiencing high demand, which may cause temporary errors.)')],
    [9, warns('We’re currently experiencing high demand, which may cause temporary errors.')],
    [10, turnFailed('We’re currently experiencing high demand, which may cause temporary errors.')],
  ],
  'g-drop-once': [
    [1, session('01a1dd21-9f23-7130-9fbf-188769e2108a')],
    [2, warns(noMetadata('scripted-model'))],
    [3, turnStarted()],
    [
      4,
      warns(
        'Reconnecting... 1/5 (stream disconnected before completion: Transport error: network error: error decoding response body)',
      ),
    ],
    [5, answers('{"status":"done"}')],
    [6, used({ input: 101, cached: 10, output: 20 })],
    [6, turnCompleted()],
  ],
  // A turn may complete without a word.
  'g-empty': [
    [1, session('01a1dd21-c92d-7e42-89da-18087da625ec')],
    [2, warns(noMetadata('scripted-model'))],
    [3, turnStarted()],
    [4, used({ input: 100, cached: 10, output: 20 })],
    [4, turnCompleted()],
  ],
  'g-kill-term-group-tool': [
    [1, session('01a1dd24-7b98-73e3-aeb6-90bf2ebac026')],
    [2, warns(noMetadata('scripted-model'))],
    [3, turnStarted()],
    [4, starts('item_1', 'shell', { command: "/bin/bash -lc 'sleep 7011'" })],
    ['end', turnFailed('It ended in the middle of its turn.')],
  ],
  'g-refused-default.1': [
    [1, session('01a1dd22-3043-75b1-a36d-f167c02570eb')],
    [2, warns(noMetadata('scripted-model'))],
    [3, turnStarted()],
    [4, warns('Reconnecting... waiting for network (Connection failed: error sending request)')],
    [5, warns('Reconnecting... waiting for network (Connection failed: error sending request)')],
    [6, warns('Reconnecting... waiting for network (Connection failed: error sending request)')],
    [7, warns('Reconnecting... waiting for network (Connection failed: error sending request)')],
    ['end', turnFailed('It ended in the middle of its turn.')],
  ],
  // The third tool answered that it failed: that is no error of the call, but the call failed.
  'i-mcp-bypass': [
    [1, session('01a1dd1e-f119-7790-8080-f52f8866c5f0')],
    [2, warns(noMetadata('scripted-model'))],
    [3, turnStarted()],
    [4, starts('item_1', 'probe.echo', { text: 'hi' })],
    [5, completes('item_1', 'probe.echo', { text: 'hi' }, 'echo: hi env=v1')],
    [6, starts('item_2', 'probe.peek', {})],
    [7, completes('item_2', 'probe.peek', {}, 'echo: peek env=v1')],
    [8, starts('item_3', 'probe.echo', { text: 'fail' })],
    [9, fails('item_3', 'probe.echo', { text: 'fail' }, 'tool failed')],
    [10, answers('{"status":"done"}')],
    [11, used({ input: 406, cached: 40, output: 80 })],
    [11, turnCompleted()],
  ],
}

function warns(message: string): Said {
  return { type: 'notice', code: 'ENGINE_ERROR_REPORTED', message }
}

function used(tokens: { input: number; cached: number; output: number }): Said {
  return { type: 'usage', ...tokens, costUsd: null }
}

function starts(id: string, name: string, input: unknown): Said {
  return { type: 'tool', phase: 'started', id, name, input, output: null, exitCode: null }
}

function completes(id: string, name: string, input: unknown, output: string | null = null, exitCode: number | null = null): Said {
  return { type: 'tool', phase: 'completed', id, name, input, output, exitCode }
}

function fails(id: string, name: string, input: unknown, output: string, exitCode: number | null = null): Said {
  return { type: 'tool', phase: 'failed', id, name, input, output, exitCode }
}

function noMetadata(model: string): string {
  return `Model metadata for \`${model}\` not found. Defaulting to fallback metadata; this can degrade performance and cause issues.`
}

function unauthorized(): string {
  return 'unexpected status 401 Unauthorized: Incorrect API key provided, url: http://127.0.0.1:43321/v1/responses'
}

function noWebSocket(): string {
  return 'unexpected status 404 Not Found: 24\r\n{"error":{"message":"not scripted"}}\r\n0, url: ws://127.0.0.1:42591/v1/responses'
}

function patch(folder: string, kind: 'add' | 'update') {
  return { changes: [{ path: `/workspace/work/${folder}/ws/result/result.json`, kind }] }
}

function todo({ one, two }: { one: boolean; two: boolean }) {
  return {
    items: [
      { text: 'one', completed: one },
      { text: 'two', completed: two },
    ],
  }
}

/** The command of the script, as Codex quotes it for a shell. */
function writing() {
  return {
    command: String.raw`/bin/bash -lc "mkdir -p result artifacts && printf '%s' '{\"status\":\"ok\",\"n\":1}' > result/result.json && printf '# Notes\\nhello\\n' > artifacts/notes.md && ls -R ."`,
  }
}
