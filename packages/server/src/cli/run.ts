import type { ClientCommand } from './client-command.ts'
import { exits, helpOf } from './exit-codes.ts'
import { closeQuietly } from './quiet-pipes.ts'
import { say } from './words.ts'

const help = `Agent Skill Runner: runs Agent Skills over REST and returns validated results.

On this machine:
  serve       start the server
  engine      list, install and upgrade engines
  token       create, list and revoke tokens of the server
  key         list, replace and export the keys that sign receipts
  verify      check a bundle that somebody handed you, offline
  doctor      list what is missing on this machine, and how to fix it
  service     start the server with the machine, by systemd

With a running server, local or remote:
  run         run a skill and print its result
  watch       show what happens in a run
  reply       answer the question of a run
  cancel      end a run
  jobs        list jobs
  result      print the result of a run that has ended
  receipt     print the signed receipt of a run
  logs        print the output of a run
  download    download the artifacts of a job
  rerun       run a job again
  record      write a run into a skill, as a recording that replay plays
  cleanup     delete jobs that have ended
  skill       create, list, test, install, validate, restore and remove skills
  exec        run commands and tasks in the skills of a project
  mcp         connect an MCP client, by stdin and stdout

  <command> --help   help for one command
  --version          print the version

Settings come from the environment or from skill-runner.toml or .yaml. docs/configuration.md lists them; docs/cli.md describes these commands.

${helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused', 'canceled', 'asks', 'underWay', 'unverified', 'notGraded', 'interrupted')}`

/** Each is loaded only when it is asked for: a command that speaks to a server needs nothing of one. */
const clients: Readonly<Record<string, () => Promise<ClientCommand>>> = {
  run: async () => (await import('./job-run.ts')).jobRun,
  watch: async () => (await import('./job-watch.ts')).jobWatch,
  reply: async () => (await import('./job-reply.ts')).jobReply,
  cancel: async () => (await import('./job-cancel.ts')).jobCancel,
  jobs: async () => (await import('./job-list.ts')).jobList,
  result: async () => (await import('./job-result.ts')).jobResult,
  receipt: async () => (await import('./job-receipt.ts')).jobReceipt,
  verify: async () => (await import('./verify.ts')).verify,
  logs: async () => (await import('./job-logs.ts')).jobLogs,
  download: async () => (await import('./job-download.ts')).jobDownload,
  rerun: async () => (await import('./job-rerun.ts')).jobRerun,
  record: async () => (await import('./job-record.ts')).jobRecord,
  cleanup: async () => (await import('./job-cleanup.ts')).jobCleanup,
  mcp: async () => (await import('./mcp.ts')).mcp,
}

/** Parses, calls, prints. Answers the exit code. */
export async function run(args: readonly string[]): Promise<number> {
  const [command = 'serve', ...rest] = args
  if (command !== 'serve') closeQuietly()
  if (command === 'engine') return (await import('./engine.ts')).engine(rest)
  if (command === 'token') return (await import('./token.ts')).token(rest)
  if (command === 'key') return (await import('./key.ts')).key(rest)
  if (command === 'doctor') return (await import('./doctor.ts')).doctor(rest)
  if (command === 'service') return (await import('./service.ts')).service(rest)
  if (command === 'skill') return (await import('./skill.ts')).skill(rest)
  if (command === 'exec') return (await import('./exec.ts')).exec(rest)
  const client = Object.hasOwn(clients, command) ? await clients[command]?.() : undefined
  if (client) return (await import('./client-command.ts')).perform(command, client, rest)
  if (command === '--help' || command === 'help' || rest.includes('--help')) return say(help)
  if (command === '--version') return say(`${(await import('../app/version.ts')).version}\n`)
  if (command === 'serve' && rest.length === 0) return (await import('./serve.ts')).serve()
  process.stderr.write(`Unknown command: ${args.join(' ')}\nHelp: ./skill-runner --help\n`)
  return exits.usage.code
}
