import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { importsOf, type Target, type Tree } from '../../test/imports.ts'

/** Whatever these say may change what any file does. */
const concernsAll = new Set(['package.json', 'package-lock.json', 'tsconfig.json', 'runtime/package.json'])

/** The files that differ from where this branch left `rev` (`origin/main`, or HEAD where there is none), committed or not. */
export function changedFiles(rev: string | null): string[] {
  const base = git('merge-base', 'HEAD', rev ?? (isKnown('origin/main') ? 'origin/main' : 'HEAD'))
  return [
    ...git('diff', '--name-only', base).split('\n'),
    ...git('ls-files', '--others', '--exclude-standard').split('\n'),
  ].filter(Boolean)
}

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()

function isKnown(rev: string): boolean {
  try {
    git('rev-parse', '--verify', '--quiet', rev)
    return true
  } catch {
    return false
  }
}

/** Those of the test files that are changed, or need something that is, by any number of steps. */
export function concerned(tests: readonly string[], changed: readonly string[], users = usersOf(sources())): string[] {
  if (changed.some((file) => concernsAll.has(file))) return [...tests]
  const reached = new Set<string>()
  const left = changed.flatMap((file) => [file, ...foldersOf(file)])
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    left.push(...(users.get(file) ?? []))
  }
  return tests.filter((test) => reached.has(test))
}

function sources(): Tree {
  const files = globSync(['{packages,test,scripts,torture,bench}/**/*.{ts,mjs}', 'examples/**/*.js'], {
    exclude: (path) => path === 'node_modules',
  })
  return Object.fromEntries([...files, 'bootstrap.mjs'].map((file) => [file, readFileSync(file, 'utf8')]))
}

/** Who needs a file or folder: by an import that is still there when it runs, or by naming it (programs that are started, recordings). */
export function usersOf(tree: Tree, exists: (path: string) => boolean = existsSync): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>()
  const note = (path: string, user: string) => users.set(path, (users.get(path) ?? new Set()).add(user))
  for (const { file, target, typeOnly } of importsOf(tree)) {
    const path = pathOf(target)
    if (path !== null && !typeOnly) note(path, file)
  }
  for (const [file, text] of Object.entries(tree)) for (const path of namedIn(file, text).filter(exists)) note(path, file)
  return users
}

function pathOf(target: Target): string | null {
  if (target.kind === 'ours') return target.path
  if (target.kind === 'contract') return `packages/contract/src/${target.file}`
  const [, own] = target.kind === 'package' ? (/^@agent-skill-runner\/(.+)$/.exec(target.name) ?? []) : []
  return own ? `packages/${own}/src/index.ts` : null
}

/** A text in quotes, but for those of imports, that is a path from the file or from the root. */
function namedIn(file: string, text: string): string[] {
  const quoted = [...text.matchAll(/(?<!from |import |import\()'([\w./-]*[./][\w./-]*)'/g)].map(([, path = '']) => path)
  return (
    quoted
      .flatMap((path) => [join(dirname(file), path), normalize(path)])
      .map((path) => path.replace(/\/$/, ''))
      // A folder above names everything, and so nothing.
      .filter((path) => !path.startsWith('.') && !`${file}/`.startsWith(`${path}/`))
  )
}

/** A file is in all of these, and whoever names one of them may read it. */
function foldersOf(file: string): string[] {
  const folder = dirname(file)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}
