import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { type Artifact, contentOf, ended, project, run, start, tool, uploaded } from '../support/exec-calls.ts'
import { temporaryFolder } from '../support/folder.ts'
import { killNursery } from '../support/nursery.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

function filesIn(data: string): string[] {
  const folder = join(data, 'exec/artifacts')
  return existsSync(folder) ? readdirSync(folder) : []
}

verifies(
  'exec.artifacts',
  'after kill -9 of the server while it takes outputs they are taken again, and none of them twice',
  async (context) => {
    const outputs = Array.from({ length: 100 }, (_, index) => ({ path: `f${index}` }))
    for (const least of [1, 20, 70]) {
      const folder = await temporaryFolder(context)
      const first = await startServer({ folder, skills: [tool] })
      const id = await start(first, 'for i in $(seq 0 99); do echo $i > f$i; done', { outputs })
      await until('some are there', () => filesIn(first.data).length >= least)
      await first.kill()
      context.diagnostic(`${filesIn(first.data).length} files were there when the server was killed`)
      await using second = await startServer({ folder })
      context.after(() => killNursery(join(folder, 'data')))
      const { status, created_artifacts, output_errors } = await ended(second, id)
      assert.deepEqual(
        [status, output_errors, created_artifacts.map(({ path, sha256 }) => [path, sha256])],
        ['succeeded', [], outputs.map(({ path }, index) => [path, digest(`${index}\n`)])],
      )
      const { body } = await second.get<{ artifacts: Artifact[] }>(`${project}/artifacts?limit=1000`)
      const ids = (list: readonly { artifact_id: string }[]) => list.map(({ artifact_id }) => artifact_id).toSorted()
      assert.deepEqual(ids(body.artifacts), ids(created_artifacts))
    }
  },
)

verifies(
  'exec.no-way-out-by-links',
  'a command that turns a folder into a link and back, again and again, leads neither inputs nor outputs out of the session',
  async (context) => {
    await using app = await startApp({ skills: [tool] })
    const outside = join(app.folder, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'canary'), 'untouched')
    const id = await uploaded(app, 'brought')
    await run(app, 'mkdir way; echo own > way/canary', { workdir: 'w' })
    // Inside, the link leads nowhere; to whoever follows it outside, to the canary.
    const turn = `cd ../w; while :; do mv way aside; ln -s ${outside} way; rm way; mv aside way; done`
    const turning = await start(app, turn, { workdir: 'elsewhere' })
    const outputs = Array.from({ length: 100 }, () => ({ path: 'way/canary' }))
    const seen: string[] = []
    for (let round = 0; round < 10; round++) {
      const inputs = [{ artifact_id: id, mount_path: 'way/canary' }]
      const refused = await run(app, 'true', { workdir: 'w', inputs })
      seen.push(`input ${refused.status}`)
      const { body } = await run(app, 'true', { workdir: 'w', outputs })
      seen.push(...body.output_errors.map(({ code }) => `output ${code}`))
      for (const { artifact_id } of body.created_artifacts) {
        const text = await contentOf(app, artifact_id)
        assert.ok(['own\n', 'brought'].includes(text), text)
        seen.push('output taken')
      }
    }
    await app.post(`${project}/exec/tasks/${turning}:cancel`)
    await ended(app, turning)
    assert.deepEqual([readdirSync(outside), readFileSync(join(outside, 'canary'), 'utf8')], [['canary'], 'untouched'])
    const counts = Object.fromEntries([...Map.groupBy(seen, (one) => one)].map(([one, all]) => [one, all.length]))
    context.diagnostic(JSON.stringify(counts))
    // A race that nobody ran proves nothing.
    assert.ok(seen.includes('output link') && seen.includes('output taken'), JSON.stringify(counts))
  },
)
