import { boundedLists } from '../bounded-lists.ts'
import { isFields, isText } from '../fields.ts'
import type { Settings, SettingsRules } from '../settings.ts'

/** Where requests go, and whose sign-in goes with them. `env` can say all of it. */
const providers = [
  'env',
  'apiKeyHelper',
  'proxyAuthHelper',
  'awsAuthRefresh',
  'awsCredentialExport',
  'gcpAuthRefresh',
  'otelHeadersHelper',
  'forceLoginMethod',
  'forceLoginOrgUUID',
  'forceLoginGatewayUrl',
  'modelOverrides',
  'xaaIdp',
  'remote',
  'remoteControl',
  'remoteControlAtStartup',
  'sshConfigs',
  'autoUploadSessions',
  'syncClaudeAiPlugins',
  'syncClaudeAiSkills',
]

/** What it starts beside its tools. */
const programs = [
  'hooks',
  'disableAllHooks',
  'allowedHttpHookUrls',
  'httpHookAllowedEnvVars',
  'statusLine',
  'subagentStatusLine',
  'fileSuggestion',
  'processWrapper',
  'policyHelper',
  'policyHelpers',
  'enabledPlugins',
  'extraKnownMarketplaces',
  'pluginConfigs',
  'mcpServers',
  'enableAllProjectMcpServers',
  'enabledMcpjsonServers',
  'spinnerTipsOverride',
]

/** What its tools are allowed. What they may not do a skill can say. */
const limits = [
  'permissions.allow',
  'permissions.ask',
  'permissions.defaultMode',
  'permissions.additionalDirectories',
  'permissions.disableBypassPermissionsMode',
  'sandbox',
  'autoMode',
  'skipDangerousModePermissionPrompt',
  'skipWebFetchPreflight',
]

/** What it reads and writes at any place. */
const places = ['autoMemoryDirectory', 'plansDirectory', 'claudeMdExcludes', 'worktree']

export const claudeSettings: SettingsRules = {
  format: 'json',
  skillFiles: ['assets/claude_settings.json', 'assets/claude_config.json', 'assets/claude_config.toml'],
  operatorFile: '.claude/settings.json',
  defaults: {
    // Ten tries are its own, and the last of them waits for more than half a minute.
    env: { CLAUDE_CODE_MAX_RETRIES: '2' },
    disableBundledSkills: true,
    // It would be remembered in a home that is gone when the run ends.
    autoMemoryEnabled: false,
  },
  enforced: {
    env: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
    syncClaudeAiPlugins: false,
    syncClaudeAiSkills: false,
  },
  reserved: [...providers, ...programs, ...limits, ...places],
  bounds: boundedLists(['permissions.deny']),
  modelIn: ({ model }) => (isText(model) && model !== '' ? model : null),
}

/** The variables that settings bring; only the operator's can. */
export function variablesIn({ env }: Settings): Record<string, string> {
  const entries = isFields(env) ? Object.entries(env) : []
  return Object.fromEntries(entries.flatMap(([name, value]) => (isText(value) ? [[name, value]] : [])))
}
