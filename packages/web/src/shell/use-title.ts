import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { short } from '../parts/id.tsx'
import { type Texts, useTexts } from '../texts/texts.tsx'
import { pageNames } from './page-names.ts'

/** Tabs and the history of a browser tell pages apart. */
export function useTitle(): void {
  const texts = useTexts()
  const [path] = useLocation()
  const title = titleOf(path, texts)
  useEffect(() => {
    document.title = title
  }, [title])
}

function titleOf(path: string, { nav, product }: Texts): string {
  const [page = '', ...below] = path.split('/').slice(2)
  const known = pageNames.find((name) => name === page)
  const last = below.at(-1) ?? null
  const one = last !== null && /^[a-z]+_/.test(last) ? short(last) : last
  return [one, known && nav[known], product].filter(Boolean).join(' · ')
}
