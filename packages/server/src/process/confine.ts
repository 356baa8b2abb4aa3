import type { Command, Confinement, Rlimit } from '../domain/launch.ts'

/** The same number on every processor that Node runs on under Linux. */
const resources = { cpu: 0, fsize: 1, nproc: 6, nofile: 7 } as const

/** The number of prlimit64 on the processors that Node runs on. */
const prlimitCalls: Readonly<Record<string, number>> = {
  x64: 302,
  arm64: 261,
  riscv64: 261,
  loong64: 261,
  ppc64: 325,
  s390x: 334,
}

/** The number of prctl on the same. */
const prctlCalls: Readonly<Record<string, number>> = { x64: 157, arm64: 167, riscv64: 167, loong64: 167, ppc64: 171, s390x: 172 }

/** For the nursery: a command dies with it from its first moment on. */
export function dyingText(): string {
  const call = prctlCalls[process.arch]
  return call === undefined ? '' : `dies ${call}\n`
}

/** For the starter, a line each: the verb, its words, and a path last. */
export function confinementText({ confinement }: Command): string {
  if (!confinement) return ''
  const { joins, birthplace, oomScore, rlimits } = confinement
  const call = prlimitCalls[process.arch]
  return [
    ...(birthplace === null ? [] : [`birth ${birthplace}`]),
    ...joins.map((file) => `write 0 ${file}`),
    ...(oomScore === null ? [] : [`write ${oomScore} /proc/self/oom_score_adj`]),
    ...(call === undefined ? [] : rlimits).map(({ name, soft, hard }) => `rlimit ${call} ${resources[name]} ${soft} ${hard}`),
  ].join('\n')
}

/** The same by a shell that becomes the program, for whoever cannot do it in the new process: one that starts it by spawn(). */
export function confinedArgv({
  argv,
  confinement,
}: {
  readonly argv: Command['argv']
  readonly confinement: Confinement | undefined
}): readonly [string, ...string[]] {
  if (!confinement) return argv
  const { joins, birthplace, oomScore, rlimits } = confinement
  const files = [...joins, ...(birthplace === null ? [] : [`${birthplace}/cgroup.procs`])]
  const steps = [
    ...files.map((file) => `echo 0 > ${quoted(file)}`),
    ...(oomScore === null ? [] : [`echo ${oomScore} > /proc/self/oom_score_adj`]),
    ...rlimits.flatMap(ulimits),
    'exec "$@"',
  ]
  return ['/bin/sh', '-c', steps.join(' && '), 'confined', ...argv]
}

/** In the units of a shell: files are counted in blocks of 512 bytes. A shell has no common letter for processes. */
function ulimits({ name, soft, hard }: Rlimit): string[] {
  if (name === 'nproc') return []
  const [letter, unit] = { cpu: ['t', 1] as const, fsize: ['f', 512] as const, nofile: ['n', 1] as const }[name]
  return [`ulimit -S -${letter} ${Math.ceil(soft / unit)}`, `ulimit -H -${letter} ${Math.ceil(hard / unit)}`]
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
