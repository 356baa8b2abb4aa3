/** How a command that speaks to a server can end. docs/cli.md shows the same table. */
export const exits = {
  succeeded: { code: 0, means: 'success; for run and watch: the run succeeded' },
  failed: { code: 1, means: 'the run failed, or the command could not do what was asked' },
  usage: { code: 2, means: 'the command or its arguments are invalid' },
  unreachable: { code: 3, means: 'no server responded' },
  refused: { code: 4, means: 'the server rejected the request' },
  canceled: { code: 5, means: 'the run was canceled' },
  asks: { code: 6, means: 'the run waits for a reply' },
  underWay: { code: 7, means: 'the run had not ended when the time of --wait was up' },
  unverified: { code: 8, means: 'verify: nothing was changed, but the key that signed it is not known' },
  notGraded: { code: 9, means: 'no test case failed, but some were not graded' },
  interrupted: { code: 130, means: 'interrupted by Ctrl+C; the run continues unless it was canceled' },
} as const satisfies Record<string, { code: number; means: string }>

export type Exit = keyof typeof exits

/** The codes that one command can end with, for its page of help. */
export function helpOf(...names: readonly Exit[]): string {
  return `Exit codes:\n${names.map((name) => `  ${String(exits[name].code).padEnd(4)} ${exits[name].means}\n`).join('')}`
}
