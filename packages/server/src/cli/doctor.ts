import type { Check } from './doctor-check.ts'
import { checkAll } from './doctor-checks.ts'
import { parseWords, refuseUsage, say, UsageError } from './words.ts'

const help = `skill-runner doctor [--json]

Looks at this machine and its settings, changes nothing, and says what is missing and the one command that mends it.
Exit codes: 0 the server can run skills that are scripts, 1 it cannot, 2 the command was not understood.
`

/** `skill-runner doctor` */
export async function doctor(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) return say(help)
  try {
    const { values, positionals } = parseWords(args, { json: { type: 'boolean' } })
    if (positionals.length > 0) throw new UsageError(`doctor takes no "${positionals[0]}"`)
    const checks = await checkAll()
    const ok = checks.every((check) => check.ok || !check.needed)
    process.stdout.write(values.json ? `${JSON.stringify({ ok, checks }, null, 2)}\n` : shown(checks, ok))
    return ok ? 0 : 1
  } catch (error) {
    if (error instanceof UsageError) return refuseUsage(error.message, 'doctor')
    throw error
  }
}

function shown(checks: readonly Check[], ok: boolean): string {
  const width = Math.max(...checks.map(({ name }) => name.length))
  const lines = checks.map(({ name, ok: fine, message, mend }) => {
    const line = `${fine ? 'ok     ' : 'problem'}  ${name.padEnd(width)}  ${message}\n`
    return mend === null ? line : `${line}${' '.repeat(width + 11)}mend it: ${mend}\n`
  })
  const end = ok ? 'The server can run skills that are scripts.' : 'The server cannot run yet: mend the problems from the top.'
  return `${lines.join('')}\n${end}\n`
}
