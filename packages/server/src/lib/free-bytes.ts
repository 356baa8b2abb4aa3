import { statfs } from 'node:fs/promises'

const freshMs = 1000

/** Free bytes of the disk that a folder lies on. Asked often, it looks once a second. */
export function freeBytesOf(folder: string, look: (folder: string) => Promise<number> = lookAt): () => Promise<number> {
  let last: { readonly at: number; readonly free: Promise<number> } | null = null
  return () => {
    const now = performance.now()
    if (last && now - last.at < freshMs) return last.free
    const free = look(folder)
    last = { at: now, free }
    // A look that failed is no answer to the next one.
    free.catch(() => {
      last = null
    })
    return free
  }
}

async function lookAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
