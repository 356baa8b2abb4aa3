/** Deeper than any real output, and shallow enough that nothing recursive behind it can run out of stack. */
export const deepestOutput = 1000

/** Whether JSON text is nested deeper than outputs may be. Linear, and without recursion. */
export function isTooDeep(json: string, deepest = deepestOutput): boolean {
  // Every level takes two characters.
  if (json.length <= deepest * 2) return false
  let depth = 0
  for (let at = 0; at < json.length && depth <= deepest; at += 1) {
    const char = json[at]
    if (char === '"') at = endOfString(json, at)
    else if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') depth -= 1
  }
  return depth > deepest
}

function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const char = json[at]
    if (char === '"') return at
    if (char === '\\') at += 1
  }
  return json.length
}
