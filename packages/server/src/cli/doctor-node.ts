import { readFileSync } from 'node:fs'
import { type Check, fine } from './doctor-check.ts'

/** What the bootstrap goes by too; where the machine has an older one, it brings its own. */
const runtime = new URL('../../../../runtime/package.json', import.meta.url)

export function checkNode(version: string): Check {
  const { leastNode } = JSON.parse(readFileSync(runtime, 'utf8')) as { readonly leastNode: string }
  // By numbers: 24.10 is newer than 24.6.
  if (version.localeCompare(leastNode, 'en', { numeric: true }) >= 0) return fine('node', `${version}.`)
  const message = `${version} is too old: ${leastNode} or newer is required.`
  return { name: 'node', ok: false, message, fix: 'npm start', needed: true }
}
