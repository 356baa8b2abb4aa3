import type { FcmpEvent } from '@agent-skill-runner/sdk/source'
import { oneLine } from './plain.ts'

/** The progress line of an event; null: none. */
function lineOf(event: FcmpEvent): string | null {
  switch (event.type) {
    case 'conversation.state.changed':
      return event.data.to === 'running'
        ? `running, attempt ${event.meta.attempt}`
        : event.data.to.replace('_', ' for a ').replace('user', 'reply')
    case 'assistant.message.final':
      return saidIn(event.data.text)
    case 'assistant.tool_call':
      return event.data.phase === 'completed'
        ? null
        : `tool ${event.data.name}${event.data.phase === 'failed' ? ' failed' : ''}: ${event.data.summary}`
    case 'interaction.auto_decide.timeout':
      return 'no reply in time, the agent decides'
    case 'artifact.created':
      return `created ${event.data.path}`
    case 'diagnostic.warning':
      return event.data.severity === 'info' ? null : `warning: ${event.data.message} (${event.data.code})`
    default:
      return null
  }
}

/** Less the form of a question, which is shown by itself. */
function saidIn(message: string): string | null {
  const text = message.replaceAll(/<ASK_USER_YAML>[\s\S]*?(<\/ASK_USER_YAML>|$)/g, '').trim()
  return text === '' ? null : `says: ${text}`
}

/** Shows how a run goes on. */
export interface Progress extends Disposable {
  show(event: FcmpEvent): void
  /** A line that stays. */
  note(text: string): void
  /** Leaves the terminal to others for a while. */
  clear(): void
}

type Terminal = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>

const longestLine = 200

/** At a terminal one line that changes; elsewhere a line for each thing, with the time since the first. */
export function openProgress(terminal: Terminal, { quiet = false } = {}): Progress {
  if (quiet) return { show() {}, clear() {}, note() {}, [Symbol.dispose]() {} }
  return terminal.isTTY ? changingLine(terminal) : plainLines(terminal)
}

function plainLines(terminal: Terminal): Progress {
  let first: number | null = null
  return {
    show(event) {
      first ??= Date.parse(event.ts)
      const line = lineOf(event)
      if (line !== null) terminal.write(`${seconds(Date.parse(event.ts) - first)}  ${oneLine(line, longestLine)}\n`)
    },
    note: (text) => void terminal.write(`${text}\n`),
    clear() {},
    [Symbol.dispose]() {},
  }
}

const eraseLine = '\r\x1b[2K'

function changingLine(terminal: Terminal): Progress {
  const began = performance.now()
  let line = ''
  const draw = () => {
    if (line === '') return
    const time = `${seconds(performance.now() - began)}  `
    terminal.write(`${eraseLine}${time}${oneLine(line, (terminal.columns || 80) - 1 - time.length)}`)
  }
  const clear = () => {
    if (line !== '') terminal.write(eraseLine)
    line = ''
  }
  const timer = setInterval(draw, 1000).unref()
  return {
    show(event) {
      const next = lineOf(event) ?? line
      if (next === line) return
      line = next
      draw()
    },
    note(text) {
      const shown = line
      clear()
      terminal.write(`${text}\n`)
      line = shown
    },
    clear,
    [Symbol.dispose]() {
      clearInterval(timer)
      clear()
    },
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
