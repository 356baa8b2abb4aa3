import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { claudeSettings } from './claude/settings.ts'
import { geminiSettings } from './gemini/settings.ts'
import { iflowSettings } from './iflow/settings.ts'
import { opencodeSettings } from './opencode/settings.ts'
import { qwenSettings } from './qwen/settings.ts'
import { mergedSettings, reservedIn, type Settings, type SettingsRules } from './settings.ts'

const merged = (rules: SettingsRules, operator: Settings, request: Settings, skill: Settings = {}) =>
  mergedSettings(rules, { operator, skill, request })

verifies('engine.config-layers', 'to the lists of what is denied a skill and a request can only add', () => {
  const claude = (operator: Settings, request: Settings, skill: Settings = {}) =>
    merged(claudeSettings, { permissions: operator }, { permissions: request }, { permissions: skill })['permissions']
  assert.deepEqual(claude({ deny: ['WebFetch'] }, { deny: [] }), { deny: ['WebFetch'] })
  assert.deepEqual(claude({ deny: ['WebFetch'] }, { deny: {} }), { deny: ['WebFetch'] })
  assert.deepEqual(claude({ deny: ['A'] }, { deny: ['C', 'A'] }, { deny: ['B'] }), { deny: ['A', 'B', 'C'] })
  assert.deepEqual(claude({ allow: ['A'] }, {}, { deny: ['B'] }), { allow: ['A'], deny: ['B'] })
  assert.deepEqual(claude({}, { deny: ['B'] }), { deny: ['B'] })
  const qwenAlways = { sandbox: false, shell: { enableInteractiveShell: false } }
  for (const [rules, always] of [
    [geminiSettings, { sandbox: false }],
    [qwenSettings, qwenAlways],
  ] as const) {
    const tools = (operator: Settings, request: Settings) => merged(rules, { tools: operator }, { tools: request })['tools']
    assert.deepEqual(tools({ exclude: ['a'] }, { exclude: [] }), { exclude: ['a'], ...always })
    assert.deepEqual(tools({ core: ['a', 'b'] }, { core: ['b', 'c'] }), { core: ['b'], ...always })
    assert.deepEqual(tools({}, { core: ['b', 'c'] }), { core: ['b', 'c'], ...always })
  }
  assert.deepEqual(merged(qwenSettings, { tools: { disabled: ['a'] } }, { tools: { disabled: [] } })['tools'], {
    disabled: ['a'],
    ...qwenAlways,
  })
  assert.deepEqual(merged(iflowSettings, { excludeTools: ['a'] }, { excludeTools: ['b'] })['excludeTools'], ['a', 'b'])
})

verifies(
  'engine.config-layers',
  'a list of what is allowed that has nothing in common with that of the operator counts for nothing',
  () => {
    const core = (rules: SettingsRules) => (operator: Settings, request: unknown, skill: Settings) => {
      const { tools } = merged(rules, { tools: operator }, { tools: { core: request } }, { tools: skill })
      return (tools as Settings)['core']
    }
    const coreTools = (operator: Settings, request: unknown, skill: Settings) =>
      merged(
        iflowSettings,
        { coreTools: operator['core'] },
        { coreTools: request },
        'core' in skill ? { coreTools: skill['core'] } : {},
      )['coreTools']
    for (const left of [core(geminiSettings), core(qwenSettings), coreTools]) {
      for (const nothing of [[], ['c'], 'c', {}, null]) {
        assert.deepEqual(left({ core: ['a', 'b'] }, nothing, {}), ['a', 'b'])
        assert.deepEqual(left({ core: ['a', 'b'] }, nothing, { core: ['b'] }), ['b'])
        assert.deepEqual(left({ core: ['a', 'b'] }, ['a'], { core: nothing }), ['a'])
      }
      assert.deepEqual(left({ core: [] }, ['c'], {}), [])
    }
  },
)

verifies('engine.config-layers', 'names that qwen once had for reserved ones are reserved too', () => {
  const old = { contentGenerator: { baseUrl: 'https://example.com' }, toolDiscoveryCommand: 'sh', excludeTools: [], theme: 'x' }
  assert.deepEqual(reservedIn(qwenSettings, old).toSorted(), ['contentGenerator', 'excludeTools', 'toolDiscoveryCommand'])
  // It would take them for its updates, over what is enforced.
  const updates = { disableAutoUpdate: false, disableUpdateNag: false }
  assert.deepEqual(reservedIn(qwenSettings, { ...updates, general: updates }).toSorted(), [
    ...['disableAutoUpdate', 'disableUpdateNag', 'general.disableAutoUpdate', 'general.disableUpdateNag'],
  ])
})

