/** The fenced block of a message, and what is said before and after it. */
interface Fence {
  readonly inside: string
  readonly around: string
}

const line = /^ {0,3}(`{3,}|~{3,})([^\n`]*)$/

/** The only one that the message has; null: it has none, or several, or one that never ends. */
export function onlyFence(message: string): Fence | null {
  const lines = message.split('\n')
  const marks = lines.flatMap((text, at) => {
    const [, mark = '', info = ''] = line.exec(text.trimEnd()) ?? []
    return mark === '' ? [] : [{ at, mark, info }]
  })
  const [first] = marks
  // A fence is closed by its like, at least as long and with nothing behind it.
  const last = first && marks.find(({ at, mark, info }) => at > first.at && mark.startsWith(first.mark) && info.trim() === '')
  if (!first || !last || marks.at(-1) !== last) return null
  return {
    inside: lines.slice(first.at + 1, last.at).join('\n'),
    around: [...lines.slice(0, first.at), ...lines.slice(last.at + 1)].join('\n'),
  }
}
