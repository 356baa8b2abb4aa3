/** What a program or an engine itself said when it failed, where the details of the error have it. */
export function causeOf({ details }: { readonly details?: unknown }): string | null {
  const { reason, stderr_tail: tail } = Object(details) as { reason?: unknown; stderr_tail?: unknown }
  const said = [reason, tail].find((text): text is string => typeof text === 'string' && text.trim() !== '')
  return said?.trim() ?? null
}

/** Its last line, for where there is little room: programs say there what stopped them. */
export const lastLineOf = (cause: string): string => cause.slice(cause.lastIndexOf('\n') + 1)
