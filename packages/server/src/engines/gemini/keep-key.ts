/** Whoever answers such a request with "look elsewhere" would have the key carried there: fetch takes it for a header like any other. */
const preload = `
const send = globalThis.fetch
globalThis.fetch = (to, how) =>
  send(to, new Headers(how?.headers ?? to.headers).has('x-goog-api-key') ? { ...how, redirect: 'error' } : how)
`

/** Words for node that make the CLI's requests stay where its key belongs. They change nothing for the tools it starts. */
export const keepKey: readonly string[] = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`]
