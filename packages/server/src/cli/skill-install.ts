import type { PackageInstall, SkillRunner } from '@agent-skill-runner/sdk/source'
import { type ClientCommand, problemText } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { exits, helpOf } from './exit-codes.ts'
import { oneWord } from './one-word.ts'
import { plain } from './plain.ts'
import { exitOfTest, testOn, testRequest } from './skill-test.ts'
import { reportOf } from './test-report.ts'
import { parseWords, say, UsageError } from './words.ts'
import { folderHelp, packageAt } from './zip-folder.ts'

const flags = {
  ...serverFlags,
  force: { type: 'boolean' },
  test: { type: 'boolean' },
  engine: { type: 'string', multiple: true },
  grader: { type: 'string' },
} as const

export const skillInstall: ClientCommand = {
  help: `skill-runner skill install <zip or folder> [--force] [--test] [--json]

Installs a skill on a server, or updates it to a greater version. Existing jobs keep their version.
${folderHelp}

  --test               run its test cases first (skill test), and install it only if all of them pass
  --engine, --grader   for these
  --force              replace an equal or greater version too; the old one is archived
${serverHelp}
${helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused', 'canceled', 'notGraded', 'interrupted')}`,
  async run(args) {
    const { values, positionals } = parseWords(args, flags)
    const zip = await packageAt(oneWord(positionals, 'the zip or folder to install'))
    const runner = await connect(values)
    const { packages, skills } = runner
    if (values.test) {
      const tested = await testOn(runner, { ...testRequest(values), skill: zip }, values.json === true)
      if (tested === null) return exits.interrupted.code
      process.stderr.write(reportOf(tested))
      if (tested.status !== 'passed') return exits[exitOfTest(tested)].code
    } else if (values.engine || values.grader) throw new UsageError('--engine and --grader need --test')
    const { request_id } = await packages.install(zip, { force: values.force })
    const install = await packages.wait(request_id)
    say(values.json ? `${JSON.stringify(install, null, 2)}\n` : installed(install))
    for (const warning of await warningsOf(skills, install)) process.stderr.write(plain(`warning: ${warning}\n`))
    if (install.error) process.stderr.write(problemText({ ...install.error, details: install.error.details ?? null }))
    return install.status === 'succeeded' ? exits.succeeded.code : exits.failed.code
  },
}

function installed({ status, skill_id, version, action }: PackageInstall): string {
  if (status !== 'succeeded') return ''
  if (action === 'unchanged') return plain(`${skill_id} ${version} is already installed.\n`)
  return plain(`${skill_id} ${version} is ${action === 'update' ? 'updated' : 'installed'} and in use.\n`)
}

/** Said of the skill as it is now; that it is in use does not depend on them. */
async function warningsOf(skills: SkillRunner['skills'], { status, skill_id }: PackageInstall): Promise<readonly string[]> {
  if (status !== 'succeeded' || skill_id === null) return []
  const detail = await skills.get(skill_id).catch(() => null)
  return detail?.warnings ?? []
}
