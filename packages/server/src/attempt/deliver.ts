import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mount } from '../domain/launch.ts'
import type { Engine } from '../engines/engine.ts'
import type { PromptEntry } from '../skills/entrypoint.ts'
import { patchFacts, patchSkill } from '../skills/patch.ts'
import type { PromptVariables } from '../skills/prompt.ts'
import { deliverSkill, usualSkillsFolder } from '../workspace/deliver-skill.ts'
import type { AttemptDeps } from './deps.ts'
import type { Attempt } from './prepare.ts'

/** The skill where the agent looks for skills, with the rules of this run added to its text. */
export async function deliverPatched(
  deps: AttemptDeps,
  attempt: Attempt,
  entry: PromptEntry,
  engine: Engine,
  hasNativeSchema: boolean,
): Promise<readonly Mount[]> {
  const { run, skill, skillFolder, layout, places } = attempt
  const text = await readFile(join(skillFolder, 'SKILL.md'), 'utf8')
  const facts = patchFacts(skill, entry, run.executionMode, variablesOf(attempt, engine), hasNativeSchema)
  return deliverSkill(layout, {
    id: skill.id,
    snapshotFolder: skillFolder,
    skillMd: patchSkill(text, facts, deps.patchTexts),
    workspace: places.workspace,
    isSandboxed: deps.sandbox.status === 'bubblewrap',
    folder: folderOf(engine),
  })
}

const folderOf = ({ skillsFolder = usualSkillsFolder }: Engine): string => skillsFolder

/** The values for the templates of the prompt and the rules of a run. */
export function variablesOf({ run, skill, places, replies }: Attempt, engine: Engine): PromptVariables {
  const { id, version, name, description } = skill
  return {
    input: run.input,
    parameter: run.parameter,
    skill: { id, version, name, description, dir: `${places.workspace}/${folderOf(engine)}/${skill.id}` },

    run_dir: places.workspace,
    replies,
  }
}
