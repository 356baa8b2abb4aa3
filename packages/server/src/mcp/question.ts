/** A question of a run, as REST tells it. */
export interface Pending {
  readonly interaction_id: number
  readonly kind: 'choose_one' | 'confirm' | 'fill_fields' | 'open_text' | 'risk_ack' | 'upload_files'
  readonly prompt: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly ui_hints: Readonly<Record<string, unknown>>
  readonly required_fields: readonly string[]
  readonly context: { readonly text?: string }
}

/** One question to a person, as clients show it. */
export interface Form {
  readonly method: 'elicitation/create'
  readonly params: {
    readonly mode: 'form'
    readonly message: string
    readonly requestedSchema: {
      readonly type: 'object'
      readonly properties: Readonly<Record<string, object>>
      readonly required: string[]
    }
  }
}

/** Under which a form and the reply to it are found. */
export const keyOf = ({ interaction_id }: Pick<Pending, 'interaction_id'>): string => `interaction_${interaction_id}`

/** Null: no form asks for files. */
export function formOf(pending: Pending): Form | null {
  const properties = fieldsOf(pending)
  if (properties === null) return null
  const { prompt, context } = pending
  const message = context.text === undefined ? prompt : `${context.text}\n\n${prompt}`
  const requestedSchema = { type: 'object', properties, required: Object.keys(properties) } as const
  return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } }
}

function fieldsOf({ kind, options, ui_hints, required_fields }: Pending): Record<string, object> | null {
  switch (kind) {
    case 'upload_files':
      return null
    case 'fill_fields':
      return Object.fromEntries(required_fields.map((name) => [name, { type: 'string', title: name }]))
    case 'confirm':
    case 'risk_ack':
      return { reply: { type: 'boolean', title: 'Reply' } }
    default: {
      const isChoice = options.length > 0 && ui_hints['allow_other'] !== true
      const choices = options.map(({ value, label }) => ({ const: value, title: label }))
      return { reply: { type: 'string', title: 'Reply', ...(isChoice ? { oneOf: choices } : {}) } }
    }
  }
}

/** What a person filled in, as a reply to the question; undefined: they filled in nothing. */
export function replyIn({ kind }: Pending, answered: unknown): unknown {
  const { action, content } = (answered ?? {}) as { readonly action?: unknown; readonly content?: Record<string, unknown> }
  if (action !== 'accept' || typeof content !== 'object' || content === null) return undefined
  return kind === 'fill_fields' ? content : content['reply']
}
