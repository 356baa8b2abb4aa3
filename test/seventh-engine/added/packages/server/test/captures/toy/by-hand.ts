import type { Expected } from '../../support/by-hand.ts'

const question = `Which color is it?
<ASK_USER_YAML>
kind: choose_one
prompt: Which color is it?
options: [red, blue]
</ASK_USER_YAML>`

/** All that it can say: it has no tools and does not think. What it refuses it tells on stderr, and `events.json` has that. */
export const byHand: Readonly<Record<string, readonly Expected[]>> = {
  answers: [session('10c37afe-97a5-49ee-bc3e-785d8c77355d'), ...answers('{"color":"red","turns":1}')],
  'asks.1': [session('5126d3ea-8168-4a54-8c33-4b728b6535c8'), ...answers(question)],
  'asks.2': [session('5126d3ea-8168-4a54-8c33-4b728b6535c8'), ...answers('{"color":"blue","turns":2}\n\n__SKILL_DONE__: true')],
  'no-model': [
    session('ec1ca60b-a0d1-42d1-9696-2313a41e2009'),
    [2, { type: 'turn', phase: 'failed', reason: 'there is no model toy-9' }],
  ],
}

function session(handle: string): Expected {
  return [1, { type: 'session', handle }]
}

/** Without a model it counts the same tokens every time. */
function answers(text: string): Expected[] {
  return [
    [2, { type: 'message', text, final: true }],
    [3, { type: 'usage', input: 12, output: 3, cached: 0, costUsd: null }],
    [4, { type: 'turn', phase: 'completed', reason: null }],
  ]
}
