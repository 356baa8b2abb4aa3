import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { startApp } from './app.ts'
import type { TestSkill } from './skills.ts'
import { until } from './until.ts'

/** A client that somebody else wrote, as far as it is asked. */
export interface Judge {
  /** The events as it understood them, so far. */
  heard(): Promise<readonly Heard[]>
  /** How often it was connected. */
  visits(): Promise<number>
  close(): Promise<void>
}

export interface Heard {
  readonly id: string
  readonly data: string
}

/** Talks until it is told to end, with what a careless reader of lines would fall over. */
export const endless: TestSkill = {
  id: 'endless',
  js: `
    import { existsSync, writeFileSync } from 'node:fs'
    const odd = ['é你😀', 'data: no data', 'a\\rb\\r', '\\u2028\\u2029\\u0085', '\\ufeffevent: x', ': no comment', 'id: 5', '\\0']
    for (let n = 0; !existsSync(process.env.SKILL_ARTIFACTS_DIR + '/go'); n++) {
      process.stdout.write(n + ' ' + odd[n % odd.length] + '\\n')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    writeFileSync(process.env.SKILL_RESULT_FILE, '{}')
  `,
}

const ending = /"type":"conversation\.completed"/

/** Follows one run with every judge, drops all their connections twice on the way, and holds what each understood against history. */
export async function judgeThroughDrops(
  app: Awaited<ReturnType<typeof startApp>>,
  open: (url: string) => Promise<readonly Judge[]>,
): Promise<void> {
  const id = await app.create('endless')
  await app.until(id, 'running')
  const judges = await open(`/v1/jobs/${id}/events`)
  const each = async (holds: (judge: Judge) => Promise<boolean>) => (await Promise.all(judges.map(holds))).every(Boolean)
  try {
    for (let drops = 0; drops < 3; drops++) {
      const heard = await Promise.all(judges.map(async (judge) => (await judge.heard()).length))
      await until('every judge is connected, and was told more', () =>
        each(async (judge) => {
          const before = heard[judges.indexOf(judge)] ?? 0
          return (await judge.visits()) > drops && (await judge.heard()).length > before + 5
        }),
      )
      if (drops < 2) app.app.http.server.closeAllConnections()
    }
    await app.tell(id)
    await until('every judge was told the end', () =>
      each(async (judge) => ending.test((await judge.heard()).at(-1)?.data ?? '')),
    )
    const { run_id } = await app.job(id)
    const file = readFileSync(join(app.runFolder(run_id), '.audit/fcmp_events.1.jsonl'), 'utf8')
    const history = file.trimEnd().split('\n')
    const expected = history.map((data, index) => ({ id: `${index + 1}`, data }))
    for (const judge of judges) assert.deepEqual(await judge.heard(), expected)
    const answer = await (await fetch(`${app.url}/v1/jobs/${id}/events/history?limit=1000`)).text()
    assert.ok(answer.endsWith(`"next_from_seq":null,"events":[${history.join(',')}]}`))
  } finally {
    await Promise.all(judges.map((judge) => judge.close()))
  }
}
