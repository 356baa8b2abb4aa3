import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after, type TestContext, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { note, verifies } from '../../../test/verifies.ts'
import { FairLine } from '../src/bounded/fair-line.ts'
import { type Bounded, type Limits, openBounded, type Task } from '../src/bounded/pool.ts'
import { Fault } from '../src/lib/fault.ts'
import { until } from './support/until.ts'

function bounded(context: TestContext, limits: Partial<Limits> = {}) {
  const pool = openBounded(limits)
  context.after(() => pool.close())
  return pool
}

/** For whoever does no harm to it; with one thread, all of them are judged by the same. */
const common = openBounded({ size: 1 })
after(() => common.close())

const person = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 1 }, age: { type: 'integer' }, mail: { type: 'string', format: 'email' } },
  required: ['name'],
  additionalProperties: false,
}

test('a check names every violation with its place, and none when the data fits', async () => {
  assert.deepEqual(await common.check(person, { name: 'Ada', age: 36, mail: 'ada@example.org' }, 'person'), [])
  assert.deepEqual(await common.check(person, { age: 'old', mail: 'nowhere', x: 1 }, 'person'), [
    { path: '/name', message: 'is required', keyword: 'required' },
    { path: '/x', message: 'is not known here', keyword: 'additionalProperties' },
    { path: '/age', message: 'must be integer', keyword: 'type' },
    { path: '/mail', message: 'must match format "email"', keyword: 'format' },
  ])
})

test('values that are not among those allowed are told which are', async () => {
  assert.deepEqual(
    await common.check({ properties: { 'a/b': { enum: ['x', 1, null] }, c: { const: 2 } } }, { 'a/b': 'y', c: 3 }, 'values'),
    [
      { path: '/a~1b', message: 'must be one of "x",1,null', keyword: 'enum' },
      { path: '/c', message: 'must be 2', keyword: 'const' },
    ],
  )
})

test('a check of undefined is a check of null', async () => {
  assert.deepEqual(await common.check({ type: 'null' }, undefined, 'nothing'), [])
})

test('what fitted once is not judged again for the same caller; all else is, each time', async (context) => {
  const asked: string[] = []
  class Noting extends FairLine<Task> {
    override add(task: Task): void {
      const { account, question } = task
      asked.push(`${account.caller} ${question.kind === 'check' ? question.data : question.text}`)
      super.add(task)
    }
  }
  const pool = openBounded({ size: 1 }, new Noting(1))
  context.after(() => pool.close())
  const [ada, ben] = ['ada', 'ben'].map((caller) => pool.by({ caller, skill: 's' })) as [Bounded, Bounded]
  const long = 'x'.repeat(600)
  for (let i = 0; i < 2; i++) {
    assert.deepEqual(await ada.check(person, { name: 'Ada' }, 'person'), [])
    assert.deepEqual(await ada.check({ ...person }, { name: 'Ada' }, 'the same in other words'), [])
    assert.deepEqual(await ben.check(person, { name: 'Ada' }, 'person'), [])
    assert.equal((await ada.check(person, { name: '' }, 'person')).length, 1)
    assert.deepEqual(await ada.check(person, { name: long }, 'person'), [])
    assert.equal((await ada.check({ type: 'string' }, { name: 'Ada' }, 'another schema')).length, 1)
  }
  const each = ['ada {"name":""}', `ada {"name":"${long}"}`, 'ada {"name":"Ada"}']
  assert.deepEqual(asked, ['ada {"name":"Ada"}', 'ben {"name":"Ada"}', ...each, ...each])
})

test('at most a hundred violations come back', async () => {
  const violations = await common.check({ items: { type: 'string' } }, Array(5000).fill(1), 'strings')
  assert.equal(violations.length, 100)
})

test('draft 2020-12 is the rule, draft-07 holds where $schema says so, others are refused', async () => {
  const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] }
  const violation = [{ path: '/0', message: 'must be string', keyword: 'type' }]
  assert.deepEqual(await common.check({ prefixItems: [{ type: 'string' }] }, [1], 'tuple'), violation)
  assert.deepEqual(await common.check(draft07, [1], 'tuple'), violation)
  assert.equal(
    await common.compile({ ...draft07, $schema: 'https://json-schema.org/draft/2020-12/schema' }),
    '/items must be object,boolean',
  )
  assert.equal(
    await common.compile({ $schema: 'http://json-schema.org/draft-04/schema#' }),
    '$schema names a dialect that is not supported. Use draft 2020-12, or draft-07.',
  )
})

test('what is wrong with a schema is said in a sentence', async () => {
  assert.equal(await common.compile(person), null)
  assert.equal(await common.compile({ type: 'objekt' }), '/type must be equal to one of the allowed values')
  assert.equal(await common.compile({ pattern: '(' }), 'Invalid regular expression: /(/u: Unterminated group')
  assert.equal(await common.compile({ $async: true, type: 'string' }), '$async is not supported.')
  assert.equal(
    await common.compile({ $ref: 'http://127.0.0.1:9/evil.json' }),
    'The schema refers to "http://127.0.0.1:9/evil.json", which is not in this file. Nothing is fetched.',
  )
})

