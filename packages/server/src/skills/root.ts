import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../lib/thrown.ts'
import { listFiles } from './files.ts'
import { readSkill, type SkillPackage } from './package.ts'
import type { RegistryOptions, SkillEntry } from './registry.ts'
import { SchemaVerdicts } from './schema-verdicts.ts'
import { Watches } from './watch.ts'

// Writing a skill takes many changes; they are read together once it is quiet for a moment, and in any case not more often.
const quietMs = 150

// Whoever asks for a skill does not wait longer for what has changed meanwhile.
const longestWaitMs = 2000

// A folder of skills that was itself replaced takes its watch with it, so now and then we look whether it is still the same one.
const lookEveryMs = 5000

/** One folder of skill folders. */
export class Root {
  readonly entries = new Map<string, SkillEntry>()
  readonly #options: RegistryOptions
  readonly #folder: string
  readonly #builtIn: boolean
  readonly #watches: Watches
  /** What changed since the last reading; null stands for the folder itself. */
  readonly #changed = new Set<string | null>()
  #timer: NodeJS.Timeout | null = null
  /** What is being read now, and until when. */
  #reading: { readonly names: readonly (string | null)[]; readonly end: Promise<void> } | null = null
  /** Which folder was scanned, whatever its name. */
  #identity: string | null = null
  readonly #looking: NodeJS.Timeout
  #closed = false
  #reads = 0
  /** Which reading of a skill said last what there is, or that there is nothing. */
  readonly #heard = new Map<string, number>()
  readonly #verdicts: SchemaVerdicts
  /** Null: not yet; afterwards the end of a queue, since one skill at a time is enough. */
  #checking: Promise<void> | null = null

