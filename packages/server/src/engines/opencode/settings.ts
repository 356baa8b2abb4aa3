import { isText } from '../fields.ts'
import type { SettingsRules } from '../settings.ts'
import { opencodeBounds, ownProvider } from './bounds.ts'

/** Where requests go, and whose sign-in goes with them. */
const providers = ['provider', 'enabled_providers', 'disabled_providers', 'enterprise', 'share', 'autoshare']

/** What it starts beside its tools. */
const programs = ['mcp', 'plugin', 'lsp', 'formatter', 'shell', 'server']

/** What it reads instructions and code from, at any place, or calls home with. */
const places = ['instructions', 'skills', 'references', 'reference', 'experimental', 'logLevel']

export const opencodeSettings: SettingsRules = {
  format: 'json',
  skillFiles: ['assets/opencode_config.json', 'assets/opencode_settings.json', 'assets/opencode_config.toml'],
  operatorFile: '.config/opencode/opencode.json',
  // Its makers' own service takes requests without any sign-in: nobody's texts go there unless the operator says so.
  defaults: { disabled_providers: [ownProvider] },
  enforced: { share: 'disabled', autoupdate: false, snapshot: false, plugin: [] },
  reserved: [...providers, ...programs, ...places],
  bounds: opencodeBounds,
  modelIn: ({ model }) => (isText(model) && model !== '' ? model : null),
}
