import { basename } from 'node:path'
import { createInterface, type Interface } from 'node:readline/promises'
import type { PendingInteraction, Reply } from '@agent-skill-runner/sdk/source'
import { fileAt } from './given-values.ts'
import { plain } from './plain.ts'
import { questionText, responseOf } from './question.ts'
import { UsageError } from './words.ts'

/** Whether there is a person to ask. What they see is stderr: stdout is for the result. */
export const hasPerson = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true

/** Asks at the terminal until the reply is valid; null: the person closed the input. */
export async function askPerson(question: PendingInteraction, signal: AbortSignal): Promise<Reply | null> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const leaving = new AbortController()
  const leave = () => leaving.abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  // While it reads lines it takes Ctrl+C for itself; that key means the same as ever.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  terminal.on('close', leave)
  try {
    process.stderr.write(`\n${questionText(question)}`)
    return await askers[question.kind](question, { terminal, signal: leaving.signal })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (leaving.signal.aborted) return null
    throw error
  } finally {
    signal.removeEventListener('abort', leave)
    terminal.off('close', leave)
    terminal.close()
  }
}

interface Asking {
  readonly terminal: Interface
  readonly signal: AbortSignal
}

type Asker = (question: PendingInteraction, asking: Asking) => Promise<Reply>

const hear = ({ terminal, signal }: Asking, prompt: string): Promise<string> => terminal.question(prompt, { signal })

const askOnce =
  (prompt: string): Asker =>
  async (question, asking) => {
    for (;;) {
      const understood = responseOf(question, await hear(asking, prompt))
      if ('response' in understood) return understood
      process.stderr.write(`${understood.problem}\n`)
    }
  }

const askObject = askOnce('a JSON object> ')

/** Field by field; where it does not say which, all at once. */
const askFields: Asker = async (question, asking) => {
  const { required_fields } = question
  if (required_fields.length === 0) return askObject(question, asking)
  const fields: Record<string, string> = {}
  for (const name of required_fields) {
    let value = ''
    while (value === '') value = await hear(asking, `${plain(name)}: `)
    fields[name] = value
  }
  return { response: fields }
}

const askFiles: Asker = async (_question, asking) => {
  const files: Record<string, Blob> = {}
  for (;;) {
    const path = await hear(asking, 'path of a file, empty to finish> ')
    if (path === '' && Object.keys(files).length > 0) return { response: null, files }
    try {
      if (path !== '') files[basename(path)] = await fileAt(path)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      process.stderr.write(`${error.message}\n`)
    }
  }
}

const askers: Readonly<Record<PendingInteraction['kind'], Asker>> = {
  choose_one: askOnce('number> '),
  confirm: askOnce('y/n> '),
  risk_ack: askOnce('y/n> '),
  open_text: askOnce('> '),
  fill_fields: askFields,
  upload_files: askFiles,
}
