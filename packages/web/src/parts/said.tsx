import { sentenceText } from '../texts/sentence-text.ts'
import { useLanguage } from '../texts/texts.tsx'

/** A sentence of the server, in the language of the reader if it is known there. */
export function Said({ text }: { readonly text: string }) {
  const { language } = useLanguage()
  const said = sentenceText(language, text)
  return <span lang={language !== 'en' && said === text ? 'en' : undefined}>{said}</span>
}
