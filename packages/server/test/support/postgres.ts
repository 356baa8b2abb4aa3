import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { thorough } from '../../../../test/thorough.ts'
import { migrate } from '../../src/store/migrate.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { Prepared, settingsOf, sqlOver } from '../../src/store/postgres-connection.ts'
import type { Sql } from '../../src/store/sql.ts'
import { until } from './until.ts'

/** Names a cluster that others of the same test run use too. */
const sharedVariable = 'SKILL_RUNNER_TEST_POSTGRES'

/** The newest one of Debian; null: there is none. */
export const programs = findPrograms()

/** For suites that need Postgres. In CI it has to be there. */
export const withoutPostgres = programs || thorough ? false : 'Postgres is not installed: apt-get install postgresql-15'

function findPrograms(): string | null {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(root, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

export interface Cluster {
  /** Of a database with this name. */
  url(database: string): string
  /** Where its socket lies. */
  readonly socket: string
  /** As an operator does it, or as an accident: all that was not committed is gone, and everybody loses the connection. */
  restart(how: 'fast' | 'immediate'): Promise<void>
  stop(how: 'fast' | 'immediate'): Promise<void>
  start(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** It may still be writing its last words. */
const removing = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 } as const

/** A Postgres in a folder of its own, run by an ordinary user, reached by a socket, and gone with this process. */
export async function openCluster(settings: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  if (programs === null) throw new Error('Postgres is not installed: apt-get install postgresql-15')
  const folder = mkdtempSync(join(tmpdir(), 'asr-pg-'))
  const user = process.getuid?.() === 0 ? accountOf('postgres') : null
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const made = spawnSync(join(programs, 'initdb'), [...initdbArgs, '-D', data], { ...user, cwd: folder, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}${made.stdout}`)
  let server: ChildProcess | null = null
  const start = async () => {
    server = await startServer(join(programs, 'postgres'), data, folder, user, settings)
  }
  const stop = async (how: 'fast' | 'immediate') => {
    const child = server
    server = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.ref()
    child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await once(child, 'exit')
  }
  const gone = () => {
    server?.kill('SIGQUIT')
    rmSync(folder, removing)
  }
  process.once('exit', gone)
  await start()
  return {
    socket: join(folder, '.s.PGSQL.5432'),
    url: (database) => `postgres://postgres@/${database}?host=${folder}`,
    start,
    stop,
    async restart(how) {
      await stop(how)
      await start()
    },
    async [Symbol.asyncDispose]() {
      process.removeListener('exit', gone)
      await stop('immediate')
      rmSync(folder, removing)
    },
  }
}

// A language with rules of its own for what comes first: that of our columns must not depend on it.
const initdbArgs = [
  ...['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
  ...['--locale-provider=icu', '--icu-locale=en-US'],
]

/** Nobody cuts the power of the machine here, so nothing has to come to the disk. */
const usualSettings = { fsync: 'off', listen_addresses: '', shared_buffers: '32MB', max_connections: '200' }

async function startServer(
  program: string,
  data: string,
  folder: string,
  user: Account | null,
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const given = Object.entries({ ...usualSettings, unix_socket_directories: folder, ...settings })
  const argv = [program, '-D', data, ...given.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const drop = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : []
  const log = join(folder, 'log')
  const said = openSync(log, 'a')
  const child = spawn('setpriv', [...drop, '--pdeathsig=KILL', ...argv], { cwd: folder, stdio: ['ignore', said, said] })
  closeSync(said)
  // It must not keep this process.
  child.unref()
  await until('Postgres answers', async () => {
    if (child.exitCode !== null) throw new Error(`Postgres did not start: ${readFileSync(log, 'utf8')}`)
    return reachable(folder)
  })
  return child
}

async function reachable(folder: string): Promise<boolean> {
  const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

interface Account {
  readonly uid: number
  readonly gid: number
}

function accountOf(name: string): Account {
  const [, , uid, gid] = execFileSync('getent', ['passwd', name], { encoding: 'utf8' }).split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/** The cluster of this test run: that of whoever started it, else one of this process. */
function sharedUrl(database: string): Promise<string> {
  const given = process.env[sharedVariable]
  if (given) return Promise.resolve(given.replace('/postgres?', `/${database}?`))
  own ??= openSharedCluster()
  return own.then((cluster) => cluster.url(database))
}

let own: Promise<Cluster> | null = null

/** With a database to copy: making tables takes longer than most tests. */
export async function openSharedCluster(): Promise<Cluster> {
  const cluster = await openCluster()
  await runIn(cluster.url('postgres'), `create database ${template}`)
  const database = await openPostgres({ url: cluster.url(template) })
  await migrate(database.write)
  await database.close()
  return cluster
}

const template = 'asr_template'

/** An empty one, made as an operator would. */
export async function databaseNamed(cluster: Cluster, name: string, how = ''): Promise<string> {
  await runIn(cluster.url('postgres'), `create database ${name} ${how}`)
  return cluster.url(name)
}

async function runIn(url: string, statement: string): Promise<void> {
  await using sql = await openSql(url)
  await sql.run(statement)
}

/** For those that start test files: one cluster for all of them. */
export const sharing = (cluster: Cluster): Record<string, string> => ({ [sharedVariable]: cluster.url('postgres') })

/** The database of a data folder, made where there is none yet. Those of folders that are gone make room. */
export async function databaseOf(folder: string, options: { readonly isEmpty?: boolean } = {}): Promise<string> {
  const name = nameOf(folder)
  await using sql = await openSql(await sharedUrl('postgres'))
  for (const [other, path] of databases) {
    if (existsSync(path)) continue
    databases.delete(other)
    await sql.run(`drop database if exists ${other} with (force)`)
  }
  if ((await sql.first('select 1 from pg_database where datname = ?', [name])) === null)
    await sql.run(`create database ${name} ${options.isEmpty ? '' : `template ${template}`}`)
  databases.set(name, folder)
  return sharedUrl(name)
}

const databases = new Map<string, string>()

const nameOf = (folder: string): string => `asr_${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`

/** A connection past the store. */
export async function openSql(url: string): Promise<Sql & AsyncDisposable> {
  const client = new pg.Client({ ...settingsOf(url), application_name: 'test', query_timeout: 60_000 })
  await client.connect()
  return { ...sqlOver((query) => client.query(query), new Prepared()), [Symbol.asyncDispose]: () => client.end() }
}