test('a check against a schema that does not compile blames the skill', async () => {
  await assert.rejects(common.check({ type: 'objekt' }, {}, 'output schema'), (error) => {
    assert.ok(error instanceof Fault)
    assert.deepEqual(
      [error.code, error.details],
      ['SKILL_DEGRADED', { problems: ['output schema: /type must be equal to one of the allowed values'] }],
    )
    return true
  })
})

test('two skills may use the same $id for different schemas', async () => {
  const schema = (type: string) => ({
    $id: 'https://example.org/a',
    $ref: '#/$defs/b',
    $defs: { b: { $id: 'https://example.org/b', type } },
  })
  assert.deepEqual(await common.check(schema('string'), 'x', 'first'), [])
  assert.deepEqual(await common.check(schema('integer'), 1, 'second'), [])
  assert.deepEqual(await common.check(schema('integer'), 'x', 'second'), [
    { path: '', message: 'must be integer', keyword: 'type' },
  ])
})

test('__proto__ in a schema or in data pollutes nothing and slips past nothing', async () => {
  const schema = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"}},"additionalProperties":false,"__proto__":{"canary":1}}',
  )
  await common.check(schema, JSON.parse('{"__proto__":{"canary":1},"constructor":{"prototype":{"canary":1}}}'), 'proto')
  const closed = { type: 'object', additionalProperties: false }
  assert.deepEqual(await common.check(closed, JSON.parse('{"__proto__":1}'), 'closed'), [
    { path: '/__proto__', message: 'is not known here', keyword: 'additionalProperties' },
  ])
  assert.deepEqual(await common.check({ required: ['toString', 'canary'] }, {}, 'inherited'), [
    { path: '/toString', message: 'is required', keyword: 'required' },
    { path: '/canary', message: 'is required', keyword: 'required' },
  ])
  assert.equal(Object.hasOwn(Object.prototype, 'canary'), false)
})

/** Small things that ask for more than there is. Each is harmless to look at. */
const doubled = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [
    `d${i}`,
    i === 39 ? {} : { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
  ]),
)
const nested = (depth: number, open: string, close: string): unknown => JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`)

const attacks: Record<string, { schema: object; data: unknown; limit: string }> = {
  'a pattern that backtracks for ever': { schema: { pattern: '^(a+)+$' }, data: `${'a'.repeat(40)}!`, limit: 'time' },
  'a reference that doubles forty times': { schema: { $ref: '#/$defs/d0', $defs: doubled }, data: {}, limit: 'time' },
  'unique items by the hundred thousand': {
    schema: { uniqueItems: true },
    data: Array.from({ length: 200_000 }, (_, i) => ({ i })),
    limit: 'time',
  },
  'a reference that goes in a circle after a choice': {
    schema: { anyOf: [{ type: 'string' }, { $ref: '#' }] },
    data: {},
    limit: 'size',
  },
  'data that is nested too deeply': { schema: { items: { $ref: '#' } }, data: nested(100_000, '[', ']'), limit: 'size' },
  'data that is too large': { schema: {}, data: 'x'.repeat(9 * 1024 * 1024), limit: 'size' },
  'more violations than memory': {
    schema: { items: { type: 'string' } },
    data: Array(2_000_000).fill(1),
    limit: 'heap',
  },
}

for (const [name, { schema, data, limit }] of Object.entries(attacks)) {
  verifies('run.hostile-schemas-are-bounded', `${name} is ended, and the next check is served`, async (context) => {
    // What is too large for a thread does not end it.
    const pool = limit === 'size' ? common : bounded(context, { ...(limit === 'time' ? { timeMs: 200 } : {}), size: 1 })
    const next = pool.check(schema, data, 'attack').then(
      () => 'none',
      (error) =>
        error instanceof Fault && error.code === 'SKILL_LIMIT_EXCEEDED' ? (error.details as { limit: string }).limit : error,
    )
    const waiting = pool.check(person, { name: 'Ada' }, 'person')
    assert.equal(await next, limit)
    assert.deepEqual(await waiting, [])
    note('error', 'SKILL_LIMIT_EXCEEDED')
  })
}

verifies('run.hostile-schemas-are-bounded', 'others are served while a hostile check still runs', async (context) => {
  const pool = bounded(context, { timeMs: 20_000 })
  let over = false
  const hostile = pool.check({ pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`, 'attack').finally(() => {
    over = true
  })
  hostile.catch(() => {})
  for (let i = 0; i < 50; i += 1) assert.deepEqual(await pool.check(person, { name: 'Ada' }, 'person'), [])
  assert.equal(over, false)
})

