import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { verifies } from '../../../test/verifies.ts'
import { capture } from '../src/process/capture.ts'
import { startApp } from '../test/support/app.ts'
import { asUser, asUserSees, nodeOfUser } from '../test/support/as-user.ts'
import { type Ran, tool } from '../test/support/exec.ts'
import { temporaryFolder } from '../test/support/folder.ts'
import { connect, revisions } from '../test/support/mcp.ts'
import { inspectorProgram, realInspector } from '../test/support/real-clis.ts'

/** How it calls the revisions. */
const eras = { '2026-07-28': 'modern', '2025-11-25': 'legacy' } as const

/** What it ends with. */
const exits = { ok: 0, toolError: 5 } as const

interface Verified {
  readonly name: string
  readonly conformance: readonly unknown[]
  readonly frontmatter: readonly unknown[]
  readonly files: readonly { readonly uri: string; readonly status: string; readonly actualDigest: string }[]
}

const echo = fileURLToPath(new URL('../../../skills/demo-echo/SKILL.md', import.meta.url))
const digestOf = (bytes: string | Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

const { skip } = await realInspector()

for (const revision of revisions)
  verifies(
    'mcp.inspector',
    `MCP Inspector lists the tools strictly, runs commands, verifies every skill and reads prompts by ${revision}`,
    async (context) => {
      await using app = await startApp({ skills: [tool] })
      const home = await temporaryFolder(context)
      const program = asUserSees(await inspectorProgram())
      const inspect = async (method: string, ...words: string[]) => {
        const asked = ['--transport', 'http', '--protocol-era', eras[revision], '--format', 'json', '--method', method, ...words]
        const said = await capture(asUser(home, [nodeOfUser, program, '--cli', `${app.app.url}/mcp`, ...asked]), {
          ...{ cwd: home, timeoutMs: 120_000, maxBytes: 4 * 1024 * 1024 },
          env: { HOME: home, PATH: '/usr/bin:/bin', TMPDIR: home, NO_COLOR: '1' },
        })
        const lines = said.stdout.split('\n').filter((line) => line !== '')
        return { ...said, lines: lines.map((line) => JSON.parse(line)) }
      }
      const run = (args: object) =>
        inspect('tools/call', '--tool-name', 'skills_run_cmd', '--tool-args-json', JSON.stringify(args))

      const listed = await inspect('tools/list', '--strict')
      assert.equal(listed.code, exits.ok, listed.stderr)
      assert.match(listed.stderr, /^0 errors, \d+ warnings across \d+ tools\.$/m)
      await using client = await connect(revision, app)
      const tools = await client.tools()
      const namesIn = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name)
      assert.deepEqual(namesIn(listed.lines[0].result.tools), namesIn(tools))

      const ran = await run({ skill_name: 'tool', command: 'cat data/hello.txt; echo oh >&2; exit 3' })
      assert.equal(ran.code, exits.ok, ran.stderr)
      const { content, structuredContent } = ran.lines[0].result
      const { status, exit_code, stdout, stderr } = structuredContent as Ran
      assert.deepEqual([status, exit_code, stdout.text, stderr.text], ['failed', 3, 'hello\n', 'oh\n'])
      assert.deepEqual(JSON.parse(content[0].text), structuredContent)

      const missing = await run({ skill_name: 'no-such-skill', command: 'true' })
      assert.equal(missing.code, exits.toolError, missing.stderr)
      assert.equal(JSON.parse(missing.lines[0].result.content[0].text).error.code, 'SKILL_NOT_FOUND')

      const { code, stderr: summary, lines } = await inspect('skills/list', '--verify')
      assert.equal(code, exits.ok, summary)
      const skills = lines as readonly Verified[]
      assert.deepEqual(namesIn(skills), ['demo-echo', 'demo-interview', 'demo-prime-number', 'tool', 'zotero-parse-attachment'])
      const files = skills.flatMap((skill) => skill.files)
      assert.match(summary, new RegExp(`^Verified 5 skills and ${files.length} files: no conformance errors\\.$`, 'm'))
      assert.deepEqual(
        skills.flatMap(({ conformance, frontmatter }) => [...conformance, ...frontmatter]),
        [],
      )
      assert.deepEqual([...new Set(files.map((file) => file.status))], ['verified'])
      const digests = new Map(files.map(({ uri, actualDigest }) => [uri, actualDigest]))
      assert.equal(digests.get('skill://default/tool/data/hello.txt'), digestOf('hello\n'))
      assert.equal(digests.get('skill://default/demo-echo/SKILL.md'), digestOf(readFileSync(echo)))

      const prompts = await inspect('prompts/list')
      assert.equal(prompts.code, exits.ok, prompts.stderr)
      assert.deepEqual(namesIn(prompts.lines[0].result.prompts), namesIn(skills))
    },
    { skip },
  )
