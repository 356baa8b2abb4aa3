import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { AnswerOf, ProjectArtifacts } from '@agent-skill-runner/sdk/source'
import { messageOf } from '../lib/thrown.ts'
import { fileAt, pairsOf } from './given-values.ts'
import { plain } from './plain.ts'
import { UsageError } from './words.ts'

export const filesHelp = `  --input PATH=FILE    upload a file, and give it to the command as PATH; PATH=art_… gives an artifact. Repeat it for more
  --output PATH        keep this file of the command as an artifact; repeat it for more`

export const filesFlags = {
  input: { type: 'string', multiple: true },
  output: { type: 'string', multiple: true },
} as const

interface FilesGiven {
  readonly input?: string[] | undefined
  readonly output?: string[] | undefined
}

/** An output as it was typed: where it lies, and where it is to be written; null: it stays an artifact. */
interface Output {
  readonly path: string
  readonly file: string | null
}

const outputsIn = ({ output = [] }: FilesGiven): Output[] =>
  output.map((given) => {
    const at = given.indexOf('=')
    return at < 0 ? { path: given, file: null } : { path: given.slice(0, at), file: given.slice(at + 1) }
  })

/** What a request asks to be brought and taken. Files are uploaded first. */
export async function filesOf(artifacts: ProjectArtifacts, given: FilesGiven) {
  const inputs = []
  for (const [mount_path, source] of pairsOf('--input', given.input ?? []))
    inputs.push({ mount_path, artifact_id: await artifactOf(artifacts, source) })
  const outputs = outputsIn(given).map(({ path }) => ({ path }))
  return { ...(inputs.length > 0 ? { inputs } : {}), ...(outputs.length > 0 ? { outputs } : {}) }
}

/** Files are written by the command that waits for them only. */
export function refuseFiles(given: FilesGiven): void {
  const named = outputsIn(given).find(({ file }) => file !== null)
  if (named) throw new UsageError(`--output ${named.path}=… writes a file with exec run only; else use exec artifacts get`)
}

async function artifactOf(artifacts: ProjectArtifacts, source: string): Promise<string> {
  if (/^art_\w+$/.test(source)) return source
  return (await artifacts.upload(basename(source), await fileAt(source))).artifact_id
}

type Taken = Pick<AnswerOf<'runExecCommand'>, 'created_artifacts' | 'output_errors'>

/** Tells what became of the outputs, and writes those that are to be files here. */
export async function bringOutputs(artifacts: ProjectArtifacts, given: FilesGiven, taken: Taken): Promise<void> {
  const files = new Map(outputsIn(given).map(({ path, file }) => [path, file]))
  for (const { path, artifact_id } of taken.created_artifacts) {
    const file = files.get(path) ?? null
    if (file === null) process.stderr.write(plain(`${path} is ${artifact_id}\n`))
    else await save(artifacts, artifact_id, file)
  }
  for (const { path, message } of taken.output_errors) process.stderr.write(plain(`${path} was not taken: ${message}\n`))
}

export async function save(artifacts: ProjectArtifacts, id: string, file: string): Promise<void> {
  const content = Buffer.from(await (await artifacts.read(id)).arrayBuffer())
  await writeFile(file, content).catch((error: unknown) => {
    throw new UsageError(`${file} cannot be written: ${messageOf(error)}`)
  })
}
