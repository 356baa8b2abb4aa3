import { exits } from './exit-codes.ts'
import { plain } from './plain.ts'

/** As it was printed, but at a terminal without what would move its cursor. */
export function print(text: string, to: NodeJS.WriteStream): void {
  to.write(to.isTTY ? plain(text) : text)
}

interface Ended {
  readonly status: string
  readonly exit_code: number | null
}

/** The exit code of a command is that of what it ran; what has none failed, was canceled, or goes on. */
export function endOf({ status, exit_code }: Ended): number {
  if (status === 'canceled') return exits.canceled.code
  if (status === 'succeeded' || status === 'failed') return exit_code ?? exits.failed.code
  return exits.underWay.code
}