const opencode = (operator: Settings, request: Settings, skill: Settings = {}) => {
  const { permission, tools, agent } = merged(opencodeSettings, operator, request, skill)
  return JSON.parse(JSON.stringify({ permission, tools, agent }))
}

verifies('engine.config-layers', 'what the operator denies opencode, no word that allows it stands behind', () => {
  const denied = { permission: { webfetch: 'deny' } }
  assert.deepEqual(opencode(denied, { permission: { webfetch: 'allow', bash: 'deny' } }), {
    permission: { webfetch: 'deny', bash: 'deny' },
  })
  assert.deepEqual(opencode(denied, { permission: 'allow', tools: { webfetch: true, edit: false } }), {
    ...denied,
    tools: { edit: false },
  })
  assert.deepEqual(opencode({ permission: 'deny' }, { permission: { bash: 'allow', edit: { '*': 'allow', 'x/*': 'deny' } } }), {
    permission: { '*': 'deny', edit: { 'x/*': 'deny' } },
  })
  assert.deepEqual(opencode({ tools: { webfetch: false } }, { permission: { webfetch: 'allow' } }), {
    permission: {},
    tools: { webfetch: false },
  })
  const agents = { agent: { build: { prompt: 'Be brief.', permission: { webfetch: 'allow' }, tools: { webfetch: true } } } }
  assert.deepEqual(opencode(denied, agents), {
    ...denied,
    agent: { build: { prompt: 'Be brief.', permission: {}, tools: {} } },
  })
  // A rule for some cases takes the place of no rule for all of them.
  assert.deepEqual(opencode({ permission: { bash: 'deny' } }, { permission: { bash: { 'git *': 'deny' } } }), {
    permission: { bash: 'deny' },
  })
  assert.deepEqual(opencode({ permission: { '*': 'deny', bash: 'allow' } }, {}, { permission: { bash: { 'rm *': 'deny' } } }), {
    permission: { '*': 'deny', bash: { '*': 'allow', 'rm *': 'deny' } },
  })
})

verifies('engine.config-layers', 'where the operator denies something to an agent of opencode, no other can be chosen', () => {
  const denied = { agent: { build: { permission: { bash: 'deny' } } } }
  const choice = {
    default_agent: 'mine',
    agent: { mine: { mode: 'primary', prompt: 'Be brief.' }, build: { disable: true } },
    mode: { build: { disable: true, prompt: 'Be kind.' } },
  }
  const chosen = (operator: Settings, request: Settings, skill: Settings = {}) => {
    const { default_agent, agent, mode } = merged(opencodeSettings, operator, request, skill)
    return JSON.parse(JSON.stringify({ default_agent, agent, mode }))
  }
  const bounded = { agent: { ...denied.agent, mine: { prompt: 'Be brief.' } }, mode: { build: { prompt: 'Be kind.' } } }
  assert.deepEqual([chosen(denied, choice), chosen(denied, {}, choice)], [bounded, bounded])
  const own = { ...denied, default_agent: 'plan' }
  assert.deepEqual(chosen(own, choice), { ...bounded, default_agent: 'plan' })
  // What is denied to all of them is so for each that may be chosen.
  assert.deepEqual(chosen({ permission: { bash: 'deny' } }, choice), choice)
})

verifies('engine.config-layers', 'where the operator denies opencode nothing, skills and requests say what they like', () => {
  const asked = { permission: { webfetch: 'allow', bash: 'deny' }, agent: { build: { permission: 'ask' } } }
  assert.deepEqual(opencode({ permission: { edit: 'allow' } }, asked), {
    ...asked,
    permission: { edit: 'allow', ...asked.permission },
  })
})

verifies('engine.config-layers', 'the models of the makers of opencode are off unless the operator says otherwise', () => {
  const disabled = (operator: Settings) => merged(opencodeSettings, operator, {})['disabled_providers']
  assert.deepEqual(disabled({}), ['opencode'])
  assert.deepEqual(disabled({ disabled_providers: ['groq'] }), ['groq', 'opencode'])
  assert.deepEqual(disabled({ disabled_providers: [] }), [])
  assert.deepEqual(disabled({ enabled_providers: ['opencode'] }), [])
  assert.deepEqual(disabled({ disabled_providers: ['groq'], enabled_providers: ['opencode', 'xai'] }), ['groq'])
})
