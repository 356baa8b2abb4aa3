/** What kind of JSON is looked for in a text. */
export type JsonShape = 'object' | 'array' | 'any'
