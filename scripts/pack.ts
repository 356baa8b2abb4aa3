import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { asInstalled } from './pack/as-installed.ts'
import { packageFiles } from './pack/package-files.ts'
import { compress } from './setup/build-page.mjs'
import { npm } from './setup/install.mjs'
import { runQuietly } from './setup/run-quietly.mjs'

/**
 * `npm run pack [-- FOLDER]` writes agent-skill-runner-<version>.tgz, which npm installs on a machine without the repository: JavaScript and
 * the built page.
 */
const root = resolve(import.meta.dirname, '..')
const [to = root] = process.argv.slice(2)
const staging = mkdtempSync(join(tmpdir(), 'skill-runner-pack-'))
try {
  if (!existsSync(join(root, 'packages/web/dist/index.html'))) throw new Error('The web page is not built, and would be missing.')
  stage(staging)
  console.log(`Wrote ${join(resolve(to), await pack(staging, resolve(to)))}`)
} finally {
  rmSync(staging, { recursive: true, force: true })
}

function stage(folder: string): void {
  const { copies, texts } = packageFiles(root)
  for (const file of copies) cpSync(join(root, file), join(folder, file))
  for (const [file, text] of Object.entries(texts)) write(join(folder, file), text)
  for (const file of copies.filter((name) => /^packages\/web\/dist\/.*\.js$/.test(name))) renameCommands(join(folder, file))
}

/** The page shows commands too. */
function renameCommands(file: string): void {
  const text = readFileSync(file, 'utf8')
  const changed = asInstalled(text)
  if (changed === text) return
  writeFileSync(file, changed)
  compress(file)
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Answers the name of the file. */
async function pack(folder: string, destination: string): Promise<string> {
  const { status, stderr } = await runQuietly([...npm(), 'pack', '--silent', '--pack-destination', destination], { cwd: folder })
  if (status !== 0) throw new Error(`npm could not pack: ${stderr.trim()}`)
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>
  return `${name}-${version}.tgz`
}
