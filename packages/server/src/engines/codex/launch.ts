import { stringify } from 'smol-toml'
import { Fault } from '../../lib/fault.ts'
import type { EngineLaunch, LaunchRequest, TextFile } from '../engine.ts'
import { requireUuid } from '../session-handle.ts'
import type { Settings } from '../settings.ts'
import { behindGate } from './hosts.ts'
import { nameAndEffort } from './models.ts'
import { withBoundedRetries } from './settings.ts'

const profile = 'skill-runner'
const schemaName = 'output-schema.json'

/** `codex exec`, told everything by a profile in its private home and the prompt on stdin. */
export function codexLaunch(request: LaunchRequest): EngineLaunch {
  const { prompt, places, outputSchema, resume } = request
  const schema = outputSchema === null ? [] : ['--output-schema', `${places.home}/${schemaName}`]
  // Flags stand before `resume`: it knows only some of them.
  const session = resume === null ? [] : ['resume', requireUuid('codex', resume)]
  return {
    argv: [request.program.path, 'exec', ...flags(request), ...schema, ...session, '-'],
    env: codexEnv(request),
    stdin: prompt,
    network: 'host',
    files: [...homeFiles(request, runSettings(request)), ...schemaFile(outputSchema)],
    // One in the workspace would count for more than the profile, and with it than what is enforced: an empty one of our own.
    shown: [{ name: '.codex/config.toml', text: '' }, ...forOwnSandbox(request)],
  }
}

/** A turn that reaches nobody: it leaves the databases that every fresh home would have to make first. */
export function codexWarmUp(request: LaunchRequest): Omit<EngineLaunch, 'network'> {
  const nobody = { name: 'nobody', base_url: 'http://127.0.0.1:9/v1', wire_api: 'responses' }
  const provider = { ...nobody, request_max_retries: 0, stream_max_retries: 0 }
  const settings = { ...request.settings, model_provider: 'nobody', model_providers: { nobody: provider } }
  return {
    argv: [request.program.path, 'exec', ...flags(request), '--ephemeral', '-'],
    env: codexEnv(request),
    stdin: 'Nobody hears this.',
    files: homeFiles(request, settings),
    shown: [],
  }
}

/** Of the folders that its own sandbox protects it makes those that are missing, which it may not do in a workspace of another user. */
const forOwnSandbox = ({ needsOwnSandbox }: LaunchRequest): TextFile[] =>
  needsOwnSandbox ? ['.git', '.aws'].map((folder) => ({ name: `${folder}/empty`, text: '' })) : []

function flags({ needsOwnSandbox }: LaunchRequest): string[] {
  // Nested in ours, its own would silently do nothing; without ours it has to do.
  const sandbox = needsOwnSandbox ? ['-s', 'workspace-write'] : ['--dangerously-bypass-approvals-and-sandbox']
  return ['--json', '--skip-git-repo-check', '--strict-config', '-p', profile, ...sandbox]
}

/** CODEX_API_KEY is what it signs in with; the name that people know is taken for it. */
export function codexEnv({ env, places }: LaunchRequest): Record<string, string> {
  const key = env['CODEX_API_KEY'] ?? env['OPENAI_API_KEY']
  return { ...env, CODEX_HOME: `${places.home}/.codex`, ...(key === undefined ? {} : { CODEX_API_KEY: key }) }
}

function runSettings({ model, settings, gate }: LaunchRequest): Settings {
  const { name, effort } = nameAndEffort(model)
  return withBoundedRetries({
    ...(gate ? behindGate(settings, gate.nameFor) : settings),
    ...(name === '' ? {} : { model: name }),
    ...(effort === null ? {} : { model_reasoning_effort: effort }),
  })
}

export function homeFiles({ places }: LaunchRequest, settings: Settings): TextFile[] {
  const trust = { projects: { [places.workspace]: { trust_level: 'trusted' } } }
  return [
    { name: '.codex/config.toml', text: stringify(trust) },
    { name: `.codex/${profile}.config.toml`, text: toml(settings) },
  ]
}

/** JSON can say a little that TOML cannot. */
function toml(settings: Settings): string {
  try {
    return stringify(settings)
  } catch (cause) {
    const reason = 'They cannot be written as TOML. A list may not hold null.'
    throw new Fault('ENGINE_CONFIG_INVALID', { engine: 'codex', reason }, { cause })
  }
}

const schemaFile = (schema: object | null): TextFile[] =>
  schema === null ? [] : [{ name: schemaName, text: JSON.stringify(schema) }]
