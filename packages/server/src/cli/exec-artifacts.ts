import { basename } from 'node:path'
import type { ClientCommand } from './client-command.ts'
import { save } from './exec-files.ts'
import { projectFlags, projectHelp, projectOf } from './exec-flags.ts'
import { helpOf } from './exit-codes.ts'
import { firstOf } from './first-of.ts'
import { fileAt } from './given-values.ts'
import { numberOf } from './leaving.ts'
import { noWords, oneWord } from './one-word.ts'
import { plain } from './plain.ts'
import { tableOf } from './table.ts'
import { parseWords, say } from './words.ts'

const endings = helpOf('succeeded', 'usage', 'unreachable', 'refused')

export const artifactsList: ClientCommand = {
  help: `skill-runner exec artifacts list [--limit N] [--json]

Lists the artifacts of a project, the newest first.

  --limit N            at most so many (default: 20)
${projectHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, { ...projectFlags, limit: { type: 'string' } })
    noWords(positionals)
    const most = numberOf('--limit', values.limit) ?? 20
    const { artifacts } = await projectOf(values)
    const found = await firstOf(artifacts.list({ limit: most }), most)
    if (values.json) return say(`${JSON.stringify(found, null, 2)}\n`)
    const rows = found.map(({ artifact_id, bytes, source, source_id, created_at, name }) => [
      ...[artifact_id, String(bytes), source_id ?? source, created_at, plain(name)],
    ])
    return say(tableOf([['ARTIFACT', 'BYTES', 'FROM', 'CREATED', 'NAME'], ...rows]))
  },
}

export const artifactsGet: ClientCommand = {
  help: `skill-runner exec artifacts get <artifact> [--out FILE]

Prints an artifact as it is, or writes it to a file. --json describes it instead.

  --out FILE           write it there
  --json               what is known about it, as one JSON document
${projectHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, { ...projectFlags, out: { type: 'string' } })
    const id = oneWord(positionals, 'the artifact')
    const { artifacts } = await projectOf(values)
    if (values.json) return say(`${JSON.stringify(await artifacts.get(id), null, 2)}\n`)
    if (values.out !== undefined) {
      await save(artifacts, id, values.out)
      return 0
    }
    const bytes = Buffer.from(await (await artifacts.read(id)).arrayBuffer())
    process.stdout.write(process.stdout.isTTY ? plain(bytes.toString('utf8')) : bytes)
    return 0
  },
}

export const artifactsPut: ClientCommand = {
  help: `skill-runner exec artifacts put <file> [--name NAME] [--json]

Uploads a file, and prints its id: exec run --input PATH=ID gives it to a command.

  --name NAME          what it is called (default: the name of the file)
${projectHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, { ...projectFlags, name: { type: 'string' } })
    const path = oneWord(positionals, 'the file to upload')
    const content = await fileAt(path)
    const { artifacts } = await projectOf(values)
    const artifact = await artifacts.upload(values.name ?? basename(path), content)
    return say(values.json ? `${JSON.stringify(artifact, null, 2)}\n` : `${artifact.artifact_id}\n`)
  },
}

export const artifactsDelete: ClientCommand = {
  help: `skill-runner exec artifacts delete <artifact> [--json]

Deletes an artifact.

${projectHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, projectFlags)
    const id = oneWord(positionals, 'the artifact to delete')
    const { artifacts } = await projectOf(values)
    const removed = await artifacts.remove(id)
    return say(values.json ? `${JSON.stringify(removed, null, 2)}\n` : plain(`${id} is deleted.\n`))
  },
}
