import type { EngineCommand } from './engine.ts'
import { sayingFaults, sayJson } from './engine-account.ts'
import { openSession } from './tools.ts'
import { parseWords, say, UsageError } from './words.ts'

const help = `skill-runner engine rollback <engine> [--json]

Switches to the version that was in use before the last installation or upgrade. Run it again to return. Nothing is downloaded or deleted:
versions are kept side by side, and runs that use another one continue.

  --json    one JSON document on stdout: engine, version; or error

Exit codes: 0 switched, 1 not switched, 2 invalid arguments.
`

export const engineRollback: EngineCommand = {
  help,
  async run(args) {
    const { values, positionals } = parseWords(args, { json: { type: 'boolean' } })
    const [name, more] = positionals
    if (name === undefined) throw new UsageError('Name the engine to roll back')
    if (more !== undefined) throw new UsageError(`Unexpected argument "${more}": one engine at a time`)
    await using session = await openSession()
    if (session === null) return 1
    const { installer } = session
    return sayingFaults(values.json === true, async () => {
      const version = await installer.rollback(name)
      return values.json ? sayJson({ engine: name, version }) : say(`${name} ${version} is in use again.\n`)
    })
  },
}
