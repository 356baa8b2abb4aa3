import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Artifact, JobAccepted, JobCreate } from '../packages/sdk/src/index.ts'
import { converse } from './demo-conversation.ts'
import { startServer } from './server-process.ts'

/** `npm run demo`: a server of its own on a free port, every built-in demo over HTTP, and what came of it. */

interface Demo {
  readonly job: JobCreate
  /** Texts that are sent in the same request, by the names of the inputs they are for. */
  readonly files?: Readonly<Record<string, string>>
  /** What is replied to its questions, in turn. */
  readonly answers?: readonly unknown[]
}

const bees = '# On Bees and Flowers\n\nBees visit flowers. Flowers feed bees.\n\n## Why\n\nNectar is what bees need.\n'

const demos: readonly Demo[] = [
  { job: { skill_id: 'demo-prime-number', input: { numbers: [2, 3, 4, 10, 11, 97] }, parameter: { divisor: 5 } } },
  { job: { skill_id: 'zotero-parse-attachment', input: { item_key: 'ABCD2345' } }, files: { attachment_path: bees } },
  { job: { skill_id: 'demo-echo', engine: 'replay', input: { text: '  Hello   world ' }, parameter: { normalize: true } } },
  {
    job: {
      skill_id: 'demo-interview',
      engine: 'replay',
      input: { topic: 'a build light' },
      runtime_options: { execution_mode: 'interactive' },
    },
    answers: ['my team', 'See at a glance which build is broken.', true],
  },
]

const folder = mkdtempSync(join(tmpdir(), 'skill-runner-demo-'))
try {
  const main = join(import.meta.dirname, '../packages/server/src/main.ts')
  await using server = await startServer([process.execPath, main, 'serve'], { cwd: folder, env: ownEnvironment() })
  console.log(`The server listens on ${server.address}`)
  for (const demo of demos) await show(server.address, demo)
  console.log('\nAll demos succeeded, and every artifact has the digest that was promised.')
} catch (error) {
  console.error(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit()

/** The settings of whoever runs the demo stay out of it, but for the choice of a sandbox. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(SKILL_RUNNER_(?!SANDBOX$)|LOG_|HOST$|PORT$)/
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name))
  // The demo of a prompt skill is played: no account and no network are needed.
  const own = { PORT: '0', SKILL_RUNNER_DATA_DIR: join(folder, 'data'), SKILL_RUNNER_ENGINES: 'replay' }
  return { ...Object.fromEntries(inherited), ...own }
}

async function show(address: string, { job, files, answers = [] }: Demo): Promise<void> {
  const { skill_id } = job
  console.log(`\n── ${skill_id}`)
  console.log(`POST /v1/jobs ${JSON.stringify(job)}${files ? ` with ${Object.keys(files).join(', ')}` : ''}`)
  const headers = { ...(files ? {} : { 'content-type': 'application/json' }), prefer: 'wait=60' }
  const body = files ? formOf(job, files) : JSON.stringify(job)
  const response = await fetch(`${address}/v1/jobs`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`${skill_id}: HTTP ${response.status} ${await response.text()}`)
  const created = (await response.json()) as JobAccepted
  const { request_id, status, result } = await converse(address, created, answers)
  if (!result || status !== 'succeeded') throw new Error(`${skill_id} is ${status}: ${JSON.stringify(result?.error)}`)
  console.log(`\nJob ${request_id} ${status}. Validated result:\n${JSON.stringify(result.data, null, 2)}\n`)
  const digests = await Promise.all(result.artifacts.map((artifact) => download(address, artifact)))
  printTable(result.artifacts, digests)
}

function formOf(job: JobCreate, files: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  form.set('job', new Blob([JSON.stringify(job)], { type: 'application/json' }))
  for (const [name, text] of Object.entries(files)) form.set(name, new Blob([text]), name)
  return form
}

/** The sha256 of what the server sends, compared with what it promised. */
async function download(address: string, artifact: Artifact): Promise<string> {
  const response = await fetch(new URL(artifact.url, address))
  const bytes = Buffer.from(await response.arrayBuffer())
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (response.status !== 200) throw new Error(`${artifact.path}: HTTP ${response.status}`)
  if (sha256 !== artifact.sha256 || bytes.length !== artifact.size)
    throw new Error(`${artifact.path} is not the file that was promised`)
  return sha256
}

function printTable(artifacts: readonly Artifact[], digests: readonly string[]): void {
  const rows = artifacts.map(({ role, path, mime, size }, index) => [
    role,
    path,
    mime,
    String(size),
    `${digests[index]?.slice(0, 12)}…`,
  ])
  const table = [['ROLE', 'PATH', 'MIME', 'SIZE', 'SHA256'], ...rows]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}
