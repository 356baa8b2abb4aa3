import { says } from '../../packages/server/test/support/conversations.ts'
import type { TestSkill } from '../../packages/server/test/support/skills.ts'
import { skills } from '../skills.ts'

/** How many things the speaker says, each an event. */
export const spoken = 2000

const speaker: TestSkill = {
  id: 'faults-speaker',
  output: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
  runner: { entrypoint: { prompts: { common: 'Speak.' } } },
  files: {
    'assets/replay/default.json': JSON.stringify({
      steps: [...Array.from({ length: spoken }, (_, n) => ({ message: `${n} ${'x'.repeat(200)}` })), says('{"ok":true}')],
    }),
  },
}

export const faultSkills: readonly TestSkill[] = [...skills, speaker]
