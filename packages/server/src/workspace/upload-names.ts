import { pathProblem } from '../lib/relative-path.ts'

const deepest = 32
const longestPath = 1024
const longestPart = 255
/** A few entries can name a great many folders, each of which costs as much as a file. */
const mostFolders = 2000

export interface Names {
  /** Why nothing of that name is taken; null: it is, and from now on it is there. */
  add(path: string, kind: 'file' | 'folder'): string | null
}

/** The names in one upload. Two that some file system takes for one are not taken together: the second would be written over the first. */
export class UploadNames implements Names {
  readonly #seen = new Map<string, { readonly path: string; readonly kind: 'file' | 'folder' }>()
  #folders = 0

  add(path: string, kind: 'file' | 'folder'): string | null {
    return pathProblem(path) ?? sizeProblem(path) ?? this.#wayProblem(path) ?? this.#claim(path, kind)
  }

  /** Folders on the way count as named, whether the upload lists them or not. */
  #wayProblem(path: string): string | null {
    const parts = path.split('/')
    for (let length = 1; length < parts.length; length++) {
      const problem = this.#claim(parts.slice(0, length).join('/'), 'folder')
      if (problem) return problem
    }
    return null
  }

  #claim(path: string, kind: 'file' | 'folder'): string | null {
    const key = foldCase(path)
    const other = this.#seen.get(key)
    this.#seen.set(key, { path, kind })
    if (!other && kind === 'folder') this.#folders += 1
    if (this.#folders > mostFolders) return `with it there are more than ${mostFolders} folders`
    if (!other || (other.path === path && other.kind === 'folder' && kind === 'folder')) return null
    if (other.path !== path) return `it differs from ${JSON.stringify(other.path)} in nothing but upper and lower case or accents`
    return other.kind === kind ? 'it is there twice' : 'it is both a file and a folder'
  }
}

function sizeProblem(path: string): string | null {
  const parts = path.split('/')
  // Whatever prints a name would print these too.
  if (/\p{Cc}/u.test(path)) return 'it holds a control character'
  if (parts.length > deepest) return `it lies deeper than ${deepest} folders`
  if (Buffer.byteLength(path) > longestPath) return `it is longer than ${longestPath} bytes`
  if (parts.some((part) => Buffer.byteLength(part) > longestPart)) return `a part of it is longer than ${longestPart} bytes`
  return null
}

const foldCase = (path: string): string => path.normalize('NFC').toUpperCase().toLowerCase()
