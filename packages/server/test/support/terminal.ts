import { spawn } from 'node:child_process'
import { once } from 'node:events'

interface AtTerminal {
  readonly code: number | null
  readonly said: string
}

/** What is typed once the program has said a text. */
type Typed = readonly [after: string, keys: string]

/** Runs a program at a terminal of its own, and types what it is asked for. */
export async function atTerminal(argv: readonly string[], env: NodeJS.ProcessEnv, typed: readonly Typed[]): Promise<AtTerminal> {
  const command = argv.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
  const child = spawn('script', ['-qec', `exec ${command}`, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const left = [...typed]
  let said = ''
  let heardUpTo = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
    for (const [after, keys] of left) {
      const at = said.indexOf(after, heardUpTo)
      if (at < 0) break
      heardUpTo = at + after.length
      left.shift()
      child.stdin.write(keys)
    }
  })
  const [code] = await once(child, 'close')
  return { code, said: said.replaceAll('\r', '') }
}
