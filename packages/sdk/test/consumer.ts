import { SkillRunner, SkillRunnerError } from '@agent-skill-runner/sdk'

/** A program as others write it, with the package and nothing else of ours: sdk-package.test.ts installs, compiles and runs it. */

declare const process: { readonly argv: readonly string[]; readonly version: string }

const [, , url = '', token = ''] = process.argv
const runner = new SkillRunner({ url, token })

const { request_id, data } = await runner.jobs.run({
  skill_id: 'demo-prime-number',
  parameter: { divisor: 5 },
  files: { input_file: new Blob(['2\n10\n97\n']) },
})
let last = 0
for await (const event of runner.jobs.events(request_id)) last = event.type === 'conversation.completed' ? event.seq : 0

const asked: string[] = []
const conversation = await runner.jobs.run(
  { skill_id: 'asks', runtime_options: { execution_mode: 'interactive' } },
  {
    onQuestion: ({ prompt }) => {
      asked.push(prompt)
      return { response: 'blue' }
    },
  },
)

const refusal = await runner.skills
  .get('nobody')
  .catch((error: unknown) => (error instanceof SkillRunnerError ? error.code : null))

console.log(JSON.stringify({ node: process.version, data, hasEnded: last > 0, asked, conversation: conversation.data, refusal }))
