import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import { useKept } from './kept.ts'

const looks = ['system', 'light', 'dark'] as const
export type Look = (typeof looks)[number]

const Context = createContext<{ look: Look; setLook: (look: Look) => void }>({ look: 'system', setLook: () => {} })

export const useLook = () => useContext(Context)

/** Light, dark, or as the system is. */
export function LookProvider({ children }: { readonly children: ReactNode }) {
  const [look, setLook] = useKept('look', looks, 'system')
  const isSystemDark = useSyncExternalStore(watchSystem, () => systemDark.matches)
  const isDark = look === 'dark' || (look === 'system' && isSystemDark)
  useEffect(() => {
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  }, [isDark])
  return <Context value={{ look, setLook }}>{children}</Context>
}

const systemDark = matchMedia('(prefers-color-scheme: dark)')

function watchSystem(onChange: () => void): () => void {
  systemDark.addEventListener('change', onChange)
  return () => systemDark.removeEventListener('change', onChange)
}
