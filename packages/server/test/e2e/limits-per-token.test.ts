import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { limitRateBy } from '../../src/http/rate-limit.ts'
import { errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { tool } from '../support/exec.ts'
import { writeTokens } from '../support/tokens.ts'
import { until } from '../support/until.ts'

verifies(
  'limits.rate-per-token',
  'who asks too often is told so and when to come back, while others go on, and health can always be asked for',
  async () => {
    using tokens = writeTokens([
      { name: 'busy', scopes: ['read'] },
      { name: 'calm', scopes: ['admin'] },
    ])
    await using app = await startApp({ env: { ...tokens.env, SKILL_RUNNER_RATE_LIMIT: '3' } })
    const ask = (name: string, path = '/v1/skills') => app.get(path, tokens.as(name))
    const left = async (name: string) => {
      const { status, headers } = await ask(name)
      return [status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]
    }
    assert.deepEqual(
      [await left('busy'), await left('busy')],
      [
        [200, '3', '2'],
        [200, '3', '1'],
      ],
    )
    // What is refused for another reason, or is not there, counts too.
    assert.equal((await ask('busy', '/v1/nothing')).status, 404)
    const refused = await ask('busy')
    const seconds = Number(refused.headers.get('retry-after'))
    // Less the time that the four requests took.
    assert.ok(seconds > 0 && seconds <= 20, String(seconds))
    assert.deepEqual(
      [refused.status, errorOf(refused.body).code, errorOf(refused.body).details],
      [429, 'TOO_MANY_REQUESTS', { limit_per_minute: 3, retry_after_sec: seconds }],
    )
    assert.deepEqual(await left('calm'), [200, '3', '2'])
    assert.deepEqual([(await ask('busy', '/healthz')).status, (await ask('busy', '/readyz')).status], [200, 200])
    assert.equal((await app.get('/v1/skills')).status, 401)
  },
)

verifies(
  'limits.rate-per-token',
  'without tokens each address has its own, and not more callers are remembered than there is room for',
  () => {
    let now = 0
    const limit = limitRateBy({ perMinute: 2, now: () => now })
    const ask = (ip: string): string => {
      try {
        limit(
          { principal: { name: 'local', caller: ip, projectId: 'default', scopes: [] } } as never,
          { headers: () => {}, header: () => {} } as never,
        )
        return 'allowed'
      } catch (error) {
        return (error as { code: string }).code
      }
    }
    assert.deepEqual(['a', 'a', 'a', 'b'].map(ask), ['allowed', 'allowed', 'TOO_MANY_REQUESTS', 'allowed'])
    now = 30_000
    assert.deepEqual(['a', 'a'].map(ask), ['allowed', 'TOO_MANY_REQUESTS'])
    for (let i = 0; i < 10_000; i++) ask(`other ${i}`)
    assert.equal(ask('a'), 'allowed')
  },
)

verifies(
  'limits.open-per-token',
  'who has too many requests open is told so, while others go on, and comes in again when one of them is over',
  async () => {
    using tokens = writeTokens([
      { name: 'busy', scopes: ['run'] },
      { name: 'calm', scopes: ['read'] },
    ])
    await using app = await startApp({ env: tokens.env, skills: [tool], doorLimits: { openOfOne: 3 } })
    const exec = '/v1/projects/default/exec'
    const service = { skill_name: 'tool', command: 'sleep 1000' }
    const { body } = await app.post<{ task_id: string }>(`${exec}/tasks`, service, tokens.as('busy'))
    const task = `${exec}/tasks/${body.task_id}`
    const follow = async () => {
      const leave = new AbortController()
      const { status } = await fetch(`${app.url}${task}/events`, { headers: tokens.as('busy'), signal: leave.signal })
      return { status, leave: () => leave.abort() }
    }
    const ask = (name: string) => app.get('/v1/skills', tokens.as(name))
    const streams = [await follow(), await follow(), await follow()]
    const refused = await ask('busy')
    assert.deepEqual(
      [streams.map(({ status }) => status), refused.status, refused.headers.get('retry-after'), errorOf(refused.body).code],
      [[200, 200, 200], 429, '1', 'TOO_MANY_REQUESTS'],
    )
    assert.deepEqual(errorOf(refused.body).details, { limit_at_once: 3, retry_after_sec: 1 })
    assert.equal((await ask('calm')).status, 200)
    assert.equal((await app.get('/healthz', tokens.as('busy'))).status, 200)
    // MCP asks other routes within, which counts as nothing more.
    streams[0]?.leave()
    await until('there is room again', async () => (await ask('busy')).status === 200)
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'skills_list', arguments: {} } }
    const told = await app.post<string>('/mcp', message, { ...tokens.as('busy'), accept: 'application/json, text/event-stream' })
    assert.deepEqual([told.status, JSON.stringify(told.body).includes('TOO_MANY')], [200, false])
    for (const { leave } of streams) leave()
    await until('there is room for all', async () => (await app.post(`${task}:cancel`, {}, tokens.as('busy'))).status === 200)
  },
)
