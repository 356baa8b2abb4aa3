import { lstatSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { allRows, openGlance, type Where } from './rows.ts'
import type { Complaints } from './story.ts'

/** Every row and every file of a data folder, each with what tells whether it was touched. */
export type Photo = ReadonlyMap<string, string>

const folders = ['runs', 'sessions', 'homes', 'requests']

/** What belongs to runs that go on by themselves is left out. */
export async function photograph(where: Where, leftOut: ReadonlySet<string>): Promise<Photo> {
  const isIn = (text: string) => ![...leftOut].some((run) => text.includes(run))
  const { data } = where
  const rows = Object.entries(await allRows(where)).flatMap(([table, all]) =>
    all.map((row): [string, string] => [
      `${table}: ${Object.values(row as object)
        .slice(0, 2)
        .join(' ')}`,
      JSON.stringify(row),
    ]),
  )
  await using glance = await openGlance(where)
  const active = new Set(await glance.active())
  const files = folders.flatMap((folder) => filesBelow(data, folder, active))
  // Their times tell when they were last used, and runs that go on by themselves use them.
  const snapshots = readdirSync(join(data, 'snapshots')).map((name): [string, string] => [`snapshots/${name}`, 'there'])
  return new Map([...rows, ...files, ...snapshots].filter(([name, value]) => isIn(name) && isIn(value)))
}

/** Of runs that have ended only the folder itself is looked at: there are many, and each was looked at when it ended. */
function filesBelow(data: string, folder: string, active: ReadonlySet<string>): [string, string][] {
  return readdirSync(join(data, folder)).flatMap((name) => {
    const isWhole = folder !== 'runs' || active.has(name)
    const below = isWhole
      ? readdirSync(join(data, folder, name), { recursive: true, encoding: 'utf8' })
      : ['.audit', 'result', 'artifacts']
    return ['.', ...below].map((path): [string, string] => factsOf(data, join(data, folder, name, path)))
  })
}

function factsOf(data: string, path: string): [string, string] {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return [relative(data, path), stat ? `${stat.mode} ${stat.size} ${stat.mtimeMs} ${stat.ino}` : 'not there']
}

/** What differs between two of them. */
export function photoComplaints(first: Photo, second: Photo): Complaints {
  const names = [...new Set([...first.keys(), ...second.keys()])]
  return names
    .filter((name) => first.get(name) !== second.get(name))
    .map((name) => `a second restart changed ${name}: ${difference(first.get(name) ?? 'nothing', second.get(name) ?? 'nothing')}`)
}

/** From where on they differ. */
function difference(first: string, second: string): string {
  const same = [...first].findIndex((letter, index) => letter !== second[index])
  const from = Math.max(0, same - 40)
  return `${first.slice(from, from + 120)} became ${second.slice(from, from + 120)}`
}
