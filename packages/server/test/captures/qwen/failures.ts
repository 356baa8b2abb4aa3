import type { Expected } from '../../support/by-hand.ts'
import { answers, begins, completes, ends, failed, fails, refused, reports, says, shell, used } from './words.ts'

const cut = 'It ended in the middle of its turn.'
const again = 'It asks its provider again.'
const tooMany =
  '[API Error: 429 Too many requests.]\nPossible quota limitations in place or slow response times detected. Please wait and try again later.'
const half = 'Half of an answer'
const onAndOn = 'It goes on and'

/** Of version 0.24.4: what went wrong, for good or for a while. */
export const failures: Readonly<Record<string, readonly Expected[]>> = {
  // Without a key nothing begins.
  'no-key': [
    [1, used({ input: 0, output: 0 })],
    [
      1,
      failed(
        "Missing API key for OpenAI-compatible auth. Set settings.security.auth.apiKey, or set the 'OPENAI_API_KEY' environment variable.",
      ),
    ],
  ],
  'key-refused': refused('42fb0efb-8ce8-430d-9826-73531158d054', '401 The API key is not valid.'),
  'model-unknown': refused('354b5bb2-1b8b-4f7b-9014-f6e88f1d80a3', '404 The model qwen3-coder-plus does not exist.'),
  'bad-request': refused('e406ddd2-95c5-44f4-a51a-b219ed812239', '400 This model has a limit of 1000 tokens.'),
  // It asked 21 times, and tells of the last.
  'server-error': refused('25fd95b6-0a4b-4e1e-8b95-173fee3752c7', '500 The server had an error.'),
  refused: refused('26cbebee-e3c9-428c-b9c8-a69a89f69d98', 'Connection error. (cause: fetch failed)'),
  garbled: refused('b1866192-b70d-4f52-a6fd-9f3b5f5f960c', 'Unterminated string in JSON at position 25 (line 1 column 26)'),
  'rate-limited': [
    ...begins('b76690db-c465-486b-aae5-233a36db99bc'),
    [3, reports(tooMany)],
    [4, used({ input: 0, output: 0 })],
    [4, failed(tooMany)],
  ],
  'rate-limited-twice': [
    ...begins('ad414cd8-190c-4303-9981-1afa8958d10b'),
    [3, reports('It asks its provider again: try 1 of 1.')],
    [4, reports(again)],
    [5, reports(tooMany)],
    [6, used({ input: 0, output: 0 })],
    [6, failed(tooMany)],
  ],
  // It asks again without a word.
  'unavailable-once': [
    ...begins('32af7a52-cae2-405b-b7e3-b0a8730fead7'),
    [3, answers('Here I am.')],
    ...completes(4, { input: 100, output: 10 }),
  ],
  // What was said before the connection was lost is kept.
  'cut-once': [
    ...begins('25f15883-a30c-46d9-8e09-11afb0aaa75d'),
    [3, reports(again)],
    [4, answers(`${half}The whole answer.`)],
    ...completes(5, { input: 100, output: 10 }),
  ],
  'cut-always': [
    ...begins('8547e0b7-b696-47ed-a1c6-06a8f5d56258'),
    [3, reports(again)],
    [4, reports(again)],
    [5, reports(again)],
    [6, says(`${half.repeat(4)}[API Error: terminated (cause: UND_ERR_SOCKET: other side closed)]`)],
    [7, used({ input: 0, output: 0 })],
    [7, failed('[API Error: terminated (cause: UND_ERR_SOCKET: other side closed)]')],
  ],
  // The model was asked and wrote nothing: the words in its place are not its own.
  empty: [
    ...begins('bc8bd7fb-8d24-4188-b9a9-e6f17d824d4a'),
    ...Array.from({ length: 8 }, (_, index): Expected => [3 + index, reports(again)]),
    [11, reports('[API Error: Model stream ended with empty response text.]')],
    [12, used({ input: 500, output: 0 })],
    [12, failed('[API Error: Model stream ended with empty response text.]')],
  ],
  // Of what was too long it asks for more, three times, and is content.
  'too-long': [
    ...begins('51dcc58d-3b98-4d41-8295-f63b1db85c22'),
    [3, says(onAndOn)],
    [4, reports(again)],
    [5, reports(again)],
    [6, reports(again)],
    [7, reports(again)],
    [8, answers(onAndOn.repeat(4))],
    ...completes(9, { input: 500, output: 250 }),
  ],
  // Limits of its own end it without a result; stderr tells which.
  'max-turns': [
    ...begins('61230e13-abb4-4be5-bbd0-effad432e26c'),
    [3, shell('call_1', 'echo one')],
    [4, ends('call_1', 'run_shell_command', 'one')],
    [5, shell('call_2', 'echo two')],
    [6, ends('call_2', 'run_shell_command', 'two')],
    ['end', failed(cut)],
  ],
  'max-tools': [
    ...begins('c7ea4843-c783-4607-b042-ef49e02c6d78'),
    [3, shell('call_1', 'echo one')],
    [4, ends('call_1', 'run_shell_command', 'one')],
    [5, shell('call_2', 'echo two')],
    ['end', failed(cut)],
  ],
  // SIGTERM: exit 130, and no result.
  'killed-waiting': [...begins('bbbca096-3fe9-4ef9-9b76-1a4c6b7eb5fe'), ['end', failed(cut)]],
  'killed-in-tool': [
    ...begins('9e5096e6-c1b7-458c-8524-d1c67e25662f'),
    [3, says('Sleeping.')],
    [4, shell('call_1', 'echo begun; sleep 60')],
    [
      5,
      fails(
        'call_1',
        'run_shell_command',
        '[Operation Cancelled] Reason: The tool had already completed; its output was discarded. User intentionally cancelled. Stop and await further instructions; do not retry.',
      ),
    ],
    ['end', failed(cut)],
  ],
  'killed-hard': [
    ...begins('648cc712-046c-450e-925c-213b412cd55e'),
    [3, says('Sleeping.')],
    [4, shell('call_1', 'echo begun; sleep 60')],
    ['end', failed(cut)],
  ],
}
