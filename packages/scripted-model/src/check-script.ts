import { readFileSync } from 'node:fs'
import { isObject, type Json, listAt } from './json.ts'
import { anyObject, ownFields as fields, type Shape, unknownIn } from './known.ts'
import { failureStatuses, orders, type Script } from './script.ts'

/** Reads a script from a file. A mistake in it is an error that names every one of them. */
export function readScript(file: string): Script {
  return checkScript(parse(file), file)
}

/** The same value as a script, or an error that tells all that is wrong with it. */
export function checkScript(value: Json, name: string): Script {
  const problems = [...unknownIn(outline, value), ...stepsOf(value).flatMap(([path, step]) => problemsOf(step, path))]
  if (problems.length) throw new Error(`${name}: ${problems.join('; ')}`)
  // The shapes below say the same as the types in script.ts.
  return value as unknown as Script
}

function parse(file: string): Json {
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error(`${file} is not JSON: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

function stepsOf(script: Json): [path: string, step: Json][] {
  const steps = listAt(script, 'steps').map((step, index): [string, Json] => [`steps[${index}]`, step])
  return isObject(script) && script['side'] !== undefined ? [...steps, ['side', script['side']]] : steps
}

function problemsOf(step: Json, path: string): string[] {
  if (isObject(step) && Object.keys(step).every((key) => key === 'expect')) {
    return [`${path} does nothing; an answer without content is {"say": []}`]
  }
  const calls = listAt(step, 'calls').flatMap((call, index) => unknownIn(callShapeOf(call), call, `${path}.calls[${index}]`))
  return [...unknownIn(shapeOf(step), step, path), ...calls]
}

/** One field tells the kind of a step; what has none of them is an answer. */
function shapeOf(step: Json): Shape {
  const kinds = isObject(step) ? Object.entries(steps).filter(([kind]) => Object.hasOwn(step, kind)) : []
  return kinds[0]?.[1] ?? answer
}

function callShapeOf(call: Json): Shape {
  return isObject(call) && Object.hasOwn(call, 'input') ? freeformCall : functionCall
}

const expect = fields({
  prompt: 'string',
  history: { each: 'string' },
  tools: { each: 'string' },
  schema: 'anything',
  header: { map: 'string' },
  toolResult: 'string',
})
const moment: Shape = { words: ['before', 'mid'] }
const functionCall = fields({ name: 'string', args: anyObject, namespace: 'string', id: 'string' }, 'name', 'args')
const freeformCall = fields({ name: 'string', input: 'string', id: 'string' }, 'name', 'input')
const answer: Shape = fields({
  expect,
  say: { either: ['string', { each: 'string' }] },
  think: 'string',
  calls: { each: 'anything' },
  usage: fields({ input: 'number', cached: 'number', output: 'number', reasoning: 'number' }),
  finish: 'string',
  gap: 'number',
  stall: moment,
  cut: moment,
  failed: fields({ code: 'string', message: 'string' }, 'code', 'message'),
  incomplete: 'string',
})
const steps: Readonly<Record<string, Shape>> = {
  status: fields({
    expect,
    status: { words: failureStatuses },
    message: 'string',
    code: 'string',
    body: 'anything',
    headers: { map: 'string' },
  }),
  garble: fields({ expect, garble: { either: ['string', { words: [true] }] } }),
  redirect: fields({ expect, redirect: 'string' }),
  empty: fields({ expect, empty: { words: [true] } }),
}
const outline: Shape = fields(
  { steps: { each: 'anything' }, order: { words: orders }, side: 'anything', keys: { each: 'string' } },
  'steps',
)
