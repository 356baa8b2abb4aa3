const usualPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443', 'ws:': '80', 'wss:': '443' }

/** Whom a URL leads to, as `host:port` in the one way to spell it; null: it is no URL, or of a kind that leads to nobody. */
export function hostAndPort(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  const port = url?.port || usualPorts[url?.protocol ?? '']
  return url && port && url.hostname !== '' ? `${url.hostname}:${port}` : null
}
