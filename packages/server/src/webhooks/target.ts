import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { isPublic } from '../gate/addresses.ts'
import { isName, plainName } from '../gate/rules.ts'
import type { World } from '../gate/world.ts'

/** Where a webhook goes, as far as its address tells. */
export interface Target {
  readonly url: URL
  /** A name, or an address without brackets. */
  readonly host: string
  /** The operator named it, so it may be private. */
  readonly isAllowed: boolean
}

/** The target of a URL, or what is wrong with it. Reasons repeat nothing of it: it may hold a password. */
export function targetOf(text: string, allow: readonly string[]): Target | { readonly problem: string } {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  if (url === null) return { problem: 'must be an http or https URL' }
  // Others than this parser would look for a host of another name.
  if (/^https?:\/\/[^/?#\\]*%/i.test(text)) return { problem: 'must name its host without %' }
  if (url.username !== '' || url.password !== '') return { problem: 'must not hold a user or password' }
  // Whatever was written, `2130706433`, `0x7f.1` or `[::ffff:127.0.0.1]`, the parser has made one spelling of it.
  const host = hostOf(url.hostname)
  if (allow.some((one) => hostOf(one) === host)) return { url, host, isAllowed: true }
  const problem = isIP(host) === 0 ? problemOfName(host) : isPublic(host) ? null : 'leads to an address that is not public'
  return problem === null ? { url, host, isAllowed: false } : { problem }
}

/** Names that lead nowhere but to this machine or its own network, whoever is asked. */
const privateName = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/

function problemOfName(name: string): string | null {
  if (!isName(name)) return 'must name a host'
  if (!name.includes('.') || privateName.test(name)) return 'names a host of a private network'
  return null
}

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1')

/** One spelling for every host: that of URLs, without brackets and without the dot that ends all names. */
function hostOf(host: string): string {
  const bare = withoutBrackets(plainName(host))
  return isIP(bare) === 6 ? withoutBrackets(new URL(`http://[${bare}]`).hostname) : bare
}

/** The addresses to dial, or why none of them may be. They are looked up once, so that a name cannot change its mind in between. */
export async function addressesOf(
  { host, isAllowed }: Target,
  world: World,
): Promise<readonly LookupAddress[] | { readonly problem: string }> {
  const family = isIP(host)
  const by = isAllowed ? 'operator' : 'skill'
  const found = family === 0 ? await world.resolve(host, by).catch(() => []) : [{ address: host, family }]
  if (found.length === 0) return { problem: 'the host has no address' }
  const mayBeDialled = isAllowed || found.every(({ address }) => isPublic(address) && !world.isOwn(address))
  return mayBeDialled ? found : { problem: 'the host leads to an address that is not public' }
}

/** As it may be shown: what stands in a query is often a password. */
export function shownUrl(text: string): string {
  const url = URL.parse(text)
  return url === null ? '' : `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`
}
