import { block, says } from '../packages/server/test/support/conversations.ts'
import type { TestSkill } from '../packages/server/test/support/skills.ts'

const resultOf = (name: string, schema: object) => ({ type: 'object', properties: { [name]: schema }, required: [name] })

/** What a script says when it is through. */
export const counted = { lines: 12 }

const script = (id: string, pause: string): TestSkill => ({
  id,
  sh: `n=0
while [ $n -lt ${counted.lines} ]; do n=$((n + 1)); echo "line $n"; ${pause}; done
echo text > "$SKILL_ARTIFACTS_DIR/notes.txt"
echo '${JSON.stringify(counted)}' > "$SKILL_RESULT_FILE"
`,
  output: resultOf('lines', { type: 'integer' }),
})

/** What is sent for the input of the reading skill. */
export const uploaded = 'a text that has to arrive whole\n'
export const read = { text: uploaded.trim() }

const reading: TestSkill = {
  id: 'torture-upload',
  sh: `printf '{"text":"%s"}' "$(cat "$SKILL_RUN_DIR/uploads/paper")" > "$SKILL_RESULT_FILE"`,
  input: { type: 'object', properties: { paper: {} }, required: ['paper'] },
  output: resultOf('text', { type: 'string' }),
}

const prompted = { entrypoint: { prompts: { common: 'Ask what you need to know.' } } }

export const said = { ok: true }

const playing: TestSkill = {
  id: 'torture-replay',
  output: resultOf('ok', { type: 'boolean' }),
  runner: prompted,
  files: {
    'assets/replay/default.json': JSON.stringify({ steps: [says('{"ok":true}')] }),
    'assets/replay/slow.json': JSON.stringify({
      steps: [{ message: 'One moment.' }, { sleep_ms: 200 }, { message: 'Another one.' }, { sleep_ms: 200 }, says('{"ok":true}')],
    }),
  },
}

const mostQuestions = 4

/** Which script of the conversation a job plays. */
export const talkModel = (questions: number, isSlow: boolean): string => `asks-${questions}${isSlow ? '-slow' : ''}`

/** Its result is the list of all replies: who lost one, or the session, cannot get it right. */
const talking: TestSkill = {
  id: 'torture-talk',
  output: resultOf('replies', { type: 'array' }),
  runner: { ...prompted, execution_modes: ['interactive'] },
  files: Object.fromEntries(
    [1, 2, 3, mostQuestions].flatMap((questions) =>
      [false, true].map((isSlow) => [
        `assets/replay/${talkModel(questions, isSlow)}.json`,
        JSON.stringify(talk(questions, isSlow)),
      ]),
    ),
  ),
}

function talk(questions: number, isSlow: boolean): object {
  const pause = isSlow ? [{ sleep_ms: 150 }] : []
  const asks = Array.from({ length: questions }, (_, index) => [
    { message: `Thinking of question ${index + 1}.` },
    ...pause,
    { write: { path: `artifacts/turn-${index + 1}.txt`, text: 'asked\n' } },
    says(index % 2 === 0 ? `What is ${index + 1}?` : block('kind: open_text', `prompt: And ${index + 1}?`)),
  ])
  const ends = [...pause, says("{{ {'replies': replies, '__SKILL_DONE__': true} | tojson }}")]
  return { turns: [...asks, ends].map((steps) => ({ steps })) }
}

/** What a real CLI is made to ask, one question a turn, and to answer. */
export const agentQuestions = ['What is 1?', 'And 2?']
export const agentAnswer = { ok: true }

const agent: TestSkill = {
  id: 'torture-agent',
  output: resultOf('ok', { type: 'boolean' }),
  runner: { ...prompted, execution_modes: ['interactive'] },
}

export const skills: readonly TestSkill[] = [
  script('torture-script', ':'),
  script('torture-script-slow', 'sleep 0.03'),
  reading,
  playing,
  talking,
  agent,
]
