import { errorsZh } from './errors-zh.ts'
import type { Language } from './texts.tsx'

/** What happened and what to do. The server says it in English; for other languages there is a table by code. */
export function errorText(language: Language, code: string | null, message: string): string {
  // Commands in it are marked for a terminal; here they would only be odd characters.
  const plain = message.replaceAll('`', '')
  if (language === 'en' || code === null) return plain
  return (errorsZh as Readonly<Record<string, string>>)[code] ?? plain
}
