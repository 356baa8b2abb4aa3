import { dirname } from 'node:path'
import type { Launch } from '../domain/launch.ts'

/**
 * What the C library obeys before main(), and perl, and bash where it is /bin/sh: in the environment of a wrapper it would run code before
 * the child is what it has to be.
 */
const loaderVariable =
  /^(LD_|GLIBC_|MALLOC_|PERL(5|LIB$|IO|_)|BASH(_|OPTS$)|SHELLOPTS$|PS4$|GCONV_PATH$|LOCPATH$|NLSPATH$|LANGUAGE$)/

/**
 * The environment of the wrapper, which hands it on: values stay out of the command line, which every user of the host can read.
 * PATH is ours unless the launch has its own.
 */
export function wrappedEnv(env: Launch['env'], node: string): Record<string, string> {
  const plain = Object.entries(env).filter(([name]) => !loaderVariable.test(name))
  return { PATH: [...new Set([dirname(node), '/usr/local/bin', '/usr/bin', '/bin'])].join(':'), ...Object.fromEntries(plain) }
}

/** The child's own command, which gets the loader's variables only when all wrappers are done. */
export function withLoaderVariables({ argv, env }: Launch): readonly string[] {
  const late = Object.entries(env).filter(([name]) => loaderVariable.test(name))
  return late.length === 0 ? argv : ['/usr/bin/env', ...late.map(([name, value]) => `${name}=${value}`), ...argv]
}
