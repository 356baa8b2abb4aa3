import { boundedLists } from '../bounded-lists.ts'
import { isFields } from '../fields.ts'
import type { Settings, SettingsRules } from '../settings.ts'

/** Where requests go, and whose sign-in goes with them. In the settings of a model there may be the address of another provider. */
const providers = ['security', 'modelConfigs', 'agents', 'billing', 'telemetry', 'privacy', 'experimental.gemmaModelRouter']

/** What it starts beside its tools. */
const programs = [
  'mcp',
  'mcpServers',
  'hooks',
  'hooksConfig',
  'tools.discoveryCommand',
  'tools.callCommand',
  'extensions',
  'experimental.extensionRegistryURI',
  'ide',
  'general.devtools',
]

/** What its tools are allowed, and what it reads from folders that are not the workspace. */
const limits = [
  'tools.sandbox',
  'tools.sandboxAllowedPaths',
  'tools.sandboxNetworkAccess',
  'policyPaths',
  'adminPolicyPaths',
  'admin',
  'advanced',
  'context.includeDirectories',
  'context.memoryBoundaryMarkers',
]

export const geminiSettings: SettingsRules = {
  format: 'json',
  skillFiles: ['assets/gemini_settings.json', 'assets/gemini_config.json', 'assets/gemini_config.toml'],
  operatorFile: '.gemini/settings.json',
  // Ten attempts are its own: 203 seconds of silence when the provider is down.
  defaults: { general: { maxAttempts: 3 } },
  enforced: {
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    tools: { sandbox: false },
    // None: it looks for instructions in the workspace, and in no folder above it.
    context: { memoryBoundaryMarkers: [] },
  },
  reserved: [...providers, ...programs, ...limits],
  bounds: boundedLists(['tools.exclude'], ['tools.core']),
  modelIn: ({ model }) => (isFields(model) && typeof model['name'] === 'string' && model['name'] !== '' ? model['name'] : null),
}

/** How it signs in: as the operator says, else by what is in the environment, else with the sign-in of the managed home. */
export function authType({ security }: Settings, env: Readonly<Record<string, string>>): string {
  const given = isFields(security) && isFields(security['auth']) ? security['auth']['selectedType'] : null
  if (typeof given === 'string') return given
  if (env['GOOGLE_GENAI_USE_VERTEXAI'] === 'true') return 'vertex-ai'
  if (env['GEMINI_API_KEY'] !== undefined) return 'gemini-api-key'
  return env['GOOGLE_API_KEY'] === undefined ? 'oauth-personal' : 'vertex-ai'
}
