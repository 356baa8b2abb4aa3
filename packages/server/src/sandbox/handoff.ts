import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Command, Launch, Mount } from '../domain/launch.ts'

/** The program that opens the way to the network from inside, hands it over, and becomes the command. */
export interface Handoff {
  /** What the command is prefixed with. */
  readonly words: readonly string[]
  readonly mounts: readonly Mount[]
  readonly handsOver: NonNullable<Command['handsOver']>
}

/** The numbers of sendmsg, by the processor. */
const sendmsg: Readonly<Record<string, number>> = { x64: 46, arm64: 211 }

/** In perl, which most systems have below /usr and which starts in 1 ms; else in Node, which takes 40. */
export async function handoffBy(perl: string | null, node: string, arch: string = process.arch): Promise<Handoff> {
  const number = sendmsg[arch]
  if (perl === null || number === undefined) return byNode(node)
  const program = await readFile(new URL('handoff.pl', import.meta.url), 'utf8')
  // On the command line, because a mount costs as much as a tenth of perl.
  return { words: [perl, '-e', withoutComments(program), String(number)], mounts: [], handsOver: 'at_once' }
}

function byNode(node: string): Handoff {
  const place = '/opt/gate/handoff.mjs'
  const from = fileURLToPath(new URL('handoff.mjs', import.meta.url))
  return { words: [node, place], mounts: [{ from, to: place, access: 'read' }], handsOver: 'and_waits' }
}

const withoutComments = (program: string): string => program.replaceAll(/^#.*\n/gm, '')

const proxy = 'http://127.0.0.1:3128'
const local = 'localhost,127.0.0.1,::1'

/** The same, and what the program that hands the listener over needs. */
export const gatedEnv = (env: Launch['env']): Record<string, string> => ({
  ...gateVariables(env),
  // A locale that is not installed is no news to anybody; the program removes this again.
  PERL_BADLANG: '0',
})

/** What programs find the gate by. Variables of these names from elsewhere lead nowhere inside. */
export function gateVariables(env: Launch['env']): Record<string, string> {
  const { ALL_PROXY: _upper, all_proxy: _lower, ...others } = env
  return {
    ...others,
    ...{ HTTP_PROXY: proxy, http_proxy: proxy, HTTPS_PROXY: proxy, https_proxy: proxy, NO_PROXY: local, no_proxy: local },
    NODE_USE_ENV_PROXY: '1',
  }
}
