import type { GetPromptResult, McpServer, Prompt } from '@modelcontextprotocol/server'
import type { Caller } from './rest.ts'
import { skillUri } from './skill-uri.ts'
import { page, skillFileText } from './skills.ts'

/** One prompt for each skill: a person picks it, and the agent uses the skill. */
export function addPrompts({ server }: McpServer, caller: Caller): void {
  server.setRequestHandler('prompts/list', async ({ params }) => {
    if (caller.refusal('skills_list', 'listProjectSkills') !== null) return { prompts: [] }
    const { skills, next } = await page(caller, params?.cursor)
    return { prompts: skills.map(promptOf), ...next }
  })
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const text = await skillFileText(caller, params.name)
    return messagesFor(caller.project, params.name, text, params.arguments?.['task'])
  })
}

const promptOf = ({ name, description }: { readonly name: string; readonly description: string }): Prompt => ({
  name,
  title: `Use the skill ${name}`,
  description,
  arguments: [{ name: 'task', description: 'What to do with it', required: false }],
})

function messagesFor(project: string, name: string, text: string, task: string | undefined): GetPromptResult {
  const how = `Use the skill ${name}. Its SKILL.md follows; read its other files with skills_load, and run its commands with skills_run_cmd.`
  const uri = skillUri(project, name, 'SKILL.md')
  return {
    description: `Use the skill ${name}`,
    messages: [
      { role: 'user', content: { type: 'text', text: task === undefined ? how : `${how}\n\n${task}` } },
      { role: 'user', content: { type: 'resource', resource: { uri, mimeType: 'text/markdown', text } } },
    ],
  }
}
