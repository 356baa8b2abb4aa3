import { checkDeeply, type DeepCheck } from '../app/deep-check.ts'
import type { Config } from '../config.ts'
import { type Check, fine } from './doctor-check.ts'

const progressEveryMs = 2000
const mostListed = 100

/** Everything that is stored, byte for byte where there is a digest. Long work says how far it is. */
export async function deepChecks({ dataDir, databaseUrl }: Config): Promise<Check[]> {
  if (databaseUrl !== null) return [fine('database', 'In Postgres, and not checked here: pg_amcheck does (docs/postgres.md).')]
  let toldAt = 0
  const found = await checkDeeply(dataDir, (line) => {
    if (performance.now() - toldAt < progressEveryMs) return
    toldAt = performance.now()
    process.stderr.write(`${line}\n`)
  })
  if (found === null) return [fine('database', 'There is none yet.')]
  return [databaseCheck(found), ...runChecks(found)]
}

function databaseCheck({ database: { file, problems } }: DeepCheck): Check {
  if (problems.length === 0) return fine('database', `${file}: no damage found.`)
  const message = `${file} is corrupt: ${problems.slice(0, 5).join('; ')}. Stop the server, copy the data folder, and put back a backup, or save what can be read with this command, and rename the new file.`
  return { name: 'database', ok: false, message, fix: `sqlite3 ${file} .recover | sqlite3 ${file}.new`, needed: true }
}

function runChecks({ runs, damaged }: DeepCheck): Check[] {
  if (damaged.length === 0)
    return [fine('runs', `${runs} checked: events, logs, results and artifacts are as they were written.`)]
  const listed = damaged.slice(0, mostListed).map(({ run_id, path, problem }) => broken(`${run_id}: ${path} ${problem}.`))
  const rest = damaged.length - listed.length
  return rest > 0 ? [...listed, broken(`${rest} more damaged files.`)] : listed
}

/** There is no command that brings back what is lost. */
const broken = (message: string): Check => ({ name: 'runs', ok: false, message, fix: null, needed: true })
