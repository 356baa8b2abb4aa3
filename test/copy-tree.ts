import { cpSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** What a clone would hold if this state were committed: all that .gitignore does not leave out. */
export function copyTree(to: string): void {
  const built = ['packages/web/dist', 'packages/web/dist.new']
  const left = new Set(['.git', 'data', '.cache', 'skill-runner.toml', ...built].map((name) => join(root, name)))
  const filter = (path: string) => !left.has(path) && !/(^|\/)node_modules$|\.log$/.test(path)
  cpSync(root, to, { recursive: true, filter })
}
