import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parse } from 'smol-toml'
import { verifies } from '../../../../test/verifies.ts'
import { codexSettings } from './codex/settings.ts'
import { geminiSettings } from './gemini/settings.ts'
import {
  isTooNested,
  mergedSettings,
  mergeSettings,
  reservedIn,
  type Settings,
  type SettingsRules,
  withoutSettings,
} from './settings.ts'

const rules: SettingsRules = {
  format: 'json',
  skillFiles: [],
  operatorFile: 'settings.json',
  defaults: { a: 'default', b: 'default', c: 'default', d: 'default', e: 'default', table: { of: 'default', from: 'default' } },
  enforced: { e: 'enforced', table: { enforced: true } },
  reserved: ['provider', 'tools.sandbox', 'deep.er.still'],
  modelIn: () => null,
}

const fromJson = (text: string): Settings => JSON.parse(text) as Settings

verifies('engine.config-layers', 'of the five layers the later one wins, name for name', () => {
  const operator = { b: 'operator', c: 'operator', d: 'operator', e: 'operator', table: { from: 'operator' } }
  const skill = { c: 'skill', d: 'skill', e: 'skill', table: { from: 'skill', skill: 1 } }
  const request = { d: 'request', e: 'request', table: { enforced: false, from: 'request' } }
  assert.deepEqual(mergedSettings(rules, { operator, skill, request }), {
    a: 'default',
    b: 'operator',
    c: 'skill',
    d: 'request',
    e: 'enforced',
    table: { of: 'default', from: 'request', skill: 1, enforced: true },
  })
})

verifies('engine.config-layers', 'what is enforced holds whatever stands in its place', () => {
  for (const table of [null, 'x', 5, [], [{ enforced: false }], true]) {
    const merged = mergedSettings(rules, { operator: {}, skill: { table }, request: { e: { enforced: false } } })
    assert.deepEqual([merged['table'], merged['e']], [{ enforced: true }, 'enforced'])
  }
})

verifies('engine.config-layers', 'tables are merged; lists, texts, dates and null take the place of what was there', () => {
  const date = parse('at = 2026-11-01')['at']
  assert.deepEqual(mergeSettings({ list: [1, 2, 3], t: { a: 1 } }, { list: [4], t: { b: [] } }), {
    list: [4],
    t: { a: 1, b: [] },
  })
  assert.deepEqual(mergeSettings({ list: [{ a: 1 }] }, { list: [{ b: 2 }] }), { list: [{ b: 2 }] })
  assert.deepEqual(mergeSettings({ a: { b: 1 } }, { a: null }), { a: null })
  assert.deepEqual(mergeSettings({ a: 'text' }, { a: { b: 1 } }), { a: { b: 1 } })
  assert.equal(mergeSettings({ at: { b: 1 } }, { at: date })['at'], date)
  assert.equal(mergeSettings({ at: parse('at = 2020-01-01')['at'] }, { at: date })['at'], date)
})

verifies('engine.config-layers', 'a setting that is named like a part of every object is a setting like any other', () => {
  const text =
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}},"toString":3,"nested":{"__proto__":{"deep":4}}}'
  const merged = mergedSettings(rules, { operator: fromJson('{"__proto__":{"kept":5}}'), skill: fromJson(text), request: {} })
  assert.equal(
    JSON.stringify(mergeSettings(merged, {})),
    '{"a":"default","b":"default","c":"default","d":"default","e":"enforced","table":{"of":"default","from":"default","enforced":true},' +
      '"__proto__":{"kept":5,"polluted":1},"constructor":{"prototype":{"polluted":2}},"toString":3,"nested":{"__proto__":{"deep":4}}}',
  )
  assert.equal(Object.getPrototypeOf(merged), Object.prototype)
  assert.deepEqual(
    [Reflect.get({}, 'polluted'), Reflect.get({}, 'kept'), Reflect.get({}, 'deep')],
    [undefined, undefined, undefined],
  )
})

