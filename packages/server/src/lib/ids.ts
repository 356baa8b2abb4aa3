import { randomBytes } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** A prefix that says what it names, the time in milliseconds so that ids sort by age, and 80 random bits. */
export function newId(prefix: 'job' | 'run' | 'boot' | 'req' | 'inst' | 'pkg' | 'msg', now = Date.now()): string {
  return `${prefix}_${base32(BigInt(now), 10)}${base32(BigInt(`0x${randomBytes(10).toString('hex')}`), 16)}`
}

function base32(value: bigint, length: number): string {
  let text = ''
  for (let left = value; text.length < length; left >>= 5n) text = alphabet[Number(left & 31n)] + text
  return text
}
