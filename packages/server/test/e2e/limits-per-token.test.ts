import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { limitRateBy } from '../../src/http/rate-limit.ts'
import { errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { writeTokens } from '../support/tokens.ts'

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
    assert.deepEqual(
      [refused.status, errorOf(refused.body).code, errorOf(refused.body).details],
      [429, 'TOO_MANY_REQUESTS', { limit_per_minute: 3, retry_after_sec: 20 }],
    )
    assert.equal(refused.headers.get('retry-after'), '20')
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
    const limit = limitRateBy({ perMinute: 2, hasTokens: false, now: () => now })
    const ask = (ip: string): string => {
      try {
        limit(
          { ip, principal: { name: 'local', projectId: 'default', scopes: [] } } as never,
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
