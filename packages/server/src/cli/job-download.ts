import type { ClientCommand } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { download, downloadBundle, prepareFolder } from './downloads.ts'
import { exits, helpOf } from './exit-codes.ts'
import { leaveBy } from './leaving.ts'
import { oneLine } from './plain.ts'
import { parseWords, say, UsageError } from './words.ts'

const help = `skill-runner download <job> [artifact …] [flags]

Downloads the artifacts of a job, or only those that are named, and prints the paths of the files.

  --out FOLDER         the folder to download to (default: the current one); existing files are kept, unless you add --force
  --bundle             download one zip instead: result and artifacts, as <job>.zip
  --json               one JSON document on stdout: request_id, files, problems
${serverHelp}
${helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused', 'interrupted')}`

const flags = {
  ...serverFlags,
  out: { type: 'string', default: '.' },
  force: { type: 'boolean' },
  bundle: { type: 'boolean' },
} as const

export const jobDownload: ClientCommand = {
  help,
  async run(args) {
    const { values, positionals } = parseWords(args, flags)
    const [id, ...names] = positionals
    if (id === undefined) throw new UsageError('Name the job')
    if (values.bundle && names.length > 0) throw new UsageError('Use either --bundle or the names of artifacts')
    const runner = await connect(values)
    const { items } = await runner.jobs.artifacts(id)
    await prepareFolder(values.out)
    using leave = leaveBy(null)
    const options = { folder: values.out, force: values.force === true, signal: leave.signal }
    const wanted = names.length === 0 ? items : names.map((name) => ({ path: pathOf(name) }))
    const { files, problems } = values.bundle
      ? await downloadBundle(runner, id, options)
      : await download(runner, id, wanted, options)
    if (values.json) say(`${JSON.stringify({ request_id: id, files, problems }, null, 2)}\n`)
    else say(files.map((file) => `${oneLine(file, 1000)}\n`).join(''))
    for (const problem of problems) process.stderr.write(`${problem}\n`)
    if (problems.length === 0) return exits.succeeded.code
    return leave.reason() === 'interrupted' ? exits.interrupted.code : exits.failed.code
  },
}

/** As the server lists it, or without the folder that all of them are in. */
const pathOf = (name: string): string => (name.startsWith('artifacts/') ? name : `artifacts/${name}`)
