import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NodeId } from '../domain/run.ts'
import { newId } from '../lib/ids.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import { codeOf } from '../lib/thrown.ts'
import type { Writer } from './database.ts'
import type { Sql } from './sql.ts'

export const nodeFileOf = (folder: string): string => join(folder, 'node.id')

/**
 * Names a data folder, and with it the server, for good: processes and rows carry it, so that a restart knows its own. It is in a file,
 * because several servers may share a database. Where the database is the folder's own, its rows are the folder's too, whatever the
 * file says: then it is the database that knows, and the file that follows.
 */
export async function nodeOf(folder: string, own: Sql | null): Promise<NodeId> {
  const text = readNode(folder)
  const there = text !== null && /^(node|inst)_[0-9a-z]{26}$/.test(text) ? text : null
  if (!own && text !== there)
    throw new Error(`${nodeFileOf(folder)} does not hold the id of this server. Restore it from a backup.`)
  const node = (own && (await nodeIn(own, there))) ?? there ?? newId('node')
  if (node !== there) await writeNode(folder, node)
  return node
}

function readNode(folder: string): string | null {
  try {
    return readFileSync(nodeFileOf(folder), 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Whole or not at all, and before anything carries it. */
async function writeNode(folder: string, node: NodeId): Promise<void> {
  const beside = join(folder, '.new-node.id')
  writeFileSync(beside, `${node}\n`, { mode: 0o600, flush: true })
  renameSync(beside, nodeFileOf(folder))
  await syncFolder(folder)
}

/** Under the name that it had before there was a file. */
async function nodeIn(db: Sql, there: NodeId | null): Promise<NodeId> {
  const row = await db.first<{ value: string }>("select value from settings where name = 'instance_id'")
  if (row) return row.value
  const id = there ?? newId('node')
  await db.run("insert into settings (name, value) values ('instance_id', ?)", [id])
  return id
}

/**
 * The rows of a folder that was restored without its id, or lost it, are those of its new one. Where no other server shares the database
 * nobody else would ever look after them.
 */
export const adopt = (db: Writer, node: NodeId): Promise<void> =>
  db.transaction({ outlives: 'power', decides: true, takesLong: true }, async (trx) => {
    for (const table of tables) await trx.run(`update ${table} set node_id = ? where node_id <> ?`, [node, node])
  })

const tables = ['runs', 'exec_sessions', 'exec_tasks', 'exec_jobs', 'package_installs']

/** Rows of this node, and those from before rows said whose they are. */
export const ofNode = (node: NodeId) => ({ text: '(node_id = ? or node_id is null)', values: [node] })
