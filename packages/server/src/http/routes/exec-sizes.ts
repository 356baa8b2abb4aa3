import { invalidRequest } from '../invalid-request.ts'

/**
 * Of a command line, and of all variables together. Linux takes no text of more than 131,071 bytes for a new process; srt hands all
 * variables over as one.
 */
const mostBytes = 100_000

/** What a new process cannot be given is rejected here, and not by the kernel once it is started. */
export function checkCommand(command: string, at: string): void {
  refuseNul(command, at)
  if (sizeOf(command) > mostBytes)
    throw invalidRequest(at, `must have at most ${mostBytes} bytes: bring a longer script as an input`, 'maxBytes')
}

export function checkEnvSize(env: Readonly<Record<string, string>>, at: string): void {
  for (const [name, value] of Object.entries(env)) refuseNul(value, `${at}/${name}`)
  const size = Object.entries(env).reduce((sum, [name, value]) => sum + sizeOf(name) + sizeOf(value), 0)
  if (size > mostBytes)
    throw invalidRequest(
      at,
      `must have at most ${mostBytes} bytes, names and values together: bring more as an input`,
      'maxBytes',
    )
}

const sizeOf = (text: string): number => Buffer.byteLength(text)

function refuseNul(text: string, at: string): void {
  if (text.includes('\0')) throw invalidRequest(at, 'has a NUL character, which no command can be given', 'pattern')
}
