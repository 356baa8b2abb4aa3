import type { Check } from './doctor-check.ts'
import { checkAll } from './doctor-checks.ts'
import { noWords } from './one-word.ts'
import { parseWords, refuseUsage, say, UsageError } from './words.ts'

const help = `skill-runner doctor [--deep] [--json]

Checks this machine and the settings, changes nothing, and lists what is missing with the command that fixes it.
--deep also reads everything that is stored, which may take long: the database, and the events, logs, results and
artifacts of all runs by their digests. It works with the server stopped, and beside a running one.
Exit codes: 0 the server can run script skills, 1 it cannot, or stored data is damaged, 2 invalid arguments.
`

/** `skill-runner doctor` */
export async function doctor(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) return say(help)
  try {
    const { values, positionals } = parseWords(args, { json: { type: 'boolean' }, deep: { type: 'boolean' } })
    noWords(positionals)
    const checks = await checkAll(values.deep ?? false)
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
  return `${lines.join('')}\n${endOf(checks, ok)}\n`
}

function endOf(checks: readonly Check[], ok: boolean): string {
  const lacksEngine = checks.some((check) => !check.ok && check.name.startsWith('engine '))
  if (ok && lacksEngine)
    return 'The server can run script skills. For prompt skills one engine is enough: leave the others as they are.'
  if (ok) return 'The server can run script skills.'
  const isStored = ({ name }: Check) => ['database', 'runs'].includes(name)
  if (checks.some((check) => !check.ok && check.needed && !isStored(check)))
    return 'The server cannot run yet: fix the problems, starting at the top.'
  return 'Stored data is damaged: restore it from a backup, or delete the jobs that it belongs to.'
}
