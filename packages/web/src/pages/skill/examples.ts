import { noValues, type Values } from './form/form-schema.ts'

/** What the built-in demos can be run with at once. */
const examples: Readonly<Record<string, Values>> = {
  'demo-prime-number': { input: { numbers: [2, 9, 17, 91, 97] }, parameter: { divisor: 10 } },
  'demo-echo': { input: { text: 'Hello' }, parameter: {} },
  'demo-interview': { input: { topic: 'a build light' }, parameter: {} },
}

export const exampleOf = (skill: string): Values => examples[skill] ?? noValues
