import { isFields } from '../fields.ts'
import type { Settings, SettingsRules } from '../settings.ts'

/** What would call home, try for ever, or read what lies in the folders above the workspace. */
const enforced = {
  check_for_update_on_startup: false,
  analytics: { enabled: false },
  features: { plugins: false, apps: false, unbounded_connection_retries: false },
  project_root_markers: [],
}

/** Where requests go, and whose sign-in goes with them. */
const providers = [
  'model_provider',
  'model_providers',
  'openai_base_url',
  'chatgpt_base_url',
  'experimental_realtime_ws_base_url',
  'experimental_realtime_webrtc_call_base_url',
  'oss_provider',
  'otel',
  'cli_auth_credentials_store',
  'features.secret_auth_storage',
  'features.use_agent_identity',
  'forced_login_method',
  'forced_chatgpt_workspace_id',
  'mcp_oauth_credentials_store',
  'mcp_oauth_callback_port',
  'mcp_oauth_callback_url',
  'mcp_enterprise_managed_auth',
]

/** What its own sandbox allows, and who is asked. */
const limits = [
  'approval_policy',
  'approvals_reviewer',
  'auto_review',
  'sandbox_mode',
  'sandbox_workspace_write',
  'default_permissions',
  'permissions',
  'projects',
  'shell_environment_policy',
  'features.network_proxy',
]

/** What it starts beside its tools, and so outside of its sandbox. */
const programs = [
  'mcp_servers',
  'notify',
  'hooks',
  'plugins',
  'marketplaces',
  'apps',
  'browser_use',
  'computer_use',
  'js_repl_node_path',
  'js_repl_node_module_dirs',
]

/** What it reads settings and instructions from, or writes to, at any place. */
const places = [
  'profile',
  'profiles',
  'agents',
  'orchestrator',
  'cloud',
  'skills.config',
  'model_instructions_file',
  'experimental_compact_prompt_file',
  'model_catalog_json',
  'project_root_markers',
  'sqlite_home',
  'log_dir',
]

export const codexSettings: SettingsRules = {
  format: 'toml',
  skillFiles: ['assets/codex_config.toml', 'assets/codex_settings.json', 'assets/codex_config.json'],
  operatorFile: '.codex/config.toml',
  defaults: { web_search: 'disabled', skills: { bundled: { enabled: false } } },
  enforced,
  reserved: [...providers, ...limits, ...programs, ...places],
  modelIn: ({ model, model_reasoning_effort: effort }) => {
    const name = typeof model === 'string' ? model : ''
    if (typeof effort === 'string' && effort !== '') return `${name}@${effort}`
    return name === '' ? null : name
  },
}

/** A provider of the operator's own, as its table stands in the settings; null: the built-in one. */
export function ownProvider(settings: Settings): Settings | null {
  const { model_provider: name, model_providers: all } = settings
  if (typeof name !== 'string' || name === 'openai') return null
  const provider = isFields(all) && Object.hasOwn(all, name) ? all[name] : null
  return isFields(provider) ? provider : {}
}

/** Own providers give up in bounded time unless the operator says how long. */
export function withBoundedRetries(settings: Settings): Settings {
  const { model_providers: all } = settings
  if (!isFields(all)) return settings
  const bounded = Object.entries(all).map(([name, provider]) => [
    name,
    isFields(provider) ? { ...retries, ...provider } : provider,
  ])
  return { ...settings, model_providers: Object.fromEntries(bounded) }
}

const retries = { request_max_retries: 2, stream_max_retries: 2, stream_idle_timeout_ms: 300_000 }
