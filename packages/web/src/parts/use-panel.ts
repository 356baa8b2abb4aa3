import { useSearchParams } from 'wouter'

/**
 * Which panel of a page is open: the first one, or the one that the address names. What else the address says belongs to the panel,
 * except for what is kept.
 */
export function usePanel<T extends string>(panels: readonly [T, ...T[]], kept: readonly string[] = []): [T, (panel: T) => void] {
  const [search, setSearch] = useSearchParams()
  const open = panels.find((name) => name === search.get('panel')) ?? panels[0]
  const setOpen = (panel: T) => {
    const others = [...search].filter(([name]) => kept.includes(name))
    setSearch(Object.fromEntries(panel === panels[0] ? others : [...others, ['panel', panel]]))
  }
  return [open, setOpen]
}
