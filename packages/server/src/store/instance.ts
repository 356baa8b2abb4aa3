import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newId } from '../lib/ids.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import type { Writer } from './database.ts'

/**
 * A data folder and its database elsewhere name each other. With a database of another folder, every file here would be one that no row
 * knows, and would be swept. Where several servers share the database, a folder that nobody has used yet joins the others.
 */
export async function requirePair(db: Writer, folder: string, isShared: boolean): Promise<void> {
  const known = await storedIn(db)
  const file = instanceFile(folder)
  const named = readName(file)
  if (known !== null && known === named) return
  if (known !== null && named === null && readName(`${file}.new`) === known) return settle(file)
  if (named !== null || (known !== null && !(isShared && isUnused(folder)))) throw new Error(mismatch(folder, named, known))
  requireNoSqlite(folder)
  return begin(db, file)
}

/** SQLite in a folder whose jobs are in Postgres would know none of them. */
export function requireNoOtherDatabase(folder: string): void {
  if (existsSync(instanceFile(folder)))
    throw new Error(
      `The jobs of the data folder ${folder} are in Postgres. Set SKILL_RUNNER_DATABASE_URL as before, or use another folder: SKILL_RUNNER_DATA_DIR=…`,
    )
}

const instanceFile = (folder: string): string => join(folder, 'instance')

async function storedIn(db: Writer): Promise<string | null> {
  const row = await db.first<{ value: string }>("select value from settings where name = 'instance_id'")
  return row?.value ?? null
}

/** First here, so that a start that is cut off between the two can go on. Of several that begin at once the database takes one name. */
async function begin(db: Writer, file: string): Promise<void> {
  const id = readName(`${file}.new`) ?? newId('inst')
  writeFileSync(`${file}.new`, `${id}\n`, { flush: true })
  await db.run("insert into settings (name, value) values ('instance_id', ?) on conflict (name) do nothing", [id])
  const known = await storedIn(db)
  if (known !== id) writeFileSync(`${file}.new`, `${known}\n`, { flush: true })
  return settle(file)
}

async function settle(file: string): Promise<void> {
  renameSync(`${file}.new`, file)
  await syncFolder(dirname(file))
}

const readName = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8').trim() : null)

/** It has no files that only a row can explain. */
const isUnused = (folder: string): boolean =>
  ['runs', 'requests', 'projects'].every(
    (name) => !existsSync(join(folder, name)) || readdirSync(join(folder, name)).length === 0,
  )

function requireNoSqlite(folder: string): void {
  const size = statSync(join(folder, 'runs.db'), { throwIfNoEntry: false })?.size ?? 0
  if (size > 0)
    throw new Error(
      `The data folder ${folder} has the jobs of a server with SQLite (runs.db), and SKILL_RUNNER_DATABASE_URL names another database. ` +
        'Unset it, or use another folder: SKILL_RUNNER_DATA_DIR=…',
    )
}

function mismatch(folder: string, named: string | null, known: string | null): string {
  const folders = named === null ? 'has no file named instance' : `belongs to ${named}`
  const databases = known === null ? 'is empty' : `belongs to ${known}`
  return (
    `The data folder ${folder} ${folders}, and the database ${databases}: they do not belong together, and the files of the folder would be ` +
    'deleted as unknown. Correct SKILL_RUNNER_DATABASE_URL or SKILL_RUNNER_DATA_DIR; docs/postgres.md says how to restore a backup.'
  )
}
