import type { Job, SkillRunner } from '@agent-skill-runner/sdk/source'
import { problemText } from './client-command.ts'
import { download } from './downloads.ts'
import { exits } from './exit-codes.ts'
import { exitOf } from './follow.ts'
import { documentOf } from './job-document.ts'
import type { Leave } from './leaving.ts'
import { oneLine } from './plain.ts'
import { say } from './words.ts'

export interface EndFlags {
  readonly json?: boolean | undefined
  readonly out?: string | undefined
  readonly force?: boolean | undefined
}

/** A command that tells how a run ended. */
export interface Telling {
  readonly runner: Pick<SkillRunner, 'jobs'>
  readonly values: EndFlags
  readonly leave: Leave
}

/** Prints what a run that ended came to, whatever becomes of the files that it left. */
export async function tellEnd({ runner, values: { json, out, force }, leave }: Telling, job: Job): Promise<number> {
  const { request_id: id, status, result } = job
  // Who reads only the result must not take it for the answer of a model.
  const recording = result?.validation_warnings.find(({ code }) => code === 'RECORDING_PLAYED')
  if (recording) process.stderr.write(`${recording.message}\n`)
  if (!json && status === 'succeeded') say(`${JSON.stringify(result?.data, null, 2)}\n`)
  const { files, problems } =
    out === undefined
      ? { files: [], problems: [] }
      : await download(runner, id, result?.artifacts ?? [], { folder: out, force: force === true, signal: leave.signal })
  if (json) say(documentOf(job, { result, files }))
  for (const line of [...files.map((file) => oneLine(file, 1000)), ...problems]) process.stderr.write(`${line}\n`)
  const error = result?.error ?? job.error
  if (error) process.stderr.write(problemText(error))
  if (problems.length > 0 && leave.reason() === 'interrupted') return exits.interrupted.code
  return problems.length > 0 && status === 'succeeded' ? exits.failed.code : exits[exitOf[status]].code
}
