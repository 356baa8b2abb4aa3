import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useKept } from '../look/kept.ts'
import { en } from './en.ts'
import { zh } from './zh.ts'

/** The same texts with other words. */
type Worded<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Key in keyof T]: Worded<T[Key]> }

export type Texts = Worded<typeof en>

export const languages = ['en', 'zh'] as const
export type Language = (typeof languages)[number]

const all: Readonly<Record<Language, Texts>> = { en, zh }

const Context = createContext<{ texts: Texts; language: Language; setLanguage: (language: Language) => void }>({
  texts: en,
  language: 'en',
  setLanguage: () => {},
})

export const useTexts = (): Texts => useContext(Context).texts
export const useLanguage = () => useContext(Context)
export const nameOf = (language: Language): string => all[language].language

/** In the language of the browser until the person chooses another. */
export function TextsProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useKept('language', languages, navigator.language.startsWith('zh') ? 'zh' : 'en')
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  }, [language])
  return <Context value={{ texts: all[language], language, setLanguage }}>{children}</Context>
}