/** The check without its guard, in a process of its own; what it says comes line by line. */
function unguarded(schema: object, data: unknown) {
  const child = spawn(process.execPath, [new URL('./fixtures/unbounded.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.end(JSON.stringify({ schema: JSON.stringify(schema), data: JSON.stringify(data) }))
  return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() }
}

verifies(
  'run.hostile-schemas-are-bounded',
  'without the guard the same check holds its process, and answers only when nobody attacks',
  async (context) => {
    const schema = { pattern: '^(a+)+$' }
    const { child, lines } = unguarded(schema, `${'a'.repeat(40)}!`)
    context.after(() => child.kill('SIGKILL'))
    assert.equal((await lines.next()).value, 'begun')
    const attacked = lines.next().then(() => 'ended')
    // As long as it takes to begin and end the check that is no attack it is still at it, and longer than the guard above would wait.
    const harmless = unguarded(schema, 'aaaa')
    assert.deepEqual([(await harmless.lines.next()).value, (await harmless.lines.next()).value], ['begun', '[]'])
    assert.equal(await Promise.race([attacked, new Promise((resolve) => setTimeout(resolve, 300, 'still at it'))]), 'still at it')
  },
)

/** What becomes of a check whose whole process gets no processor for longer than the check may take. */
async function checkedAfterAPause(before = ''): Promise<string> {
  const code = `
    import { Worker } from 'node:worker_threads'
    import { openBounded } from ${JSON.stringify(new URL('../src/bounded/pool.ts', import.meta.url).href)}
    const pool = openBounded({ size: 1, timeMs: 1000 })
    await pool.compile({})
    ${before}
    const answer = pool.check({ pattern: '^(a+)+$' }, 'a'.repeat(22) + '!', 'slow').then(({ length }) => length, ({ code }) => code)
    setImmediate(() => process.kill(process.pid, 'SIGSTOP'))
    console.log(await answer)
    await pool.close()
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = text(child.stdout)
  await until('it stands still', () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').includes(') T '))
  const from = performance.now()
  await until('that is longer than the check may take', () => performance.now() - from > 1500)
  child.kill('SIGCONT')
  return (await said).trim()
}

verifies('run.hostile-schemas-are-bounded', 'a check that waits for a processor is not ended for that', async () => {
  assert.equal(await checkedAfterAPause(), '1')
  // By the clock it would be.
  const clock = 'Worker.prototype.cpuUsage = async () => ({ user: performance.now() * 1000, system: 0 })'
  assert.equal(await checkedAfterAPause(clock), 'SKILL_LIMIT_EXCEEDED')
})

test('a Node whose threads cannot be asked for their time ends checks by the clock', async (context) => {
  context.mock.method(Worker.prototype, 'cpuUsage', () => {
    throw new TypeError('this.#worker.cpuUsage is not a function')
  })
  const pool = bounded(context, { size: 1, timeMs: 20 })
  assert.deepEqual(await pool.check(person, { name: 'Ada' }, 'person'), [])
  await assert.rejects(pool.check({ pattern: '^(a+)+$' }, `${'a'.repeat(40)}!`, 'attack'), { code: 'SKILL_LIMIT_EXCEEDED' })
})

test('a verdict on a schema is remembered by what the schema says', async (context) => {
  const posted = context.mock.method(Worker.prototype, 'postMessage').mock
  const verdicts = []
  for (const type of ['objekt', 'object', 'objekt', 'object']) verdicts.push(await common.compile({ type, title: 'remembered' }))
  const bad = '/type must be equal to one of the allowed values'
  assert.deepEqual([verdicts, posted.callCount()], [[bad, null, bad, null], 2])
})

test('many checks at once are all answered, each with its own answer', async (context) => {
  const pool = bounded(context)
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, i) => pool.check({ const: i % 7 }, i % 2 ? i % 7 : 'no', `${i}`)),
  )
  assert.deepEqual(
    answers.map((answer) => answer.length),
    Array.from({ length: 300 }, (_, i) => (i % 2 ? 0 : 1)),
  )
})

test('more schemas than a thread keeps are still told apart', async () => {
  const schemas = Array.from({ length: 80 }, (_, i) => ({ const: i }))
  for (const round of [1, 2]) {
    const answers = await Promise.all(schemas.map((schema, i) => common.check(schema, i, `${round}`)))
    assert.deepEqual(answers, Array(80).fill([]))
  }
})

test('a closed pool ends what waits and takes nothing new', async () => {
  const pool = openBounded({ size: 1, timeMs: 30_000 })
  const code = (error: unknown) => (error instanceof Fault ? error.code : error)
  const hostile = pool.check({ pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`, 'attack').catch(code)
  const waiting = pool.check(person, {}, 'person').catch(code)
  await pool.close()
  assert.deepEqual(await Promise.all([hostile, waiting, pool.compile(person).catch(code)]), Array(3).fill('SHUTTING_DOWN'))
})

test('threads that wait for work do not keep a process alive', async () => {
  const pool = new URL('../src/bounded/pool.ts', import.meta.url).href
  const code = `const { openBounded } = await import(${JSON.stringify(pool)}); console.log(await openBounded().check({ const: 1 }, 1, 'x'))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  assert.deepEqual([String((await once(child.stdout, 'data'))[0]), (await once(child, 'exit'))[0]], ['[]\n', 0])
})
