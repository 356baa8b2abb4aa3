import { serve } from './serve.ts'

const help = `Agent Skill Runner: runs Agent Skills over REST and returns validated results.

  serve       start the server (the default)
  engine      list, install and upgrade engines
  doctor      say what is missing on this machine, and how to mend it
  --help      this text
  --version   the version

Settings come from the environment or from skill-runner.toml; docs/configuration.md lists them all.
`

/** Parses, calls, prints. Answers the exit code. */
export async function run(args: readonly string[]): Promise<number> {
  const [command = 'serve', ...rest] = args
  if (command === 'engine') return (await import('./engine.ts')).engine(rest)
  if (command === 'doctor') return (await import('./doctor.ts')).doctor(rest)
  if (command === '--help' || command === 'help' || rest.includes('--help')) return say(help)
  if (command === '--version') return say(`${(await import('../app.ts')).version}\n`)
  if (command === 'serve' && rest.length === 0) return serve()
  process.stderr.write(`Unknown command: ${args.join(' ')}\n\n${help}`)
  return 2
}

function say(text: string): number {
  process.stdout.write(text)
  return 0
}
