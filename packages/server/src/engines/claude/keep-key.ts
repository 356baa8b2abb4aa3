/**
 * Whoever answers such a request with "look elsewhere" would have the key carried there: fetch takes it for a header like any other. It is
 * another function each time that somebody looks: where it finds the one that it began with, the CLI has a way of its own around it.
 */
const preload = `
delete process.env.BUN_OPTIONS
const send = globalThis.fetch
const hasKey = (to, how) => new Headers(how?.headers ?? to?.headers).has('x-api-key')
const keeping = () => Object.assign((to, how) => send(to, hasKey(to, how) ? { ...how, redirect: 'error' } : how), send)
Object.defineProperty(globalThis, 'fetch', { configurable: true, get: keeping, set() {} })
`

/** The CLI is a program of Bun, which takes words from this variable. Tools that it starts do not see it. */
export const keepKey = {
  BUN_OPTIONS: `--preload=data:text/javascript;base64,${Buffer.from(preload).toString('base64')}`,
} as const
