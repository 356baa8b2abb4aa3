import type { Check } from './doctor-check.ts'
import { checkAll } from './doctor-checks.ts'
import { parseWords, refuseUsage, say, UsageError } from './words.ts'

const help = `skill-runner doctor [--json]

Checks this machine and the settings, changes nothing, and lists what is missing with the command that fixes it.
Exit codes: 0 the server can run script skills, 1 it cannot, 2 invalid arguments.
`

/** `skill-runner doctor` */
export async function doctor(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) return say(help)
  try {
    const { values, positionals } = parseWords(args, { json: { type: 'boolean' } })
    if (positionals.length > 0) throw new UsageError(`Unexpected argument "${positionals[0]}"`)
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
  const lines = checks.map(({ name, ok: fine, message, fix }) => {
    const line = `${fine ? 'ok     ' : 'problem'}  ${name.padEnd(width)}  ${message}\n`
    return fix === null ? line : `${line}${' '.repeat(width + 11)}fix: ${fix}\n`
  })
  const end = ok ? 'The server can run script skills.' : 'The server cannot run yet: fix the problems, starting at the top.'
  return `${lines.join('')}\n${end}\n`
}
