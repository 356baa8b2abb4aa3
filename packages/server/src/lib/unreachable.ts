/** The end of a switch over a union: the compiler proves that it is never reached. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
