import { openAsBlob, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { SkillRunner, SkillRunnerError } from '@agent-skill-runner/sdk'
import { zipFolder } from './zip-folder.ts'

const help = `Uploads a skill to a project and runs a command in it.

  node examples/flows/skills-upload.ts SKILL [--project ID] [--session NAME] [-- COMMAND …]

SKILL is the folder of a skill, or a zip with that folder. Without a command the skill is only uploaded.
The server is SKILL_RUNNER_URL (http://127.0.0.1:8000 if not set), the token SKILL_RUNNER_TOKEN.
`

/** The steps of the flow. Exits with the exit code of the command; with 1 if something failed before it, 2 if the call is wrong. */
async function main(): Promise<number> {
  const asked = readArguments()
  if (asked === null) {
    process.stderr.write(help)
    return 2
  }
  const { SKILL_RUNNER_URL: url = 'http://127.0.0.1:8000', SKILL_RUNNER_TOKEN: token } = process.env
  const { skills, exec } = new SkillRunner({ url, ...(token ? { token } : {}) }).project(asked.project)

  const zip = statSync(asked.skill).isDirectory() ? zipFolder(asked.skill) : await openAsBlob(asked.skill)
  const { name, version_hash, action } = await skills.upload(zip)
  process.stderr.write(`${action} ${name} ${version_hash.slice(0, 12)} in project ${asked.project}\n`)
  if (asked.command === '') return 0

  const session = asked.session === undefined ? {} : { session_id: asked.session }
  const ran = await exec.run({ skill_name: name, command: asked.command, ...session })
  process.stdout.write(ran.stdout.text)
  process.stderr.write(ran.stderr.text)
  // Commands run in the version in use; somebody else may have uploaded one in between.
  if (ran.version_hash !== version_hash) process.stderr.write(`It ran in version ${ran.version_hash.slice(0, 12)}.\n`)
  if (ran.error && ran.exit_code === null) process.stderr.write(`${ran.error.code}: ${ran.error.message}\n`)
  return ran.exit_code ?? 1
}

interface Asked {
  readonly skill: string
  readonly project: string
  readonly session: string | undefined
  /** A line of shell; empty: none. */
  readonly command: string
}

function readArguments(): Asked | null {
  const all = process.argv.slice(2)
  const end = all.indexOf('--')
  const [own, command] = end < 0 ? [all, []] : [all.slice(0, end), all.slice(end + 1)]
  try {
    const options = { project: { type: 'string', default: 'default' }, session: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: own, options, allowPositionals: true })
    const [skill, ...more] = positionals
    return skill && more.length === 0 ? { skill, ...values, session: values.session, command: command.join(' ') } : null
  } catch {
    return null
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  // An error of the server says what happened and what to do; its details name the place.
  const details = error instanceof SkillRunnerError ? `\n${error.code} ${JSON.stringify(error.details)}` : ''
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}${details}\n`)
  process.exitCode = 1
}
