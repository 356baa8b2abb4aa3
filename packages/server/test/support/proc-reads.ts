import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** The numbers of the processes that were looked at in /proc meanwhile, and whether all were listed. The calls themselves are the real ones. */
export async function lookedAtDuring(work: () => Promise<unknown>): Promise<{ pids: Set<string>; listedAll: boolean }> {
  const paths: string[] = []
  const { openSync, readdirSync, readFileSync } = fs
  const noting = <T extends (...args: never[]) => unknown>(call: T): T =>
    new Proxy(call, {
      apply(target, self, args) {
        paths.push(String(args[0]))
        return Reflect.apply(target, self, args)
      },
    })
  Object.assign(fs, { openSync: noting(openSync), readdirSync: noting(readdirSync), readFileSync: noting(readFileSync) })
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    Object.assign(fs, { openSync, readdirSync, readFileSync })
    syncBuiltinESMExports()
  }
  const pids = paths.flatMap((path) => /^\/proc\/(\d+)\//.exec(path)?.[1] ?? [])
  return { pids: new Set(pids), listedAll: paths.includes('/proc') }
}