  constructor(options: RegistryOptions, folder: string, builtIn: boolean) {
    this.#options = options
    this.#folder = folder
    this.#builtIn = builtIn
    this.#verdicts = new SchemaVerdicts(options.compile)
    this.#looking = setInterval(() => void this.#look(), lookEveryMs).unref()
    this.#watches = new Watches((err, at) =>
      options.log.warn({ err, folder: at }, 'cannot watch a skill folder; changes need a restart'),
    )
  }

  async scan(): Promise<void> {
    this.#identity = await identityOf(this.#folder)
    this.#watches.set('', this.#folder, [''], (name) => this.#note(name))
    const names = await readdir(this.#folder).catch((error): string[] => {
      this.#options.log.warn({ err: error, folder: this.#folder }, 'cannot read the skills folder')
      return []
    })
    const gone = [...this.entries.keys()].filter((id) => !names.includes(id))
    for (const id of new Set([...names, ...gone])) await this.read(id)
  }

  /** Reads one skill; an entry is replaced in one step, and what is not a folder is no skill. */
  async read(id: string): Promise<void> {
    if (this.#closed || !isCandidate(id)) return
    const folder = join(this.#folder, id)
    this.#reads += 1
    const mine = this.#reads
    // Two may read the same skill at once: what was heard from one that began later is not overwritten.
    const isOutdated = () => this.#closed || mine < (this.#heard.get(id) ?? 0)
    const there = await stat(folder).catch(() => null)
    if (isOutdated()) return
    if (!there?.isDirectory()) return this.#forget(id, mine)
    await this.#watch(id, folder, isOutdated)
    const read = await readSkill(folder, { ...this.#options, builtIn: this.#builtIn })
    if (isOutdated()) return
    this.#heard.set(id, mine)
    this.#keep(
      id,
      read.ok ? this.#entryOf(read.skill) : { health: 'degraded', id, builtIn: this.#builtIn, problems: read.problems },
    )
    this.#check(id)
  }

  /**
   * Settles when the changes of a skill, or of all, that are known by now have been read: nobody who asks waits for it to be quiet. What
   * is read already may be older than the change, so one more reading may follow, and no third.
   */
  async caughtUp(id?: string): Promise<void> {
    const isAsked = (name: string | null) => id === undefined || name === null || name === id
    const isUnread = () => [...this.#changed, ...(this.#reading?.names ?? [])].some(isAsked)
    if (this.#closed || !isUnread()) return
    const enough = Promise.withResolvers<void>()
    const timer = setTimeout(enough.resolve, longestWaitMs).unref()
    const both = async () => {
      await this.#reading?.end
      if (isUnread()) await this.#readNow()
    }
    await Promise.race([both(), enough.promise]).finally(() => clearTimeout(timer))
  }

  async beginChecking(): Promise<void> {
    this.#checking ??= Promise.resolve()
    for (const id of this.entries.keys()) this.#check(id)
    await this.#checking
  }

  async checked(): Promise<void> {
    await this.#checking
  }

  close(): void {
    this.#closed = true
    this.#watches.close()
    clearInterval(this.#looking)
    if (this.#timer) clearTimeout(this.#timer)
  }

  async #look(): Promise<void> {
    if ((await identityOf(this.#folder)) !== this.#identity) this.#note(null)
  }

  async #watch(id: string, folder: string, isOutdated: () => boolean): Promise<void> {
    const listing = await listFiles(folder).catch((error) => {
      if (!codeOf(error)) throw error
      return null
    })
    if (!isOutdated()) this.#watches.set(id, listing?.root ?? folder, listing?.folders ?? [''], () => this.#note(id))
  }

  #keep(id: string, entry: SkillEntry): void {
    const before = this.entries.get(id)
    this.entries.set(id, entry)
    if (JSON.stringify(factsOf(before)) === JSON.stringify(factsOf(entry))) return
    this.#options.onChange?.()
    if (entry.health === 'degraded') this.#options.log.warn({ skill_id: id, problems: entry.problems }, 'skill is invalid')
    else this.#options.log.info({ skill_id: id, ...factsOf(entry) }, 'skill loaded')
  }

  #entryOf(skill: SkillPackage): SkillEntry {
    const problems = this.#verdicts.of(skill) ?? []
    return problems.length > 0
      ? { health: 'degraded', id: skill.id, builtIn: this.#builtIn, problems }
      : { health: 'healthy', skill }
  }

  /** Built-in skills are ours: the tests have compiled their schemas. */
  #check(id: string): void {
    const entry = this.entries.get(id)
    if (!this.#checking || this.#builtIn || entry?.health !== 'healthy' || this.#verdicts.of(entry.skill)) return
    this.#checking = this.#checking
      .then(() => this.#judge(id, entry))
      .catch((error) => {
        if (!this.#closed) this.#options.log.warn({ err: error, skill_id: id }, 'cannot check the schemas of a skill')
      })
  }

  /** A verdict on a skill that was read again meanwhile is nobody's. */
  async #judge(id: string, entry: SkillEntry & { health: 'healthy' }): Promise<void> {
    const isCurrent = () => !this.#closed && this.entries.get(id) === entry
    if (isCurrent() && !this.#verdicts.of(entry.skill)) await this.#verdicts.judge(entry.skill)
    if (isCurrent()) this.#keep(id, this.#entryOf(entry.skill))
  }

  #forget(id: string, reading: number): void {
    this.#heard.set(id, reading)
    this.#watches.drop(id)
    this.#verdicts.forget(id)
    if (!this.entries.delete(id)) return
    this.#options.log.info({ skill_id: id }, 'skill removed')
    this.#options.onChange?.()
  }

  #note(name: string | null): void {
    this.#changed.add(name)
    if (this.#closed || this.#timer) return
    this.#timer = setTimeout(() => void this.#readNow(), quietMs).unref()
  }

  /** One reading at a time; it knows all changes that were noted before it began. */
  #readNow(): Promise<void> {
    if (this.#reading) return this.#reading.end
    const names = [...this.#changed]
    this.#changed.clear()
    if (this.#timer) clearTimeout(this.#timer)
    const end = this.#catchUp(names).finally(() => {
      this.#reading = null
    })
    this.#reading = { names, end }
    return end
  }

  async #catchUp(changed: readonly (string | null)[]): Promise<void> {
    const began = performance.now()
    try {
      if (changed.includes(null)) await this.scan()
      else for (const id of changed) await this.read(id ?? '')
    } catch (error) {
      this.#options.log.warn({ err: error }, 'cannot reload skills')
    }
    // A skill that is written to all the time must not keep the server reading: at most a fifth of the time goes there.
    this.#timer = this.#closed ? null : setTimeout(() => this.#goOn(), 4 * (performance.now() - began)).unref()
  }

  #goOn(): void {
    this.#timer = null
    const [one] = this.#changed
    if (one !== undefined) this.#note(one)
  }
}

/** The number of a folder that is gone is soon given to another, so the time it was made belongs to it. */
async function identityOf(folder: string): Promise<string | null> {
  const stats = await stat(folder, { bigint: true }).catch(() => null)
  return stats && `${stats.ino}-${stats.birthtimeNs}`
}

/** Hidden folders are nobody's skills. */
const isCandidate = (id: string): boolean => id !== '' && !id.startsWith('.') && !id.includes('/')

function factsOf(entry: SkillEntry | undefined): object | null {
  if (!entry) return null
  if (entry.health === 'degraded') return { problems: entry.problems }
  return { version: entry.skill.version, digest: entry.skill.digest, warnings: entry.skill.warnings }
}
