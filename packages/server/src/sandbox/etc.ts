import { chmod, copyFile, mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { IdentityRange } from '../domain/launch.ts'

/** The /etc of the inside. */
export interface NeutralEtc {
  /** Stands in for /etc: programs find themselves in passwd and localhost in hosts, and nothing of the host. */
  readonly folder: string
  /** What is mounted over it from the host. */
  readonly shared: readonly string[]
  /** The same, only where somebody can be reached. */
  readonly certificates: readonly string[]
  /** The same, only with the network of the host: behind a gate nobody looks up names. */
  readonly sharedWithNetwork: readonly string[]
}

/** Small and public. Copied once rather than mounted for every run: a mount costs 0.17 ms. */
const copied = ['ld.so.cache', 'localtime', 'ssl/openssl.cnf']
const shared = ['alternatives']
const certificates = ['ssl/certs', 'pki/tls/certs', 'pki/ca-trust/extracted']
const sharedWithNetwork = ['hosts', 'resolv.conf']

export async function writeEtc(folder: string, users: IdentityRange): Promise<NeutralEtc> {
  await makeFolder(folder)
  for (const [name, text] of Object.entries(textsOf(users))) await writePublic(folder, name, (path) => writeFile(path, text))
  for (const name of await existing(copied)) await writePublic(folder, name, (path) => copyFile(`/etc/${name}`, path))
  return {
    folder,
    shared: await makePlaces(folder, shared),
    certificates: await makePlaces(folder, certificates),
    sharedWithNetwork: await makePlaces(folder, sharedWithNetwork),
  }
}

function textsOf({ from, to }: IdentityRange): Record<string, string> {
  const ids = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const users = ids.map((id) => `runner:x:${id}:${id}::/home/runner:/bin/sh\n`)
  const groups = ids.map((id) => `runner:x:${id}:\n`)
  return {
    passwd: `root:x:0:0::/:/bin/false\n${users.join('')}`,
    group: `root:x:0:\n${groups.join('')}`,
    hosts: '127.0.0.1 localhost runner\n::1 localhost\n',
    'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  }
}

/** A mount needs something to be mounted on. Answers with the host's paths that exist. */
async function makePlaces(folder: string, names: readonly string[]): Promise<string[]> {
  const found = await existing(names)
  for (const name of found) {
    if ((await stat(`/etc/${name}`)).isDirectory()) await makeFolder(join(folder, name))
    else await writePublic(folder, name, (path) => writeFile(path, '', { flag: 'a' }))
  }
  return found.map((name) => `/etc/${name}`)
}

async function writePublic(folder: string, name: string, write: (path: string) => Promise<void>): Promise<void> {
  const path = join(folder, name)
  await makeFolder(dirname(path))
  await write(path)
  await chmod(path, 0o644)
}

/** Readable whatever the umask of the server is: the child may be another user. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
  await chmod(path, 0o755)
}

async function existing(names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(names.map((name) => stat(`/etc/${name}`).catch(() => null)))
  return names.filter((_, index) => found[index] !== null)
}
