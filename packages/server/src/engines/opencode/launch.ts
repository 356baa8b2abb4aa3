import { Fault } from '../../lib/fault.ts'
import type { EngineLaunch, LaunchRequest, TextFile } from '../engine.ts'
import { isFields, isText } from '../fields.ts'
import { requireHandle } from '../session-handle.ts'
import type { Settings } from '../settings.ts'
import { behindGate, missingKey } from './providers.ts'
import { wholeOutput } from './whole-output.ts'

/** `opencode run`: the prompt on stdin, events on stdout, its log of errors on stderr, and settings in its private home. */
export function opencodeLaunch(request: LaunchRequest): EngineLaunch {
  const { prompt, model, resume } = request
  requireKey(request)
  return {
    argv: [request.program.path, 'run', ...flags, ...session(resume), ...(model === '' ? [] : ['--model', model])],
    env: opencodeEnv(request),
    stdin: prompt,
    network: 'host',
    files: homeFiles(runSettings(request)),
    shown: [],
  }
}

const flags = ['--format', 'json', '--thinking', '--auto', '--print-logs', '--log-level', 'ERROR']

/** A new session with a title of ours: for one of its own it would ask the model. */
const session = (resume: string | null): string[] =>
  resume === null
    ? ['--title', 'Agent Skill Runner']
    : ['--session', requireHandle('opencode', /^ses_[0-9A-Za-z]{1,64}$/, resume)]

/** It would ask without a key, and then tell what the provider thinks of that. */
function requireKey(request: LaunchRequest): void {
  const name = missingKey(request, request.model)
  if (name !== null) throw new Fault('AUTH_REQUIRED', { engine: 'opencode', reason: `The variable ${name} is not set.` })
}

function runSettings({ settings, model, gate, isInteractive = false }: LaunchRequest): Settings {
  const { small_model: small = model } = settings
  return {
    ...(gate ? behindGate(settings, gate.nameFor) : settings),
    // Without a model it would take one of its makers' own.
    ...(model === '' ? {} : { model, small_model: small }),
    permission: { ...permissionsIn(settings), question: isInteractive ? 'allow' : 'deny' },
  }
}

/** One word for all of them is a rule for everything. Of two rules that fit the later counts, so that for questions comes last. */
function permissionsIn({ permission }: Settings): Settings {
  const { question: _, ...others } = isText(permission) ? { '*': permission } : isFields(permission) ? permission : {}
  return others
}

/** Where it unpacks a library of its own in every run, 5.6 MB: the home goes with the run. */
const unpacked = '.cache/unpacked'

export const opencodeEnv = ({ env, places }: LaunchRequest): Record<string, string> => ({
  ...env,
  BUN_TMPDIR: `${places.home}/${unpacked}`,
  // What lies in the workspace would count for more than our settings.
  OPENCODE_DISABLE_PROJECT_CONFIG: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  NO_COLOR: '1',
})

const configFolder = '.config/opencode'

export const homeFiles = (settings: Settings): TextFile[] => [
  { name: `${configFolder}/opencode.json`, text: JSON.stringify(settings) },
  { name: `${unpacked}/empty`, text: '' },
  { name: `${configFolder}/plugin/whole-output.js`, text: wholeOutput },
  ...asIfInstalled,
]

/**
 * It installs a package for plugins into the folder of its settings, 30 MB, unless that is there. A registry that is closed by a variable
 * would keep it from that too, and the tools of the run from theirs.
 */
const asIfInstalled: readonly TextFile[] = [
  { name: `${configFolder}/node_modules/empty`, text: '' },
  {
    name: `${configFolder}/package-lock.json`,
    text: JSON.stringify({ packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } } }),
  },
]
