import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { repository } from '../app/version.ts'

/** Only a clone has the bootstrap: the npm package is this program without what is for work on it. */
export const isClone: boolean = existsSync(join(repository, 'bootstrap.mjs'))

/** The folder in which the server starts, with its settings and its data. A package that is replaced must not take them along. */
export const serverFolder: string = isClone ? repository : join(homedir(), '.skill-runner')
