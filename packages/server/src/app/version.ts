import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of this checkout, with a slash at its end. */
export const repository = fileURLToPath(new URL('../../../../', import.meta.url))

export const version: string = JSON.parse(readFileSync(`${repository}package.json`, 'utf8')).version
