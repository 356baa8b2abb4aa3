import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/**
 * Another page begins at its top, and a keyboard or a screen reader goes on in it: what had the focus is gone. The way back
 * is left to the browser, which knows where one was.
 */
export function useArrival(main: RefObject<HTMLElement | null>): void {
  const [path] = useLocation()
  const before = useRef(path)
  const isBack = useRef(false)
  useEffect(() => {
    const note = () => {
      isBack.current = true
      setTimeout(() => {
        isBack.current = false
      })
    }
    addEventListener('popstate', note)
    return () => removeEventListener('popstate', note)
  }, [])
  useEffect(() => {
    // The first page that there is comes in place of the address that was typed.
    const isAnother = before.current !== path && before.current !== '/ui'
    before.current = path
    if (!isAnother || isBack.current) return
    scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [path, main])
}
