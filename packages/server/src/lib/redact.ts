const mask = '[masked]'
const headers = /("(?:proxy-)?(?:authorization|cookie|set-cookie|x-api-key)"\s*:\s*")(?:[^"\\]|\\.)*"/gi
const bearer = /\b(bearer\s+)[\w.~+/=-]+/gi

/** Takes known secret values, credentials in headers and bearer tokens out of a line of JSON. */
export function redactor(secrets: readonly string[]): (line: string) => string {
  const spellings = [...new Set(secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]))].filter(
    (spelling) => spelling !== '',
  )
  const known = spellings.length ? new RegExp(spellings.map(literally).join('|'), 'g') : null
  return (line) => {
    const plain = known ? line.replace(known, mask) : line
    return plain.replace(headers, `$1${mask}"`).replace(bearer, `$1${mask}`)
  }
}

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
