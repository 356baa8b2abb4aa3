import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceFile } from '../workspace/replace-file.ts'
import { type Card, type CaseId, capabilitiesBy, caseIds, type Finding } from './card.ts'
import type { Installation } from './installations.ts'
import type { InstalledLayout } from './layout.ts'
import { isTable, readJsonFile } from './record.ts'

type Bare = Omit<Installation, 'card'>

/** Beside the installation, for as long as its program stays the same. */
export async function keepCard(layout: InstalledLayout, installation: Installation, card: Card): Promise<void> {
  const { engine, version, source } = installation
  const file = source === 'managed' ? layout.engine(engine).card(version) : layout.configuredCard(engine)
  await replaceFile(dirname(file), file, JSON.stringify({ program: stampOfProgram(installation), ...card }))
}

/** The installation with what was found out about it, which counts for more than what it says of itself. */
export function withCard(bare: Bare, file: string): Installation {
  const card = readCard(file, bare)
  return { ...bare, card, capabilities: capabilitiesBy(bare.capabilities, card) }
}

/** Null: there is none, or it is of another program. */
function readCard(file: string, bare: Bare): Card | null {
  const value = readJsonFile(file)
  if (!isTable(value) || value['program'] !== stampOfProgram(bare)) return null
  const { engine, version, probedAt, findings } = value
  if (engine !== bare.engine || version !== bare.version || typeof probedAt !== 'string' || !Array.isArray(findings)) return null
  return { engine: bare.engine, version: bare.version, probedAt, findings: findings.flatMap(findingIn) }
}

/** A case that another release knows is left out. */
function findingIn(value: unknown): Finding[] {
  if (!isTable(value)) return []
  const { id, result, reason } = value
  const isResult = result === 'yes' || result === 'no' || result === 'differs'
  return isCase(id) && isResult && (reason === null || typeof reason === 'string') ? [{ id, result, reason }] : []
}

const isCase = (id: unknown): id is CaseId => caseIds.some((one) => one === id)

function stampOfProgram({ folder, path }: Pick<Bare, 'folder' | 'path'>): string | null {
  const found = statSync(join(folder, path), { throwIfNoEntry: false })
  return found ? `${found.size} ${found.mtimeMs}` : null
}
