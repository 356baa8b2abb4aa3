import type { Expected } from '../../support/by-hand.ts'
import { failures } from './failures.ts'
import {
  answers,
  begins,
  completes,
  ends,
  failed,
  fails,
  notThere,
  reports,
  says,
  shell,
  starting,
  starts,
  thinks,
  used,
} from './words.ts'

const question = `Which color is it?
<ASK_USER_YAML>
kind: choose_one
prompt: Which color is it?
options: [red, blue]
</ASK_USER_YAML>`
const choice = {
  question: 'Which color is it?',
  header: 'Color',
  options: [
    { label: 'red', description: 'as fire' },
    { label: 'blue', description: 'as the sea' },
  ],
  multiSelect: false,
}
const launched = `Background agent launched successfully.
task_id: general-purpose-call_1 (internal ID — do not mention to the user. Use send_message to continue this agent, or task_stop to cancel.)
The agent is working in the background. Its result arrives as a <task-notification> for this task_id in a later turn; you will not see it in this turn.
Do not treat the agent as cancelled or relaunch it because the notification has not arrived yet — the result comes under the original task_id.
Do not duplicate this agent's work — avoid working with the same files or topics it is using. Work on non-overlapping tasks, or briefly tell the user what you launched and end your response.
Do not read or tail its output file while it runs, and never predict its findings. If the user asks about progress before the notification lands, say the agent is still running and report only the status you know.
output_file: /home/runner/.qwen/projects/-workspace/subagents/00e427c4-40bb-4b0d-9486-73465eb6bd0f/agent-general-purpose-call_1.jsonl (for review after the completion notification, not for polling)`
const looking = { description: 'look around', prompt: 'Look around.', subagent_type: 'general-purpose' }
const numbers = Array.from({ length: 2000 }, (_, index) => index + 1).join('\n')

