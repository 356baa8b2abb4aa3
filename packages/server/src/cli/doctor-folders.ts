import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import { codeOf } from '../lib/thrown.ts'
import { type Check, fine } from './doctor-check.ts'

/** Whether the server can write where it keeps everything. The folder is made at the first start. */
export async function checkData({ dataDir }: Config): Promise<Check> {
  const place = await nearest(dataDir)
  const refusal = await refusalOf(place, constants.W_OK | constants.X_OK)
  if (refusal === null) return fine('data', place === dataDir ? `${dataDir} is writable.` : `${dataDir} can be created.`)
  const fix = refusal === 'EACCES' ? `sudo chown -R "$(id -un)" ${quoted(place)}` : elsewhere
  return { name: 'data', ok: false, message: `${place} is not writable (${refusal}).`, fix, needed: true }
}

export async function checkDisk({ dataDir, diskLowBytes }: Config): Promise<Check> {
  const { bavail, bsize } = await statfs(await nearest(dataDir))
  const free = bavail * bsize
  if (free >= diskLowBytes) return fine('disk', `${mebibytes(free)} free.`)
  const message = `Only ${mebibytes(free)} free. Below ${mebibytes(diskLowBytes)} the server accepts no jobs.`
  return { name: 'disk', ok: false, message, fix: elsewhere, needed: true }
}

/** One that is not there yet is made at the first start. */
export async function checkSkills({ skillsDir }: Config): Promise<Check> {
  const refusal = await refusalOf(skillsDir, constants.R_OK | constants.X_OK)
  if (refusal === null || refusal === 'ENOENT')
    return {
      ...fine('skills', refusal === null ? `${skillsDir} is readable.` : `${skillsDir} is created at the first start.`),
      needed: false,
    }
  const message = `${skillsDir} is not readable (${refusal}).`
  const fix =
    refusal === 'EACCES'
      ? `sudo chown -R "$(id -un)" ${quoted(skillsDir)}`
      : `mv ${quoted(skillsDir)} ${quoted(`${skillsDir}.old`)}`
  return { name: 'skills', ok: false, message, fix, needed: false }
}

const elsewhere = 'SKILL_RUNNER_DATA_DIR="$HOME/skill-runner-data" npm start'

/** The folder, or the first above it that is there. */
async function nearest(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  return isThere || dirname(folder) === folder ? folder : nearest(dirname(folder))
}

async function refusalOf(folder: string, mode: number): Promise<string | null> {
  try {
    if (!(await stat(folder)).isDirectory()) return 'ENOTDIR'
    await access(folder, mode)
    return null
  } catch (error) {
    return codeOf(error)
  }
}

const mebibytes = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)} MiB`

const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)
