import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { makeFolder } from '../lib/make-folder.ts'
import { codeOf, messageOf } from '../lib/thrown.ts'
import type { ClientCommand } from './client-command.ts'
import { helpOf } from './exit-codes.ts'
import { oneOfWords } from './given-values.ts'
import { oneWord } from './one-word.ts'
import { filesOfNewSkill, skillKinds } from './skill-template.ts'
import { parseWords, say, UsageError } from './words.ts'

const help = `skill-runner skill new <folder> [--type script|prompt] [--json]

Creates a folder with a skill that can be run as it is, to start from. Needs no server. The name of the folder is the name of the skill.

  --type TYPE          script: a program does the work (default); prompt: an agent does
  --json               one JSON document on stdout: skill_id, folder, files

${helpOf('succeeded', 'usage')}`

const flags = { type: { type: 'string' }, json: { type: 'boolean' } } as const

export const skillNew: ClientCommand = {
  help,
  async run(args) {
    const { values, positionals } = parseWords(args, flags)
    const folder = oneWord(positionals, 'the folder to create')
    const name = nameOf(folder)
    const files = filesOfNewSkill(name, oneOfWords('--type', skillKinds, values.type) ?? 'script')
    await createFolder(folder)
    for (const [path, text] of Object.entries(files)) await writeInside(folder, path, text)
    if (values.json) return say(`${JSON.stringify({ skill_id: name, folder, files: Object.keys(files) }, null, 2)}\n`)
    return say(
      `Created ${folder}. Change its SKILL.md, then check it, run it, and install it:\n  ./skill-runner skill validate ${folder}\n  ./skill-runner run ${asPath(folder)} --input text=Hello\n  ./skill-runner skill test ${asPath(folder)}\n  ./skill-runner skill install ${folder}\n`,
    )
  },
}

/** A word without a slash would be the name of a skill of the server. */
const asPath = (folder: string): string => (folder.includes('/') ? folder : `./${folder}`)

function nameOf(folder: string): string {
  const name = folder === '' ? '' : basename(resolve(folder))
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || name.length > 64)
    throw new UsageError(`"${name}" is no name for a skill: use up to 64 lower-case letters, digits and single hyphens`)
  return name
}

/** Only a new one: nothing that is there is changed. */
async function createFolder(folder: string): Promise<void> {
  try {
    makeFolder(dirname(resolve(folder)))
    await mkdir(resolve(folder))
  } catch (error) {
    throw new UsageError(
      codeOf(error) === 'EEXIST' ? `${folder} exists: choose another folder` : `${folder} cannot be created: ${messageOf(error)}`,
    )
  }
}

async function writeInside(folder: string, path: string, text: string): Promise<void> {
  const place = join(folder, path)
  await mkdir(dirname(place), { recursive: true })
  await writeFile(place, text, { flag: 'wx' })
}
