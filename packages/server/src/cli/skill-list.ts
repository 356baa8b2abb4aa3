import type { SkillDetail } from '@agent-skill-runner/sdk/source'
import type { ClientCommand } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { helpOf } from './exit-codes.ts'
import { noWords, oneWord } from './one-word.ts'
import { oneLine, plain } from './plain.ts'
import { tableOf } from './table.ts'
import { parseWords, say } from './words.ts'

const endings = helpOf('succeeded', 'usage', 'unreachable', 'refused')

export const skillList: ClientCommand = {
  help: `skill-runner skill list [--json]

Lists the skills of a server, invalid ones with the reason.

${serverHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, serverFlags)
    noWords(positionals)
    const skills = await (await connect(values)).skills.list()
    if (values.json) return say(`${JSON.stringify(skills, null, 2)}\n`)
    const rows = skills.map(({ id, version, health, execution_modes, description, health_error }) =>
      [id, version, health, execution_modes.join(' ') || '–', oneLine(health_error ?? description, 100)].map(plain),
    )
    return say(tableOf([['SKILL', 'VERSION', 'HEALTH', 'MODES', 'WHAT'], ...rows]))
  },
}

export const skillShow: ClientCommand = {
  help: `skill-runner skill show <skill> [--json]

Shows one skill: its input and output, its engines, and its warnings.

${serverHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, serverFlags)
    const id = oneWord(positionals, 'the skill to show')
    const detail = await (await connect(values)).skills.get(id)
    return say(values.json ? `${JSON.stringify(detail, null, 2)}\n` : plain(textOf(detail)))
  },
}

function textOf(skill: SkillDetail): string {
  const { id, version, description, health_error, execution_modes, effective_engines, entrypoint, schemas, warnings } = skill
  return [
    `${id} ${version}`,
    ...(description ? [description] : []),
    ...(health_error ? ['', `It cannot run: ${health_error}`] : []),
    '',
    `Runs as   ${entrypoint?.type ?? '–'}; ${execution_modes.join(', ') || '–'}`,
    // A script has none to be run by.
    ...(entrypoint?.type === 'script' ? [] : [`Engines   ${effective_engines.join(' ') || '–'}`]),
    ...fieldsOf('Inputs', schemas?.input, sourceOf),
    ...fieldsOf('Parameters', schemas?.parameter),
    ...fieldsOf('Output', schemas?.output),
    ...(warnings.length > 0 ? ['', 'Warnings', ...warnings.map((warning) => `  - ${warning}`)] : []),
    '',
  ].join('\n')
}

/** How an input is given, where that is not in the request itself; docs/files.md has the rule. */
function sourceOf(property: unknown): string | null {
  return Object(property)['x-input-source'] === 'inline' ? null : 'file'
}

/** The fields of a schema that is an object, as most are. */
function fieldsOf(title: string, schema: object | undefined, given: typeof sourceOf = () => null): string[] {
  const { properties, required } = Object(schema) as { properties?: Record<string, unknown>; required?: string[] }
  const rows = Object.entries(properties ?? {}).map(([name, property]) => {
    const { type, description } = Object(property) as { type?: unknown; description?: unknown }
    return [
      `  ${name}${required?.includes(name) ? ' *' : ''}`,
      given(property) ?? [type ?? 'any'].flat().join(' or '),
      oneLine(String(description ?? ''), 80),
    ]
  })
  return rows.length === 0 ? [] : ['', title, tableOf(rows).trimEnd()]
}
