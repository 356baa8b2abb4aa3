import type { ByHand, Expected } from '../../support/by-hand.ts'

const recorded = 'session-e06bbd16-086a-47b2-8903-c9c250e3c2f7'
const quoted = 'session-13eee8c1-3bc1-4b1e-a176-20065b6b7d8c'

const firstQuestion = `Let me check the skill instructions to understand how to interact with it:您好！很高兴能与您交流。为了能更好地为您提供帮助，我想先了解一下您的一些基本情况（这些信息不会涉及您的隐私，请您放心）：

请问您可以告诉我：
- 您的性别是？
- 您的年龄段大致是？（如：20-30岁）
- 您目前的职业或身份是？

这些信息能帮助我更好地理解您的处境，从而给出更贴切的建议。`

const lastWords = `Let me check the skill instructions again to see if I missed a completion signal:您说得对！我确实漏掉了技能完成的信号。让我补上：

{"__skill_done__": true}`

/** Every recorded call; of lines that no event names, `raw` says that they stay as they are. */
export const byHand: Readonly<Record<string, Required<ByHand>>> = {
  'headless-success': {
    stdout: [
      [[1, 3], 'raw'],
      [4, answers("I created hello.txt containing 'hello' and verified node -v prints v24.15.0.")],
    ],
    stderr: [[1, 'raw'], ...block([2, 14], recorded, 812, 45), [[2, 14], completed()]],
  },
  // The file was not written, and nothing but the words of a tool that is not there tells so.
  'headless-plan-deny': {
    stdout: [
      [[1, 2], 'raw'],
      [3, answers('I attempted to write deny.txt.')],
    ],
    stderr: [[[1, 2], 'raw'], ...block([3, 15], 'session-52fb444f-6c59-4a2f-bf6e-fbcd6a85a273', 812, 45), [[3, 15], completed()]],
  },
  'headless-resume': {
    stdout: [
      [1, 'raw'],
      [2, answers('Resumed OK. I remember creating hello.txt earlier.')],
    ],
    stderr: [[[1, 3], 'raw'], ...block([4, 16], recorded, 812, 45), [[4, 16], completed()]],
  },
  // The line ends in it are two letters each.
  'headless-noauth': {
    stdout: [
      [
        'end',
        failed(
          'Please set an Auth method in your C:\\Users\\USER\\.iflow\\settings.json or specify one of the following environment variables before running:\\n  - apiKey, APIKEY, API_KEY, api_key \\n  - baseUrl, BASEURL, BASE_URL, base_url \\n  - modelName, MODELNAME, MODEL_NAME, model_name',
        ),
      ],
    ],
    stderr: [[1, 'raw']],
  },
  killed: {
    stdout: [
      [1, 'raw'],
      ['end', failed('It ended in the middle of its turn.')],
    ],
    stderr: [],
  },
  // Two turns of the model run together: nothing tells where the second begins.
  'interactive-turn1': {
    stdout: [[[1, 8], answers(firstQuestion)]],
    stderr: [...block([1, 13], quoted, 16256, 224), [[1, 13], completed()]],
  },
  // Without the block nothing says that the words are an answer, nor that the turn is over.
  'interactive-turn5-as-quoted': {
    stdout: [['end', failed('It ended without its Execution Info.')]],
    stderr: [[[1, 3], 'raw']],
  },
  'interactive-turn5-drift': {
    stdout: [...block([1, 13], quoted, 16256, 224), [[1, 13], drifted()], [[1, 13], completed()]],
    stderr: [[[1, 3], answers(lastWords)]],
  },
}

type Lines = readonly [first: number, last: number]

function block(lines: Lines, handle: string, input: number, output: number): Expected[] {
  return [
    [lines, { type: 'session', handle }],
    [lines, { type: 'usage', input, output, cached: 0, costUsd: null }],
  ]
}

function answers(text: string): Expected[1] {
  return { type: 'message', text, final: true }
}

function completed(): Expected[1] {
  return { type: 'turn', phase: 'completed', reason: null }
}

function failed(reason: string): Expected[1] {
  return { type: 'turn', phase: 'failed', reason }
}

function drifted(): Expected[1] {
  return {
    type: 'notice',
    code: 'IFLOW_CHANNEL_DRIFT_OBSERVED',
    message: 'Its Execution Info stood on stdout, where its answer is expected.',
  }
}
