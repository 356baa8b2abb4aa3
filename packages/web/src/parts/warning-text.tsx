import { diagnosticsZh } from '../texts/diagnostics-zh.ts'
import { useLanguage } from '../texts/texts.tsx'

/** What the server noticed, in the language of the reader. What the server itself said may be more exact, so it stays at hand. */
export function WarningText({ code, message }: { readonly code: string; readonly message: string }) {
  const { language } = useLanguage()
  const known = language === 'en' ? null : ((diagnosticsZh as Readonly<Record<string, string>>)[code] ?? null)
  return known === null ? message : <span title={message}>{known}</span>
}
