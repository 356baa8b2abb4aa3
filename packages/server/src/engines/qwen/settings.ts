import { boundedLists } from '../bounded-lists.ts'
import { isFields, isText } from '../fields.ts'
import type { Settings, SettingsRules } from '../settings.ts'

/** Where requests go, and whose sign-in goes with them. */
const providers = [
  'env',
  'proxy',
  'security',
  'modelProviders',
  'providerProtocol',
  'model.baseUrl',
  'model.generationConfig.baseUrl',
  'model.generationConfig.apiKey',
  'model.generationConfig.customHeaders',
  'model.enableOpenAILogging',
  'model.openAILoggingDir',
  'telemetry',
  'outboundCorrelation',
  'privacy',
  'channels',
  'serve',
]

/** What it starts beside its tools. */
const programs = [
  'mcp',
  'mcpServers',
  'hooks',
  'disableAllHooks',
  'extensions',
  'tools.discoveryCommand',
  'tools.callCommand',
  'ide',
  'dualOutput',
  'general.preferredEditor',
]

/** What its tools are allowed, and what it reads and writes outside of the workspace. */
const limits = [
  'permissions',
  'policy',
  'tools.sandbox',
  'tools.sandboxImage',
  'tools.executionSandbox',
  'tools.approvalMode',
  'tools.autoAccept',
  'tools.allowed',
  'context.includeDirectories',
  'context.loadFromIncludeDirectories',
  'advanced',
  'plansDirectory',
  'worktree',
  'memory.enableTeamMemory',
  'memory.enableTeamMemorySync',
]

/** Names of its first versions: in a file that has one of them it takes them for those above. */
const oldNames = [
  ...['$version', 'selectedAuthType', 'enforcedAuthType', 'useExternalAuth', 'contentGenerator', 'enableOpenAILogging'],
  ...['usageStatisticsEnabled', 'tavilyApiKey', 'dnsResolutionOrder', 'excludedProjectEnvVars', 'autoConfigureMaxOldSpaceSize'],
  ...['mcpServerCommand', 'allowMCPServers', 'excludeMCPServers', 'toolDiscoveryCommand', 'toolCallCommand', 'bugCommand'],
  ...['sandbox', 'approvalMode', 'autoAccept', 'allowedTools', 'coreTools', 'excludeTools', 'folderTrust', 'folderTrustFeature'],
  ...['includeDirectories', 'loadMemoryFromIncludeDirectories', 'ideMode', 'preferredEditor'],
  ...['disableAutoUpdate', 'disableUpdateNag', 'general.disableAutoUpdate', 'general.disableUpdateNag'],
]

export const qwenSettings: SettingsRules = {
  format: 'json',
  skillFiles: ['assets/qwen_settings.json', 'assets/qwen_config.json', 'assets/qwen_config.toml'],
  operatorFile: '.qwen/settings.json',
  defaults: {
    // It asks seven times by itself. With 2 each of these was three requests (21 for a 500), and at a limit it began again after a minute.
    model: { generationConfig: { maxRetries: 0 } },
    // Agents of its own that ask the model behind the answer; what they remember would be gone with the home.
    memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false, enableAutoSkill: false },
  },
  enforced: {
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { enableAutoUpdate: false },
    // In its terminal mode it reads for 200 ms after a command has ended, and on a busy machine told the model of an empty output.
    tools: { sandbox: false, shell: { enableInteractiveShell: false } },
  },
  reserved: [...providers, ...programs, ...limits, ...oldNames],
  bounds: boundedLists(['tools.exclude', 'tools.disabled'], ['tools.core']),
  modelIn: ({ model }) => (isFields(model) && isText(model['name']) && model['name'] !== '' ? model['name'] : null),
}

/** How it signs in: as the operator says, else by the key that is in the environment. */
export function authType({ security }: Settings, env: Readonly<Record<string, string>>): string {
  const given = isFields(security) && isFields(security['auth']) ? security['auth']['selectedType'] : null
  if (isText(given)) return given
  if (env['OPENAI_API_KEY'] !== undefined) return 'openai'
  if (env['ANTHROPIC_API_KEY'] !== undefined) return 'anthropic'
  return env['GEMINI_API_KEY'] === undefined ? 'openai' : 'gemini'
}