/** Version 0.24.4, as a run starts it: what comes first is the session and the state of a goal that nobody has set. */
const ofThePinned: Readonly<Record<string, readonly Expected[]>> = {
  plain: [
    ...begins('61bc762f-47e2-4645-bb6a-d5ca11bf93d9'),
    [3, answers('{"ok":true,"answer":42}')],
    ...completes(4, { input: 900, output: 40, cached: 300 }),
  ],
  thinking: [
    ...begins('f42fd12d-58fe-49a4-9ba5-d8dabdb4578a'),
    [3, thinks('First the plan, then the answer.')],
    [4, answers('It is done.')],
    ...completes(5, { input: 500, output: 60 }),
  ],
  asks: [...begins('eaf79def-2e3e-4200-8988-0e9563cd02ff'), [3, answers(question)], ...completes(4, { input: 100, output: 30 })],
  // The tool for that is not there: nobody sits before it.
  'asks-by-tool': [
    ...begins('39ef70ba-fc6f-45d4-aa29-3ac5f5f995ce'),
    [3, starts('call_1', 'ask_user_question', { questions: [choice] })],
    [4, fails('call_1', 'ask_user_question', notThere('ask_user_question', '"task_stop", "enter_worktree", "list_agents"'))],
    [5, answers('Red then.')],
    ...completes(6, { input: 200, output: 20 }),
  ],
  'resume.1': [
    ...begins('b0359294-5721-4077-938b-b18f7af7b11d'),
    [3, answers('Turn one.')],
    ...completes(4, { input: 100, output: 10 }),
  ],
  // What it used is that of the whole session, with the turn before.
  'resume.2': [
    ...begins('b0359294-5721-4077-938b-b18f7af7b11d'),
    [3, answers('Turn two.')],
    ...completes(4, { input: 300, output: 30 }),
  ],
  // That there is no such session it says on stderr.
  'resume.3': [],
  tools: [
    ...begins('4aa83014-90d4-437c-a389-2cc007f11c53'),
    [3, says('Writing.')],
    [4, starts('call_1', 'write_file', { file_path: '/workspace/result/result.json', content: '{"status":"ok"}\n' })],
    [5, ends('call_1', 'write_file', 'Successfully created and wrote to new file: /workspace/result/result.json.')],
    [6, shell('call_2', 'mkdir -p artifacts && echo "# notes" > artifacts/notes.md && ls -R')],
    [7, ends('call_2', 'run_shell_command', '.:\nartifacts  result\n\n./artifacts:\nnotes.md\n\n./result:\nresult.json')],
    [8, answers('{"status":"done"}')],
    ...completes(9, { input: 600, output: 60 }),
  ],
  'tools-fail': [
    ...begins('0e91cb78-f7f3-48f4-aabe-e379ba5643a2'),
    [3, starts('call_1', 'read_file', { file_path: '/workspace/missing.txt' })],
    [4, fails('call_1', 'read_file', 'File not found: /workspace/missing.txt')],
    [5, shell('call_2', 'echo out; echo err >&2; exit 3')],
    [
      6,
      fails(
        'call_2',
        'run_shell_command',
        'Command: echo out; echo err >&2; exit 3\nDirectory: (root)\nOutput: out\nerr\nError: (none)\nExit Code: 3\nSignal: (none)\nProcess Group PGID: 12969',
      ),
    ],
    [7, starts('call_3', 'no_such_tool', { a: 1 })],
    [8, fails('call_3', 'no_such_tool', notThere('no_such_tool', '"task_stop", "get_goal", "update_goal"'))],
    [9, starts('call_4', 'list_directory', { dir: 'x' })],
    [
      10,
      fails(
        'call_4',
        'list_directory',
        'Tool "list_directory" is a built-in tool that is disabled by default because glob covers directory listing in most cases. Enable it with the tools.listDirectory.enabled setting. Use glob instead.',
      ),
    ],
    [11, answers('Nothing worked.')],
    ...completes(12, { input: 500, output: 50 }),
  ],
  'tools-at-once': [
    ...begins('facb8e1c-3bc0-4b60-829f-cfe5178d52a2'),
    [3, thinks('Three at once.')],
    [4, says('Reading.')],
    [5, starts('call_1', 'read_file', { file_path: '/workspace/a.txt' })],
    [5, starts('call_2', 'read_file', { file_path: '/workspace/b.txt' })],
    [5, shell('call_3', 'cat a.txt b.txt | wc -l')],
    [6, ends('call_1', 'read_file', 'alpha\n')],
    [7, ends('call_2', 'read_file', 'beta\n')],
    [8, ends('call_3', 'run_shell_command', '2')],
    [9, answers('alpha and beta')],
    ...completes(10, { input: 250, output: 15 }),
  ],
  // What is longer than it likes it also puts into a file, and says where.
  'big-output': [
    ...begins('c5b6d665-2876-48a8-86ef-e23b9a15b44b'),
    [3, shell('call_1', 'seq 1 2000')],
    [
      4,
      ends(
        'call_1',
        'run_shell_command',
        `${numbers}\nOutput too long and was saved to: /home/runner/.qwen/tmp/aa8df5372a3b810f20f684db10a6dc321f8cbda99319bcd40eeceff1477fd582/run_shell_command_98553fdbdb33.output`,
      ),
    ],
    [5, answers('Many numbers.')],
    ...completes(6, { input: 200, output: 20 }),
  ],
  skill: [
    ...begins('345f56a9-3e10-4fd6-abc7-a1c1332b5dbd'),
    [3, starts('call_1', 'skill', { skill: 'paint' })],
    [4, ends('call_1', 'skill', 'Paints.')],
    [5, answers('Painted.')],
    ...completes(6, { input: 200, output: 20 }),
  ],
  // What another agent is told and says is no answer; what its tools do is seen.
  'agent-awaited': [
    ...begins('a0f5586d-f9a9-493b-b52e-11edeb6eb08b'),
    [3, says('Sending one.')],
    [4, starts('call_1', 'agent', { ...looking, run_in_background: false })],
    [5, 'raw'],
    [6, shell('call_2', 'echo seen')],
    [7, ends('call_2', 'run_shell_command', 'seen')],
    [8, ends('call_1', 'agent', 'I saw it.')],
    [9, answers('It was seen.')],
    ...completes(10, { input: 1000, output: 100 }),
  ],
  // Its turn goes on when the other one is done.
  'agent-behind': [
    ...begins('00e427c4-40bb-4b0d-9486-73465eb6bd0f'),
    [3, says('Sending one.')],
    [4, starts('call_1', 'agent', looking)],
    [[5, 6], 'raw'],
    [7, ends('call_1', 'agent', launched)],
    [8, says('One of two.')],
    [[9, 10], 'raw'],
    [11, answers('Both are done.')],
    ...completes(12, { input: 900, output: 90 }),
  ],
  // Pieces of messages are told again as whole ones.
  pieces: [
    ...begins('d9435040-4d26-4a13-a3aa-7bf263d26cad'),
    [[3, 6], 'raw'],
    [7, thinks('Hm.')],
    [[8, 11], 'raw'],
    [12, says('In pieces.')],
    [[13, 15], 'raw'],
    [16, shell('call_1', 'echo hi')],
    [17, 'raw'],
    [18, ends('call_1', 'run_shell_command', 'hi')],
    [[19, 23], 'raw'],
    [24, answers('All said.')],
    [25, 'raw'],
    ...completes(26, { input: 200, output: 20 }),
  ],
  // The answer is what the tool was called with.
  schema: [
    ...begins('6afea211-2b7f-4257-a711-e09f9bd83375'),
    [3, starts('call_1', 'structured_output', { ok: true, n: 1 })],
    [4, ends('call_1', 'structured_output', 'Structured output accepted.')],
    [5, answers('{"ok":true,"n":1}')],
    ...completes(5, { input: 100, output: 10 }),
  ],
  'schema-only-said': [
    ...begins('3254db69-e5f3-4a50-99c9-21881ab32059'),
    [3, says('{"ok":true,"n":1}')],
    [4, used({ input: 100, output: 10 })],
    [
      4,
      failed(
        'Model produced plain text instead of calling the structured_output tool as required by --json-schema after 1 turn(s). Output preview (17 chars): "{\\"ok\\":true,\\"n\\":1}".',
      ),
    ],
  ],
  // Words of a model that it was paid for.
  'model-says-error': [
    ...begins('5217e62e-a48a-4a7e-a17c-7ff4f0799e1c'),
    [3, answers('[API Error: 401 no]')],
    ...completes(4, { input: 100, output: 10 }),
  ],
}