/** Tables as JSON can bring them, with names that make trouble. */
const tables = fc.letrec<{ value: unknown; table: Settings }>((tie) => ({
  table: fc
    .array(fc.tuple(fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', ''), tie('value')), { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries)),
  value: fc.oneof({ maxDepth: 3 }, fc.integer(), fc.constantFrom(null, 'x', true), fc.array(fc.integer()), tie('table')),
})).table

const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}

test('merging changes neither side, and depends on nothing else', () => {
  fc.assert(
    fc.property(tables, tables, (under, over) => {
      const before = JSON.stringify([under, over])
      const merged = mergeSettings(frozen(under), frozen(over))
      assert.equal(JSON.stringify([under, over]), before)
      assert.equal(JSON.stringify(mergeSettings(under, over)), JSON.stringify(merged))
    }),
  )
})

test('whatever is merged, every name of both is there, and the later side is found again in it', () => {
  fc.assert(
    fc.property(tables, tables, (under, over) => {
      const merged = mergeSettings(under, over)
      assert.deepEqual(new Set(Object.keys(merged)), new Set([...Object.keys(under), ...Object.keys(over)]))
      assert.equal(JSON.stringify(mergeSettings(merged, over)), JSON.stringify(merged))
    }),
  )
})

verifies('engine.config-layers', 'a reserved name is seen at its place, and at no other', () => {
  const seen = (layer: Settings) => reservedIn(rules, layer)
  assert.deepEqual(seen({}), [])
  assert.deepEqual(seen({ provider: undefined }), ['provider'])
  assert.deepEqual(seen({ provider: null, tools: { sandbox: {} } }), ['provider', 'tools.sandbox'])
  assert.deepEqual(seen({ deep: { er: { still: { more: 1 } } } }), ['deep.er.still'])
  assert.deepEqual(seen({ deep: { er: {}, still: 1 }, tools: {}, sandbox: 1, still: 1 }), [])
  // The names of CLIs have small and large letters, and no dots: these are other names.
  assert.deepEqual(seen({ Provider: 1, 'tools.sandbox': 1, tools: { 'sandbox.x': 1, Sandbox: 1 } }), [])
  assert.deepEqual(seen(Object.create({ provider: 1, tools: { sandbox: 1 } }) as Settings), [])
  assert.deepEqual(seen(fromJson('{"__proto__":{"provider":1,"tools":{"sandbox":1}}}')), [])
})

verifies('engine.settings-of-skills', 'what is reserved is taken out at its place, and nothing else', () => {
  const layer = { provider: { a: 1 }, tools: { sandbox: true, other: 1 }, deep: { er: [1], still: 2 }, model: 'x' }
  const kept = withoutSettings(layer, reservedIn(rules, layer))
  assert.deepEqual(kept, { tools: { other: 1 }, deep: { still: 2 }, model: 'x' })
  assert.deepEqual(reservedIn(rules, kept), [])
})

verifies('engine.config-layers', 'what would take the place of a table with a reserved name in it is seen too', () => {
  for (const other of [null, false, 'x', 5, [], [{ sandbox: 1 }]])
    assert.deepEqual(reservedIn(rules, { tools: other, deep: { er: other } }), ['tools.sandbox', 'deep.er.still'])
})

verifies('engine.config-layers', 'neither skill nor request says where requests go, what is started, or what is allowed', () => {
  const codex = {
    model_provider: 'mine',
    model_providers: { mine: { base_url: 'https://example.com' } },
    mcp_servers: { mine: { command: 'sh' } },
    sandbox_workspace_write: { network_access: true },
    agents: { mine: { config_file: '/skill/more.toml' } },
    features: { network_proxy: true },
    skills: { config: [{ path: '/skill' }] },
  }
  assert.deepEqual(reservedIn(codexSettings, codex).toSorted(), [
    ...['agents', 'features.network_proxy', 'mcp_servers', 'model_provider', 'model_providers'],
    ...['sandbox_workspace_write', 'skills.config'],
  ])
  const gemini = {
    security: { auth: { selectedType: 'gateway' } },
    modelConfigs: {
      overrides: [{ modelConfig: { generateContentConfig: { httpOptions: { baseUrl: 'https://example.com' } } } }],
    },
    mcpServers: { mine: { command: 'sh' } },
    hooks: { BeforeTool: [] },
    tools: { discoveryCommand: 'sh', exclude: ['web_fetch'] },
    context: { includeDirectories: ['/'], fileName: 'AGENTS.md' },
  }
  assert.deepEqual(reservedIn(geminiSettings, gemini).toSorted(), [
    ...['context.includeDirectories', 'hooks', 'mcpServers', 'modelConfigs', 'security', 'tools.discoveryCommand'],
  ])
})

test('what a skill may well set is reserved by neither engine', () => {
  const codex = {
    model: 'gpt-5.5',
    model_reasoning_effort: 'high',
    web_search: 'live',
    tools: { update_plan: { enabled: true } },
  }
  assert.deepEqual(
    reservedIn(codexSettings, { ...codex, features: { memories: false }, developer_instructions: 'Be brief.' }),
    [],
  )
  const gemini = { model: { name: 'gemini-2.5-pro', maxSessionTurns: 20 }, tools: { exclude: ['web_fetch'] } }
  assert.deepEqual(reservedIn(geminiSettings, { ...gemini, general: { maxAttempts: 5 }, context: { fileName: 'AGENTS.md' } }), [])
})

verifies('engine.config-layers', 'codex calls nobody else and looks in no other folder, whatever the layers say', () => {
  const quiet = { check_for_update_on_startup: false, analytics: { enabled: false }, project_root_markers: [] }
  const defaults = { web_search: 'disabled', skills: { bundled: { enabled: false } } }
  const features = { plugins: false, apps: false, unbounded_connection_retries: false }
  assert.deepEqual(mergedSettings(codexSettings, { operator: {}, skill: {}, request: {} }), { ...defaults, ...quiet, features })
  const loud = {
    check_for_update_on_startup: true,
    analytics: { enabled: true },
    project_root_markers: ['.git'],
    features: { plugins: true, apps: true, unbounded_connection_retries: true, memories: true },
    web_search: 'live',
  }
  assert.deepEqual(mergedSettings(codexSettings, { operator: loud, skill: {}, request: loud }), {
    ...defaults,
    ...quiet,
    web_search: 'live',
    features: { ...features, memories: true },
  })
})

verifies('engine.config-layers', 'gemini tells nobody of its use and looks in no other folder, whatever the layers say', () => {
  const loud = {
    privacy: { usageStatisticsEnabled: true },
    telemetry: { enabled: true, target: 'gcp' },
    general: { enableAutoUpdate: true, enableAutoUpdateNotification: true, maxAttempts: 5 },
    tools: { sandbox: 'docker', core: ['read_file'] },
    context: { memoryBoundaryMarkers: ['.git'], fileName: 'AGENTS.md' },
  }
  assert.deepEqual(mergedSettings(geminiSettings, { operator: loud, skill: {}, request: {} }), {
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false, target: 'gcp' },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, maxAttempts: 5 },
    tools: { sandbox: false, core: ['read_file'] },
    context: { memoryBoundaryMarkers: [], fileName: 'AGENTS.md' },
  })
  assert.deepEqual(mergedSettings(geminiSettings, { operator: {}, skill: {}, request: {} })['general'], {
    maxAttempts: 3,
    enableAutoUpdate: false,
    enableAutoUpdateNotification: false,
  })
})

test('a value may lie below 32 names, places in lists counted, and not below one more', () => {
  const below = (names: number, value: unknown): Settings =>
    Array.from({ length: names }).reduce<unknown>((inside) => ({ in: inside }), value) as Settings
  assert.deepEqual([isTooNested({}), isTooNested(below(32, 1)), isTooNested(below(33, 1))], [false, false, true])
  assert.deepEqual(
    [isTooNested(below(31, [1])), isTooNested(below(31, [[1]])), isTooNested(below(1, [{ a: 1 }]))],
    [false, true, false],
  )
  assert.equal(isTooNested(below(100_000, 1)), true)
  assert.equal(isTooNested({ at: parse('at = 2026-11-01')['at'], text: 'x'.repeat(1000), none: null }), false)
})
