import { sentencesZh } from './sentences-zh.ts'
import type { Language } from './texts.tsx'

/** A sentence of the server in the language of the reader; as it is, where nobody has translated it. */
export function sentenceText(language: Language, sentence: string): string {
  if (language === 'en') return sentence
  // Of a skill that cannot run, everything that is wrong with it is one text.
  const several = sentence.split(/(?<=\.); /)
  if (several.length > 1) return several.map((one) => sentenceText(language, one)).join('')
  const bare = sentence.replace(/\.$/, '')
  const translated = listed(bare, true) ?? translate(bare) ?? listed(bare, false)
  return translated === null ? sentence : `${translated}${/[。…？]$/.test(translated) ? '' : '。'}`
}

/** Several in one, as a schema that is wrong in several places has them; null: it is one, or too little of it is known. */
function listed(text: string, isWhole: boolean): string | null {
  const parts = text.split('; ')
  const translated = parts.map((part) => translate(part))
  const known = translated.filter((part) => part !== null).length
  if (parts.length === 1 || known === 0 || (isWhole && known < parts.length)) return null
  return parts.map((part, at) => translated[at] ?? part).join('；')
}

function translate(text: string): string | null {
  for (const [pattern, words] of patterns) {
    const values = pattern.exec(text)?.slice(1)
    if (values) return filled(words, values)
  }
  return behindPlace(text)
}

/** A sentence about a file of a skill may begin with the name of the file. */
function behindPlace(text: string): string | null {
  const [, place, rest = ''] = /^([\w./-]+\.(?:json|md)): (.+)$/s.exec(text) ?? []
  const known = place === undefined ? null : translate(rest)
  return known === null ? null : `${place}: ${known}`
}

/** What stands for a placeholder may be a sentence of its own. */
function filled(words: string, values: readonly string[]): string {
  let at = 0
  return words.replaceAll('{}', () => {
    const value = values[at++] ?? ''
    return translate(value.replace(/\.$/, '')) ?? value
  })
}

/** Those that say most first: `{} is empty` fits the end of many. */
const patterns = Object.entries(sentencesZh)
  .toSorted(([one], [other]) => fixedLength(other) - fixedLength(one))
  .map(([english, words]) => {
    const parts = english.split('{}').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    return [new RegExp(`^${parts.join('(.+?)')}$`, 's'), words] as const
  })

function fixedLength(english: string): number {
  return english.replaceAll('{}', '').length
}
