import { type GateRule, isOfInternet } from './rules.ts'

/** Whether all that a rule lets through is let through by one of these. */
export const isWithin = (asked: GateRule, allowed: readonly GateRule[]): boolean =>
  allowed.some((rule) => covers(rule, asked) && asked.ports.every((port) => rule.ports.includes(port)))

function covers({ name, below }: GateRule, asked: GateRule): boolean {
  if (name === '*') return asked.name === '*' || isOfInternet(asked.name)
  if (!below) return !asked.below && asked.name === name
  return asked.name.endsWith(`.${name}`) || (asked.name === name && asked.below)
}
