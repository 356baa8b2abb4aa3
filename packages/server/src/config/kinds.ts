import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { IdentityRange } from '../domain/launch.ts'

/** How one setting is read from text. `read` gives undefined when the text does not fit what `what` says. */
export interface Kind<T> {
  readonly what: string
  readonly read: (text: string, cwd: string) => T | undefined
  /** The value must not be repeated in a message. */
  readonly secret?: true
}

export const integer = (least: number, most: number): Kind<number> => ({
  what: `a whole number from ${least} to ${most}`,
  read: (text) => within(/^\d{1,16}$/.test(text) ? Number(text) : Number.NaN, least, most),
})

const units = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 } as const

export const bytes = (least: number): Kind<number> => ({
  what: `a number of bytes, ${least} or more, optionally with KiB, MiB or GiB`,
  read: (text) => {
    const [, digits = '', unit = ''] = text.match(/^(\d{1,15}) ?(KiB|MiB|GiB)?$/) ?? []
    if (digits === '') return undefined
    return within(Number(digits) * units[unit as keyof typeof units], least, Number.MAX_SAFE_INTEGER)
  },
})

/** 0 switches a limit off; one below the least would switch everything off. */
const orNone = (kind: Kind<number>): Kind<number> => ({
  what: `0, or ${kind.what}`,
  read: (text, cwd) => (text === '0' ? 0 : kind.read(text, cwd)),
})

export const integerOrNone = (least: number, most: number): Kind<number> => orNone(integer(least, most))

export const bytesOrNone = (least: number): Kind<number> => orNone(bytes(least))

export const oneOf = <const V extends string>(...values: V[]): Kind<V> => ({
  what: `one of ${values.join(', ')}`,
  read: (text) => values.find((value) => value === text),
})

const levels = oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')

/** As other programs name them: the same variable is often set for several. */
const levelSynonyms = {
  verbose: 'debug',
  information: 'info',
  notice: 'info',
  warning: 'warn',
  err: 'error',
  critical: 'fatal',
  off: 'silent',
  none: 'silent',
} as const satisfies Record<string, string>

export const logLevel: Kind<NonNullable<ReturnType<typeof levels.read>>> = {
  what: `${levels.what}, in any case, or a usual synonym such as warning`,
  read: (text, cwd) => {
    const name = text.trim().toLowerCase()
    return levels.read(Object.hasOwn(levelSynonyms, name) ? levelSynonyms[name as keyof typeof levelSynonyms] : name, cwd)
  },
}

export const yesOrNo: Kind<boolean> = {
  what: '1 or 0',
  read: (text) => ({ 1: true, true: true, yes: true, 0: false, false: false, no: false })[text.toLowerCase()],
}

export const path: Kind<string> = { what: 'a path', read: (text, cwd) => (text.includes('\0') ? undefined : resolve(cwd, text)) }

export const word: Kind<string> = {
  what: 'a name of letters, digits, - and _',
  read: (text) => matching(text, /^[A-Za-z0-9_-]{1,64}$/),
}

export const text: Kind<string> = { what: 'text', read: (value) => value }

/** A day of the calendar; there is no 31st of June. */
export const day: Kind<string> = {
  what: 'a date like 2026-06-30',
  read: (value) => {
    const time = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : null
    return time && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value) ? value : undefined
  },
}

export const url: Kind<string> = { what: 'an http or https URL', read: (value) => (isHttp(value) ? value : undefined) }

/** It may have a password, so it is repeated nowhere. */
export const databaseUrl: Kind<string> = {
  what: 'a URL like postgres://user:password@host:5432/database',
  read: (value) => {
    // Without a host it is that of a socket, which is no URL to everyone.
    const parsed = URL.parse(value.replace(/^(postgres(?:ql)?:\/\/[^/]*@)\//, '$1localhost/'))
    return parsed && /^postgres(ql)?:$/.test(parsed.protocol) && /^\/[^/]+$/.test(parsed.pathname) ? value : undefined
  },
  secret: true,
}

/** Without its brackets, as a listener wants it. */
export const host: Kind<string> = {
  what: 'an IP address or a host name without scheme or port',
  read: (value) => {
    const bare = value.replace(/^\[(.*)\]$/, '$1')
    return isIP(bare) ? bare : matching(value, /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/)
  },
}

export const token: Kind<string> = {
  what: '16 or more visible ASCII characters',
  read: (value) => matching(value, /^[\x21-\x7e]{16,4096}$/),
  secret: true,
}

export const secret: Kind<string> = { ...text, secret: true }

/** As Standard Webhooks writes one, so that every library that verifies can read it. */
export const webhookSecret: Kind<string> = {
  what: 'whsec_ and 24 to 64 random bytes in Base64',
  read: (value) => {
    const bytes = Buffer.from(value.slice(6), 'base64')
    const isWhole = `whsec_${bytes.toString('base64')}` === value
    return isWhole && bytes.length >= 24 && bytes.length <= 64 ? value : undefined
  },
  secret: true,
}

/** As a browser sends it. Applications that are no web sites have schemes of their own, or send the word null. */
export const origin: Kind<string> = {
  what: 'an origin like https://example.com or chrome://zotero, without a path, or null',
  read: (value) => {
    const text = value.toLowerCase()
    const isOne = isHttp(text)
      ? URL.parse(text)?.origin === text
      : text === 'null' || /^[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+$/.test(text)
    return isOne ? text : undefined
  },
}

/** As a skill lists them. Names of one word mean something only in the network of this machine. */
export const hostRule: Kind<string> = {
  what: 'a host name like example.com, *.example.com or example.com:8443, or * for every public host',
  read: (value) => matching(value.toLowerCase(), /^(\*|(\*\.)?([a-z0-9_-]+\.)+[a-z][a-z0-9-]*)(:\d{1,5})?$/),
}

/** Commas between, blanks ignored. */
export const listOf = <T>(item: Kind<T>): Kind<readonly T[]> => ({
  what: `a comma-separated list, each ${item.what}`,
  read: (value, cwd) => {
    const parts = value.split(',').map((part) => part.trim())
    const items = parts.filter((part) => part !== '').map((part) => item.read(part, cwd))
    return items.every((read) => read !== undefined) ? items : undefined
  },
})

/** uid 0 is not a user that anything of a skill may run as. */
export const uidRange: Kind<IdentityRange> = {
  what: 'a range of at most 65536 user ids like 200000-200099, above 0',
  read: (value) => {
    const [, from, to] = value.match(/^(\d{1,10})-(\d{1,10})$/)?.map(Number) ?? []
    if (from === undefined || to === undefined) return undefined
    // The kernel uses the last number for "no user".
    return from >= 1 && from <= to && to - from < 65536 && to < 2 ** 32 - 1 ? { from, to } : undefined
  },
}

const within = (value: number, least: number, most: number) => (value >= least && value <= most ? value : undefined)
const matching = (value: string, pattern: RegExp) => (pattern.test(value) ? value : undefined)
const isHttp = (value: string) => /^https?:\/\//i.test(value) && URL.canParse(value)
