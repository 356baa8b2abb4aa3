import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { verifies } from '../../../test/verifies.ts'
import { realCli } from '../test/support/real-engine.ts'

const skip = (await realCli('codex')).skip || (await realCli('gemini')).skip
const main = fileURLToPath(new URL('../../../bench/main.ts', import.meta.url))

interface Report {
  readonly valid: boolean
  readonly figures: readonly { readonly id: string; readonly value: number }[]
}

verifies(
  'bench.engine-overhead',
  'the bench runs each CLI bare and through the server in one run, in turns, and tells what the server adds',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [main, '--only', 'engines', '--quick', '--json'])
    const report: Report = JSON.parse(stdout)
    assert.equal(report.valid, true)
    const figures = new Map(report.figures.map(({ id, value }) => [id, value]))
    for (const engine of ['codex', 'gemini']) {
      const of = (name: string) => figures.get(`engines.${engine}.${name}`) ?? Number.NaN
      assert.ok(of('bare') > 0 && of('p50') > 0, `${engine} was measured both ways`)
      // Each figure is rounded by itself, to three digits.
      const near = (a: number, b: number) => Math.abs(a - b) <= 0.02 * of('p50')
      assert.ok(near(of('over'), of('p50') - of('bare')), `${engine}: what is added is the difference`)
      assert.ok(near(of('ratio') * of('bare'), of('p50')), `${engine}: and the ratio says the same`)
    }
  },
  { skip },
)
