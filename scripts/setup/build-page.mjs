import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { takeLock } from './lock.mjs'
import { runQuietly } from './run-quietly.mjs'

const page = join('packages', 'web')
const built = join(page, 'dist')
const stampFile = join(built, '.stamp')

/** What the page is made from. */
const sources = [join(page, 'src'), join(page, 'public'), join(page, 'index.html'), join(page, 'vite.config.ts')]
const others = ['package-lock.json', join('packages', 'sdk', 'dist')]

/**
 * Builds the web page, unless it was built from these very sources. The server works without it, so a failure is only told.
 * Answers what the page depends on; null: it is not built.
 */
export async function ensurePage(node) {
  if (!existsSync(join(page, 'index.html'))) return []
  const stamp = stampOf()
  const found = [...sources, ...others, stampFile]
  if (isBuilt(stamp)) return found
  const lock = await takeLock(join('.cache', 'page-lock'))
  try {
    if (isBuilt(stamp)) return found // somebody else did it while we waited
    console.error('Building the web page …')
    await build(node, stamp, lock)
    return isBuilt(stamp) ? found : null
  } finally {
    lock.release()
  }
}

const isBuilt = (stamp) => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp

/** Aside, and put in place as a whole: a server that runs meanwhile never sees half of it. */
async function build(node, stamp, lock) {
  const aside = `${built}.new`
  rmSync(aside, { recursive: true, force: true })
  const vite = [
    node,
    join('node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    page,
    '--outDir',
    'dist.new',
    '--logLevel',
    'error',
  ]
  const { status, stderr } = await runQuietly(vite, { onStart: lock.share })
  if (status !== 0) {
    console.error(`The web page could not be built, so there is nothing at /ui: ${stderr.trim()}`)
    return
  }
  for (const file of filesIn(aside)) compress(file)
  writeFileSync(join(aside, '.stamp'), stamp)
  rmSync(built, { recursive: true, force: true })
  renameSync(aside, built)
}

/** Once, here, instead of for every request. */
export function compress(file) {
  if (!/\.(js|css|html|svg)$/.test(file)) return
  const bytes = readFileSync(file)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, quality))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

function stampOf() {
  const hash = createHash('sha256')
  for (const file of [...sources, ...others].flatMap(filesIn)) hash.update(`${file}\0`).update(readFileSync(file))
  return `${hash.digest('hex')}\n`
}

/** In an order that is the same everywhere. */
function filesIn(path) {
  if (!existsSync(path)) return []
  try {
    return readdirSync(path)
      .sort()
      .flatMap((name) => filesIn(join(path, name)))
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    throw error
  }
}
