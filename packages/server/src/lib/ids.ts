import { randomUUID } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** A prefix that says what it names, the time in milliseconds so that ids sort by age, and 80 random bits. */
export function newId(
  prefix:
    | 'job'
    | 'run'
    | 'boot'
    | 'req'
    | 'node'
    | 'pkg'
    | 'msg'
    | 'ses'
    | 'task'
    | 'cmd'
    | 'inst'
    | 'sjob'
    | 'tok'
    | 'art'
    | 'upl'
    | 'eval',
  now = Date.now(),
): string {
  return `${prefix}_${base32(now, 10)}${randomText()}`
}

/** Of a UUID, 80 of the bits that are random. Node keeps those in store: other random bytes cost 10 µs, and every request takes an id. */
function randomText(): string {
  const uuid = randomUUID()
  const bits = uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(24, 32)
  let text = ''
  for (let from = 0; from < bits.length; from += 5) text += base32(Number.parseInt(bits.slice(from, from + 5), 16), 4)
  return text
}

function base32(value: number, length: number): string {
  let text = ''
  for (let left = value; text.length < length; left = Math.floor(left / 32)) text = alphabet[left % 32] + text
  return text
}
