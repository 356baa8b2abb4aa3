import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { noSmallDisk } from '../../packages/server/test/support/small-disk.ts'

/** Of this process: it runs where its folder is a small disk. */
const mark = 'TORTURE_ON_OWN_DISK'

export const isOnOwnDisk = (): boolean => process.env[mark] === '1'

/** Why there is none; null: there can be one. */
export const noOwnDisk = noSmallDisk

const script = 'mount -t tmpfs -o size=192m,mode=0755 tmpfs "$1" && shift && exec "$@"'

/** The same command once more, with a disk in memory on that folder that nobody else sees. It is gone with the process. */
export async function repeatOnOwnDisk(folder: string): Promise<number> {
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const child = spawn(
    'unshare',
    ['--mount', '--propagation', 'private', 'sh', '-c', script, 'sh', folder, ...again, '--folder', folder],
    {
      env: { ...process.env, [mark]: '1' },
      // The last one counts, and ends with us.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  const [code] = await once(child, 'exit')
  return code ?? 1
}
