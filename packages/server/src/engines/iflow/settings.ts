import { boundedLists } from '../bounded-lists.ts'
import { isText } from '../fields.ts'
import type { Settings, SettingsRules } from '../settings.ts'

/** Where requests go, and whose key goes with them. */
const providers = ['selectedAuthType', 'apiKey', 'baseUrl', 'searchApiKey', 'customHeaders', 'telemetry', 'disableTelemetry']

/** What it starts beside its tools. */
const programs = ['mcpServers', 'mcpServerCommand', 'toolDiscoveryCommand', 'toolCallCommand', 'hooks', 'bugCommand']

/** What its tools are allowed, and what it reads from folders that are not the workspace. */
const limits = ['approvalMode', 'autoAccept', 'sandbox', 'includeDirectories', 'disableAutoUpdate', 'checkpointing']

export const iflowSettings: SettingsRules = {
  format: 'json',
  skillFiles: ['assets/iflow_settings.json', 'assets/iflow_config.json'],
  operatorFile: '.iflow/settings.json',
  // The only kind of account that it still takes: from the end of the service on it refuses its vendor's own.
  defaults: { selectedAuthType: 'openai-compatible' },
  enforced: {
    sandbox: false,
    autoAccept: true,
    approvalMode: 'yolo',
    checkpointing: { enabled: false },
    hideTips: true,
    hideBanner: true,
    disableAutoUpdate: true,
    disableTelemetry: true,
    telemetry: { enabled: false },
  },
  reserved: [...providers, ...programs, ...limits],
  bounds: boundedLists(['excludeTools'], ['coreTools']),
  modelIn: ({ modelName }) => (isText(modelName) && modelName !== '' ? modelName : null),
}

/** The variable that its key is in: settings name it as `$NAME`. Null: they hold a key itself, which would lie open in every run. */
export function keyVariable({ apiKey = `$${usualKey}` }: Settings): string | null {
  const [, name] = isText(apiKey) ? (/^\$\{?([A-Za-z_]\w*)\}?$/.exec(apiKey) ?? []) : []
  return name ?? null
}

export const usualKey = 'IFLOW_API_KEY'
export const urlVariable = 'IFLOW_BASE_URL'

/** Where its provider is; the variable counts for more, as it does for the CLI itself. Null: nobody has said it. */
export function baseUrlOf({ baseUrl }: Settings, env: Readonly<Record<string, string>>): string | null {
  const url = env[urlVariable] ?? baseUrl
  return isText(url) && url !== '' ? url : null
}
