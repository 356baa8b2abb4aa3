import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/** This host, private, shared, link-local, documentation, measuring, multicast and reserved; 168.63.129.16 is what every machine of Azure sees. */
const notPublic4 = subnets('ipv4', {
  ...{ '0.0.0.0': 8, '10.0.0.0': 8, '100.64.0.0': 10, '127.0.0.0': 8, '169.254.0.0': 16, '172.16.0.0': 12 },
  ...{ '192.0.0.0': 24, '192.0.2.0': 24, '192.88.99.0': 24, '192.168.0.0': 16, '198.18.0.0': 15, '198.51.100.0': 24 },
  ...{ '203.0.113.0': 24, '224.0.0.0': 4, '240.0.0.0': 4, '168.63.129.16': 32 },
})

/** All that is routed on the internet. Mapped, translated and private addresses lie outside of it. */
const routed6 = subnets('ipv6', { '2000::': 3 })

/** Of those the ones that carry an IPv4 address inside, or are for protocols and documents. */
const notPublic6 = subnets('ipv6', { '2001::': 23, '2001:db8::': 32, '2002::': 16, '3fff::': 20 })

/** Whether an address is one of the internet, and not of some network that only this machine can see. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !notPublic4.check(address, 'ipv4')
  return isIP(address) === 6 && routed6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
}

/** Whether it is an address of this machine: what listens on all of them would be reached from inside, also where they are public. */
export function isOwn(address: string): boolean {
  const own = new BlockList()
  for (const one of Object.values(networkInterfaces()).flatMap((all) => all ?? []))
    own.addAddress(withoutZone(one.address), one.family === 'IPv6' ? 'ipv6' : 'ipv4')
  return isIP(address) !== 0 && own.check(withoutZone(address), isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

const withoutZone = (address: string): string => address.replace(/%.*$/, '')

function subnets(family: 'ipv4' | 'ipv6', bits: Readonly<Record<string, number>>): BlockList {
  const list = new BlockList()
  for (const [address, prefix] of Object.entries(bits)) list.addSubnet(address, prefix, family)
  return list
}
