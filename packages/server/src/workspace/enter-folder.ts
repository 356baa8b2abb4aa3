import { fchmodSync, fchownSync, mkdirSync } from 'node:fs'
import type { Identity } from '../domain/launch.ts'
import { Fault } from '../lib/fault.ts'
import { codeOf, isRefusal } from '../lib/thrown.ts'
import { type OpenFolder, openFolder, openIn } from './open-folder.ts'
import { reasonOf } from './walk-files.ts'

/**
 * Opens a folder below one that children write to, and makes what is missing on the way, owned by the child. It goes from opened folder to
 * opened folder: a link anywhere on the way is refused, also one that is put there meanwhile. The caller closes it.
 */
export function enterFolder(root: string, names: readonly string[], identity: Identity | null): OpenFolder {
  let folder = orRefuse('.', () => openFolder(root))
  for (const [index, name] of names.entries()) {
    using above = folder
    folder = orRefuse(names.slice(0, index + 1).join('/'), () => openOrMake(above, name, identity))
  }
  return folder
}

function openOrMake(above: OpenFolder, name: string, identity: Identity | null): OpenFolder {
  try {
    return openIn(above, name)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  mkdirSync(above.place(name))
  const made = openIn(above, name)
  // By its descriptor: something else may have its name by now.
  fchmodSync(made.fd, 0o755)
  if (identity) fchownSync(made.fd, identity.uid, identity.gid)
  return made
}

/** Whatever the child made of a place, the path is what is wrong. */
export function orRefuse<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (!isRefusal(error)) throw error
    const isInTheWay = ['ELOOP', 'ENOTDIR'].includes(codeOf(error))
    throw new Fault('PATH_INVALID', { path, problem: isInTheWay ? 'it leads through a link or a file' : reasonOf(error) })
  }
}
