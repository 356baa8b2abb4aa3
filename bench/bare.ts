import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Place } from './place.ts'
import { input, scriptOf, stdinOf } from './skills.ts'

/** Whoever runs a program by hand is not root. */
const ordinaryUser = 60_123

const isRoot = process.getuid?.() === 0
export const somebody = (): { uid?: number; gid?: number } => (isRoot ? { uid: ordinaryUser, gid: ordinaryUser } : {})

/** The very script of the measured skill with the same stdin, and nothing around it. Answers how long it took. */
export async function runBare(place: Place): Promise<number> {
  const script = scriptOf(place.skills, 'bench-echo')
  const began = performance.now()
  const child = spawn('sh', [script], { cwd: join(dirname(script), '..'), env: { PATH: '/usr/bin:/bin' } })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  child.stdin.end(stdinOf(input))
  const [code, output] = await Promise.all([ended, text(child.stdout)])
  const ms = performance.now() - began
  if (code !== 0 || JSON.parse(output).ok !== true) throw new Error(`The bare process failed: ${code} ${output}`)
  return ms
}
