import { fileURLToPath } from 'node:url'
import type { Launch, Mount } from '../domain/launch.ts'

const program = fileURLToPath(new URL('handoff.mjs', import.meta.url))
const place = '/opt/gate/handoff.mjs'

export const handoffMounts = ({ network }: Launch): Mount[] =>
  network === 'gated' ? [{ from: program, to: place, access: 'read' }] : []

/** The command, started by the program that first hands over the way to its network. */
export const withHandoff = ({ network }: Launch, node: string, argv: readonly string[]): readonly string[] =>
  network === 'gated' ? [node, place, ...argv] : argv
