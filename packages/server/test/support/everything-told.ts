import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { unzip } from './unzip.ts'

interface Server {
  readonly url: string
  readonly data: string
}

/** What somebody can come to see, by where it stands. */
export type Told = ReadonlyMap<string, Buffer>

/** All that a server answers about these jobs, whatever the route, with bundles unpacked. */
export async function everythingAnswered({ url }: Server, ids: readonly string[]): Promise<Told> {
  const told = new Map<string, Buffer>()
  const ask = async (path: string) => {
    const answer = await fetch(url + path)
    const bytes = Buffer.from(await answer.arrayBuffer())
    told.set(`GET ${path}`, Buffer.concat([Buffer.from(JSON.stringify([...answer.headers])), bytes]))
    return bytes
  }
  const general = ['/v1/jobs', '/v1/skills', '/v1/engines', '/v1/management/engines', '/readyz', '/metrics']
  for (const path of general) await ask(path)
  for (const id of ids) {
    const job = `/v1/jobs/${id}`
    const parts = ['', '/result', '/logs', '/logs/range?stream=stdout', '/logs/range?stream=stderr', '/events']
    const histories = ['/events/history?limit=1000&protocol=rasp', '/events/history?limit=1000&protocol=fcmp']
    for (const part of [...parts, ...histories]) await ask(job + part)
    const { artifacts } = JSON.parse(`${await ask(`${job}/artifacts`)}`) as { artifacts: string[] }
    for (const path of artifacts) await ask(`${job}/artifacts/${path.split('/').map(encodeURIComponent).join('/')}`)
    for (const part of ['/bundle', '/bundle?debug=1']) {
      const files = await unzip(await ask(job + part))
      for (const [name, text] of Object.entries(files)) told.set(`${job}${part} ${name}`, Buffer.from(text))
    }
  }
  return told
}

/** Every byte that a server keeps on its disk, and every name; what is only for the operator is left out. */
export function everythingKept({ data }: Server): Told {
  const entries = readdirSync(data, { withFileTypes: true, recursive: true })
  const paths = entries.map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
  const kept = paths.filter(({ path }) => !path.startsWith(join(data, 'agent-home')))
  return new Map(kept.map(({ entry, path }) => [path.slice(data.length + 1), contentOf(entry, path)]))
}

function contentOf(entry: { isFile(): boolean; isSymbolicLink(): boolean }, path: string): Buffer {
  if (entry.isSymbolicLink()) return Buffer.from(readlinkSync(path))
  return entry.isFile() ? readFileSync(path) : Buffer.alloc(0)
}

/** The command lines of this machine, which everybody on it can read. */
export function commandLines(): Told {
  return new Map(
    readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? [[`command line of ${pid}`, wordsOf(pid)] as const] : [])),
  )
}

function wordsOf(pid: string): Buffer {
  try {
    return readFileSync(`/proc/${pid}/cmdline`)
  } catch {
    return Buffer.alloc(0)
  }
}

/** The places where a secret can be read, as it is or in the usual encodings. */
export function leaksIn(told: Told, secrets: readonly string[]): string[] {
  const forms = secrets.flatMap(formsOf).map((form) => Buffer.from(form))
  const shows = (bytes: Buffer) => forms.some((form) => bytes.includes(form))
  return [...told].flatMap(([where, bytes]) => (shows(bytes) || shows(Buffer.from(where)) ? [where] : []))
}

/** Of base64 the middle, which is the same whatever stands before and behind. */
function formsOf(secret: string): string[] {
  const middles = [0, 1, 2].map((before) =>
    Buffer.from(`${' '.repeat(before)}${secret}`)
      .toString('base64')
      .slice(4, -4),
  )
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), ...middles]
}
