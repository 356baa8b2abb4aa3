import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'

/** Watches folders by name, each on its own: the system's recursive watch costs one handle per file. */
export class Watches {
  readonly #watchers = new Map<string, FSWatcher[]>()
  readonly #onError: (error: unknown, folder: string) => void

  constructor(onError: (error: unknown, folder: string) => void) {
    this.#onError = onError
  }

  /**
   * Watches these folders below root instead of those watched under this key before. Called before reading them, so that no
   * change falls between: a folder that was replaced is another one under the same name, and the old watch would not see it.
   */
  set(key: string, root: string, folders: readonly string[], onChange: (name: string | null) => void): void {
    const before = this.#watchers.get(key) ?? []
    const now = folders.flatMap((folder) => this.#open(join(root, folder), onChange))
    this.#watchers.set(key, now)
    for (const watcher of before) watcher.close()
  }

  drop(key: string): void {
    for (const watcher of this.#watchers.get(key) ?? []) watcher.close()
    this.#watchers.delete(key)
  }

  close(): void {
    for (const key of [...this.#watchers.keys()]) this.drop(key)
  }

  #open(folder: string, onChange: (name: string | null) => void): FSWatcher[] {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => onChange(name))
      watcher.on('error', (error) => this.#onError(error, folder))
      return [watcher]
    } catch (error) {
      this.#onError(error, folder)
      return []
    }
  }
}
