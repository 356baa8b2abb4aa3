/** Patterns here may go through a text once for each of its letters. */
const longest = 4000

/** What npm or a program said, without the paths of this machine and without where packages come from: for everyone who asks. */
export function neutral(said: string): string {
  const text = said.slice(0, longest)
  const hosts = [...text.matchAll(url)].flatMap(([, host = '']) => (host === '' ? [] : [host, host.replace(/:\d+$/, '')]))
  const withoutUrls = text.replaceAll(url, registry).replaceAll(address, registry).replaceAll(connecting, `$1 ${registry}`)
  const withoutHosts = hosts.reduce((left, host) => left.replaceAll(host, registry), withoutUrls)
  return withoutHosts.replaceAll(absolutePath, '(a path)')
}

const registry = '(the registry)'
const url = /\b[a-z][a-z+.-]*:\/\/(?:[^\s/'"@]*@)?([^\s/'")]*)[^\s'")]*/gi
const address = /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g
/** As Node tells of a connection that could not be made. */
const connecting = /\b((?:getaddrinfo|connect|queryA) E[A-Z_]+) [^\s,;()]+/g
const absolutePath = /(?<![\w.)@])\/[^\s'",;:()]*[\w/]/g
