import type { WarmUp } from '../engine.ts'
import { homeFiles, opencodeEnv } from './launch.ts'

/**
 * Makes the database that every fresh home would have to make first, all of it in the one file: what stood beside it could be taken for
 * a part of another database, when that of a session takes its place.
 */
export const opencodeWarmUp: WarmUp = {
  launch: (request) => ({
    argv: [request.program.path, 'db', 'PRAGMA wal_checkpoint(TRUNCATE)'],
    env: opencodeEnv(request),
    stdin: null,
    files: homeFiles({}),
    shown: [],
  }),
  keeps: /^\.local\/share\/opencode\/opencode\.db$/,
}
