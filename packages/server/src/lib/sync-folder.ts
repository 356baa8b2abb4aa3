import { open } from 'node:fs/promises'

/** A new or renamed file is durable only when its folder says so. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}
