import { diskTroubleOf } from '../lib/disk-trouble.ts'
import { messageOf } from '../lib/thrown.ts'

/** The file of the database is not what was written to it: it is named, with the ways out. */
class CorruptDatabase extends Error {
  override readonly name = 'CorruptDatabase'
  readonly code = 'DATABASE_CORRUPT'

  constructor(file: string, cause: unknown) {
    super(
      `The database ${file} is corrupt (${messageOf(cause)}). Stop the server and copy the data folder. Then put back a backup of the ` +
        `folder, or save what can be read: sqlite3 runs.db .recover | sqlite3 new.db, and rename new.db to runs.db. ` +
        `./skill-runner doctor --deep lists what is damaged.`,
      { cause },
    )
  }
}

/** Does it, and names the file where the database finds that it is corrupt. */
export function namingFile<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw diskTroubleOf(error) === 'DATABASE_CORRUPT' && !(error instanceof CorruptDatabase)
      ? new CorruptDatabase(file, error)
      : error
  }
}
