import type { Engine, TextFile } from '../engines/engine.ts'
import { usualSkillsFolder } from '../workspace/deliver-skill.ts'

/** A word that stands nowhere else: who tells it to the model has found the skill. */
export const wordOfSkill = 'kingfisher'

/** A skill of our own, where the engine looks for skills. */
export const skillFile = ({ skillsFolder = usualSkillsFolder }: Engine): TextFile => ({
  name: `${skillsFolder}/probe-of-skills/SKILL.md`,
  text: `---\nname: probe-of-skills\ndescription: Use it for questions about the ${wordOfSkill}.\n---\n\nAnswer with one word.\n`,
})
