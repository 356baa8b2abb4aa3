import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface SkillParts {
  /** Laid over a runner.json that is right; null: none at all. */
  readonly runner?: Readonly<Record<string, unknown>> | null
  /** Laid over the files of a skill that is right; null: not there. */
  readonly files?: Readonly<Record<string, string | null>>
}

/** Writes a small script skill, right but for what the parts say. */
export async function writeSkill(root: string, id: string, { runner = {}, files = {} }: SkillParts = {}): Promise<string> {
  const manifest = {
    id,
    version: '1.0.0',
    execution_modes: ['auto'],
    entrypoint: { type: 'script', script: { command: 'node scripts/run.mjs' } },
    ...runner,
  }
  const schema = JSON.stringify({ type: 'object' })
  const all: Record<string, string | null> = {
    'SKILL.md': `---\nname: ${id}\ndescription: A skill for tests.\n---\n# ${id}\n`,
    'assets/runner.json': runner === null ? null : JSON.stringify(manifest),
    'assets/input.schema.json': schema,
    'assets/parameter.schema.json': schema,
    'assets/output.schema.json': schema,
    'scripts/run.mjs': "console.log('{}')\n",
    ...files,
  }
  const folder = join(root, id)
  for (const [path, text] of Object.entries(all)) {
    if (text === null) continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await chmod(join(folder, 'scripts/run.mjs'), 0o755).catch(() => {})
  return folder
}
