import assert from 'node:assert/strict'
import type { Job } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { openBrowser, withoutBrowser } from './support/browser.ts'

verifies(
  'clients.leave-no-job-waiting',
  'the demo of the page runs to its end, although its skill has an optional file',
  async () => {
    await using app = await startApp()
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(app.url)
    await page.click('#run')
    await page.waitForSelector('#result:not([hidden])')
    const { jobs } = (await app.get<{ jobs: Job[] }>('/v1/jobs')).body
    assert.deepEqual(
      jobs.map(({ skill_id, status }) => [skill_id, status]),
      [['demo-prime-number', 'succeeded']],
    )
  },
  { skip: withoutBrowser },
)
