import assert from 'node:assert/strict'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { findings } from './support/axe.ts'
import { openBrowser, press, withoutBrowser } from './support/browser.ts'
import { evalsOf } from './support/evals.ts'
import type { TestSkill } from './support/skills.ts'
import { replayOnly } from './support/talk.ts'

const writer: TestSkill = {
  id: 'writer',
  runner: { entrypoint: { type: 'prompt' } },
  files: {
    'assets/replay/default.json': JSON.stringify({ steps: [{ message: { text: '<b>Bees</b>' }, final: true }] }),
    ...evalsOf(
      'writer',
      { id: 'right', input: {}, prompt: 'x', expected_data: { text: '<b>Bees</b>' } },
      { id: 'wrong', input: {}, prompt: 'x', expected_data: { text: 'Wasps' } },
      { id: 'judged', input: {}, prompt: 'x', expectations: ['It says "Bees".'] },
    ),
  },
}

verifies(
  'evals.page',
  'a person runs the tests of a skill, sees cases by engine, and gets from a cell to its run; in Chinese too',
  async () => {
    await using app = await startApp({ env: replayOnly, skills: [writer, { id: 'plain', sh: 'true' }] })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui/skills/writer?panel=tests`)
    await press(page, '[role=tabpanel] button ::-p-text(Run 3 test cases)')
    await page.waitForSelector('[role=status] ::-p-text(Ended: Failed)')
    const rows = () =>
      page.$$eval('[role=tabpanel] tr', (all) =>
        all.map((row) =>
          [...row.querySelectorAll('th, td')].map((cell) => (cell.textContent ?? '').replace(/[\d.]+ m?s.*$/, '').trim()),
        ),
      )
    assert.deepEqual(await rows(), [
      ['Case', 'replay'],
      ['right', 'Passed'],
      ['wrong', 'Failed'],
      ['judged', 'Not graded'],
      ['Passed', '1 of 2 (50 %)'],
    ])
    assert.deepEqual(await findings(page), [])
    await press(page, '[role=tabpanel] details summary ::-p-text(Failed: wrong)')
    await page.waitForSelector('[role=tabpanel] details[open] ::-p-text(expected "Wasps", got "<b>Bees</b>")')

    await page.select('[role=tabpanel] select[aria-label="Who judges statements in words"]', 'replay')
    await press(page, '[role=tabpanel] button ::-p-text(Run 3 test cases)')
    await page.waitForSelector('[role=tabpanel] a[aria-label="judged, replay, 1: Passed"]')
    await page.waitForSelector('[role=status] ::-p-text(Ended: Failed)')

    await page.select('header select', 'zh')
    await page.waitForSelector('[role=status] ::-p-text(测试结束：未通过)')
    assert.deepEqual((await rows())[4], ['通过', '2/3（67 %）'])
    await press(page, '[role=tabpanel] a[aria-label="wrong, replay, 1: 未通过"]')
    await page.waitForFunction("location.pathname.startsWith('/ui/runs/job_')")

    await page.goto(`${app.url}/ui/skills/plain?panel=tests`)
    await page.waitForSelector('[role=tabpanel] ::-p-text(这个技能没有测试用例)')
  },
  { skip: withoutBrowser },
)
