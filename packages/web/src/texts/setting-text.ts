import { programZh, settingsZh } from './settings-zh.ts'
import type { Language } from './texts.tsx'

/** What a setting does, in the language of the reader. The server writes for Markdown; the page shows plain text. */
export function settingText(language: Language, name: string, description: string): string {
  const plain = description.replaceAll('`', '')
  if (language === 'en') return plain
  return settingsZh[name] ?? (/^SKILL_RUNNER_[A-Z]+_BIN$/.test(name) ? programZh : plain)
}
