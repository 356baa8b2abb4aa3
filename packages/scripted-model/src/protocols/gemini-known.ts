import { anyObject, fields, type Shape } from '../known.ts'

/** What gemini-cli 0.61 and the official client put into `:generateContent` and `:streamGenerateContent`. */

const blob = fields({ mimeType: 'string', data: 'string', displayName: 'string' })
const part: Shape = fields({
  text: 'string',
  thought: 'boolean',
  thoughtSignature: 'string',
  inlineData: blob,
  fileData: fields({ mimeType: 'string', fileUri: 'string', displayName: 'string' }),
  functionCall: fields({ id: 'string', name: 'string', args: anyObject }, 'name'),
  functionResponse: fields(
    { id: 'string', name: 'string', response: anyObject, parts: { each: fields({ inlineData: blob }) } },
    'name',
    'response',
  ),
})
const content: Shape = fields({ role: { words: ['user', 'model', 'system'] }, parts: { each: part } }, 'parts')

const declaration: Shape = fields(
  {
    name: 'string',
    description: 'string',
    parameters: anyObject,
    parametersJsonSchema: anyObject,
    response: anyObject,
    responseJsonSchema: anyObject,
  },
  'name',
)
const tool: Shape = fields({
  functionDeclarations: { each: declaration },
  googleSearch: anyObject,
  urlContext: anyObject,
})

const generationConfig: Shape = fields({
  temperature: 'number',
  topP: 'number',
  topK: 'number',
  candidateCount: 'number',
  maxOutputTokens: 'number',
  stopSequences: { each: 'string' },
  presencePenalty: 'number',
  frequencyPenalty: 'number',
  seed: 'number',
  responseMimeType: 'string',
  responseSchema: anyObject,
  responseJsonSchema: anyObject,
  responseModalities: { each: 'string' },
  thinkingConfig: fields({ includeThoughts: 'boolean', thinkingBudget: 'number', thinkingLevel: 'string' }),
})

export const geminiKnown: Shape = fields(
  {
    contents: { each: content },
    systemInstruction: content,
    tools: { each: tool },
    toolConfig: fields({ functionCallingConfig: fields({ mode: 'string', allowedFunctionNames: { each: 'string' } }) }),
    generationConfig,
    safetySettings: { each: fields({ category: 'string', threshold: 'string', method: 'string' }) },
    labels: { map: 'string' },
  },
  'contents',
)

/** And into `:countTokens`. */
export const countTokensKnown: Shape = fields({
  contents: { each: content },
  generateContentRequest: anyObject,
})
