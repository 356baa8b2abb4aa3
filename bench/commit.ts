import { spawnSync } from 'node:child_process'

/** The commit of a checkout, with a + where files differ from it; null where git knows none. */
export function commitOf(root: string): string | null {
  const git = (...args: string[]) => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' })
  const { status, stdout } = git('rev-parse', '--short=12', 'HEAD')
  if (status !== 0) return null
  const isChanged = git('status', '--porcelain', '--untracked-files=no').stdout.trim() !== ''
  return `${stdout.trim()}${isChanged ? '+' : ''}`
}
