import { type Logger, pino, stdTimeFunctions } from 'pino'
import { redactor } from './redact.ts'
import { RotatingFile } from './rotate.ts'

interface LogOptions {
  readonly level: string
  readonly file: string
  readonly maxBytes: number
  readonly backupCount: number
  readonly secrets: readonly string[]
  /** Where lines go besides the file; the terminal when left out. */
  readonly terminal?: LineSink
}

interface LineSink {
  write(line: string): void
}

interface Log {
  readonly logger: Logger
  /** Everything written so far is out already; this lets go of the file. */
  close(): void
}

/** The log: to the terminal, pretty when a person looks, and to a file that rotates. Lines of a run come from `logger.child({ request_id, run_id })`. */
export async function openLog(options: LogOptions): Promise<Log> {
  const terminal = options.terminal ?? (await openTerminal())
  const redact = redactor(options.secrets)
  const file = new RotatingFile({ ...options, onTrouble: (message) => terminal.write(troubleLine(message)) })
  const sink: LineSink = {
    write(line) {
      const safe = redact(line)
      terminal.write(safe)
      file.write(safe)
    },
  }
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    sink,
  )
  return {
    logger,
    close: () => file.close(),
  }
}

/** On Linux and macOS writes to stdout are done when write() returns, so there is nothing to flush at the end. */
async function openTerminal(): Promise<LineSink> {
  // Whoever read us went away (`serve | head`): no reason to stop serving.
  process.stdout.on('error', () => {})
  if (!process.stdout.isTTY) return process.stdout
  const { default: pretty } = await import('pino-pretty')
  // One line each: what follows the start is worth more than the facts of every skill.
  return pretty({ colorize: true, translateTime: 'SYS:HH:MM:ss', singleLine: true, sync: true })
}

const troubleLine = (message: string): string =>
  `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), msg: message })}\n`