const write = { file_path: '/workspace/w/qt/result/result.json', content: '{"ok":true}\n' }
const note = {
  command: "mkdir -p artifacts && printf '# notes\\n' > artifacts/notes.md && ls -R artifacts",
  description: 'make notes',
}

/** Version 0.15.10. */
const ofAnOldOne: Readonly<Record<string, readonly Expected[]>> = {
  // It calls that a success and ends with 0, but nothing was read or written by a model.
  'err-401': [
    ...starting('ae0b421a-415d-40fa-a6db-f58227a41321'),
    [2, reports('[API Error: 401 Incorrect API key provided: dummy.]')],
    [3, used({ input: 0, output: 0 })],
    [3, failed('[API Error: 401 Incorrect API key provided: dummy.]')],
  ],
  'tools-stream': [
    ...starting('c220c6ec-3699-4638-b6b9-30c7d7d586da'),
    [2, thinks('Planning: I will write files')],
    [3, says('Writing the result file.')],
    [4, starts('call_1', 'write_file', write)],
    [5, ends('call_1', 'write_file', `Successfully created and wrote to new file: ${write.file_path}.`)],
    [6, starts('call_2', 'run_shell_command', note)],
    [7, ends('call_2', 'run_shell_command', 'artifacts:\nnotes.md')],
    [8, starts('call_3', 'read_file', { file_path: '/workspace/w/qt/does-not-exist.txt' })],
    [8, starts('call_4', 'list_directory', { dir_path: '/workspace/w/qt' })],
    [9, fails('call_3', 'read_file', 'File not found: /workspace/w/qt/does-not-exist.txt')],
    [10, fails('call_4', 'list_directory', "params must have required property 'path'")],
    [11, answers('Done. ```json\n{"status":"ok","result":"result/result.json"}\n```')],
    ...completes(12, { input: 400, output: 80 }),
  ],
}

export const byHand: Readonly<Record<string, readonly Expected[]>> = { ...ofThePinned, ...failures, ...ofAnOldOne }
