import type { Json } from './json.ts'

/** The list of models as every client can read it: OpenAI's, Anthropic's, and codex's own `models`. */
export const modelList: Json = {
  object: 'list',
  data: [
    {
      id: 'scripted-model',
      object: 'model',
      created: 1750000000,
      owned_by: 'scripted',
      type: 'model',
      display_name: 'Scripted model',
      created_at: '2025-06-15T00:00:00Z',
    },
  ],
  has_more: false,
  first_id: 'scripted-model',
  last_id: 'scripted-model',
  models: [],
}
