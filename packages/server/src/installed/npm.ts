import { rm } from 'node:fs/promises'
import type { Exit, Line } from '../domain/launch.ts'
import { newId } from '../lib/ids.ts'
import { type Bounds, resourcesWithin } from '../process/bounds.ts'
import { execute } from '../process/start.ts'
import { findProgram } from '../sandbox/host.ts'

export interface NpmDeps {
  /** The environment of the server. */
  readonly env: NodeJS.ProcessEnv
  readonly secrets: readonly string[]
  /** What npm may use of the machine; null: all it likes. */
  readonly bounds: Bounds | null
}

interface NpmCall {
  readonly args: readonly string[]
  readonly cwd: string
  /** Where all that it says is kept. */
  readonly log: string
  /** The value of SKILL_RUNNER_MARK: whoever comes after a crash finds it by that. */
  readonly marker: string
  readonly signal: AbortSignal
  readonly timeoutMs: number
  onLine(line: string): void
}

/** Npm could not do it; the message says why, in words for whoever runs the server. */
class NpmFailed extends Error {
  override readonly name = 'NpmFailed'
}

/**
 * Runs npm as the server's own user and answers what it printed on stdout. Where that is root, nothing of a package runs as root all the
 * same: npm unpacks archives, and --ignore-scripts keeps it from starting anything that came in them.
 */
export async function npm({ env, secrets, bounds }: NpmDeps, call: NpmCall): Promise<string> {
  const program = await findProgram('npm', env['PATH'] ?? '')
  if (program === null) throw new NpmFailed('There is no npm on the PATH. Install Node.js together with its npm, and try again.')
  const lines: Line[] = []
  await rm(call.log, { force: true })
  using resources = bounds && resourcesWithin(bounds, `npm-${newId('req')}`, false)
  const exit = await execute(
    {
      argv: [program, ...call.args, ...quietly],
      env: { ...npmEnvironment(env), SKILL_RUNNER_MARK: call.marker },
      cwd: call.cwd,
      stdin: null,
    },
    {
      timeoutMs: call.timeoutMs,
      silenceMs: 0,
      maxOutputBytes: 8 * 1024 * 1024,
      signal: call.signal,
      marker: call.marker,
      ...(resources ? { resources } : {}),
      secrets,
      logs: { stdout: call.log, stderr: call.log },
      onStarted() {},
      async onLines(found) {
        lines.push(...found)
        for (const { text } of found) call.onLine(text.trimEnd())
      },
    },
  )
  const of = (stream: Line['at']['stream']) => lines.filter(({ at }) => at.stream === stream).map(({ text }) => text)
  const problem = problemOf(exit, of('stderr').join(''), call.timeoutMs)
  if (problem !== null) throw new NpmFailed(problem)
  return of('stdout').join('')
}

/** Waits for a registry that does not answer are seconds, not minutes. */
const quietly = [
  ...['--no-audit', '--no-fund', '--no-progress', '--no-update-notifier', '--loglevel=notice'],
  ...['--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=10000'],
]

const passed =
  /^(PATH|HOME|TMPDIR|LANG|LC_\w+|(https?|all|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|NPM_TOKEN|NODE_AUTH_TOKEN|npm_config_.+)$/i
/** Would change what is installed, or where; npm sets some of them itself for the server that it starts. */
const ours =
  /^npm_config_(prefix|local[-_]prefix|global[-_]prefix|global|location|workspaces?|dry[-_]run|package[-_]lock[-_]only|omit|include)$/i

/** What npm may see: how it reaches its registry, and none of our other secrets. */
const npmEnvironment = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && passed.test(name) && !ours.test(name) ? [[name, value]] : [],
    ),
  )

function problemOf(exit: Exit, stderr: string, timeoutMs: number): string | null {
  if (exit.kind === 'exited') return exit.code === 0 ? null : reasonOf(stderr)
  if (exit.kind === 'timed_out') return `It took longer than ${timeoutMs / 1000} s and was ended.`
  if (exit.kind === 'canceled') return 'It was ended before it was done.'
  if (exit.kind === 'not_started') return `It could not be started: ${exit.reason}`
  if (exit.kind === 'limit_exceeded') return `It used more of the machine than it may (${exit.limit}) and was ended.`
  return exit.kind === 'signaled' ? `It was ended by ${exit.signal}.` : 'It printed too much and was ended.'
}

/** What npm said was the matter, in one line. */
function reasonOf(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.replace(/^npm (error|ERR!)/, '').trim())
  const code = lines.find((line) => line.startsWith('code '))?.slice(5)
  const said = lines.find((line) => line && !/^(npm|code|errno|syscall|path|dest) /.test(line))
  return [code, said].filter(Boolean).join(', ') || 'It gave no reason.'
}
