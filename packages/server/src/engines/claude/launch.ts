import type { EngineLaunch, LaunchRequest, TextFile } from '../engine.ts'
import { requireUuid } from '../session-handle.ts'
import { mergeSettings, type Settings } from '../settings.ts'
import { behindGate } from './hosts.ts'
import { keepKey } from './keep-key.ts'
import { variablesIn } from './settings.ts'

const settingsName = '.claude/skill-runner.json'

/** `claude -p`: the prompt on stdin, events on stdout, settings in a file of its private home that counts for more than any other. */
export function claudeLaunch(request: LaunchRequest): EngineLaunch {
  const { program, prompt, model, resume, outputSchema, places, maxCostUsd } = request
  const schema = outputSchema === null ? [] : ['--json-schema', JSON.stringify(outputSchema)]
  // It tells what it cost when it is over, but stops after the call that costs too much. What a resumed session has cost before may count for it.
  const budget = maxCostUsd === undefined || resume !== null ? [] : ['--max-budget-usd', maxCostUsd.toFixed(9)]
  const session = resume === null ? [] : ['--resume', requireUuid('claude', resume)]
  return {
    argv: [
      program.path,
      ...flags,
      '--model',
      model,
      '--settings',
      `${places.home}/${settingsName}`,
      ...schema,
      ...budget,
      ...session,
    ],
    env: claudeEnv(request),
    stdin: prompt,
    network: 'host',
    files: [settingsFile(request)],
    shown: noOtherSettings,
  }
}

/** Whoever else is to be held back is held back by the sandbox: nobody is there to be asked. Tool servers of the workspace are not started. */
const flags = [
  ...['-p', '--output-format', 'stream-json', '--verbose'],
  ...['--permission-mode', 'bypassPermissions', '--strict-mcp-config'],
]

/**
 * Variables of the settings are set at once: the CLI ignores all of a file in which anything does not fit. It works without asking as a
 * user with root's number only where it is told that it is in a sandbox.
 */
export function claudeEnv({ env, settings, gate, needsOwnSandbox }: LaunchRequest): Record<string, string> {
  const all = { ...env, ...variablesIn(settings) }
  return { ...(gate ? behindGate(all, gate.nameFor) : all), ...keepKey, ...(needsOwnSandbox ? {} : { IS_SANDBOX: '1' }) }
}

function settingsFile({ settings, gate, places, needsOwnSandbox }: LaunchRequest): TextFile {
  const env = variablesIn(settings)
  const more: Settings = {
    ...(gate ? { env: behindGate(env, gate.nameFor) } : {}),
    ...(needsOwnSandbox ? { claudeMdExcludes: instructionsAbove(places.workspace) } : {}),
  }
  return { name: settingsName, text: JSON.stringify(mergeSettings(settings, more)) }
}

/** It looks for instructions in every folder above the workspace; in a sandbox there are none. */
function instructionsAbove(workspace: string): string[] {
  const parts = workspace.split('/').slice(0, -1)
  const folders = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  return folders.flatMap((folder) =>
    ['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md', '.claude/CLAUDE.md', '.claude/rules/**'].map((name) => `${folder}/${name}`),
  )
}

/** Settings that lie in the workspace, and would run what they name. */
const noOtherSettings: readonly TextFile[] = [
  { name: '.claude/settings.json', text: '{}' },
  { name: '.claude/settings.local.json', text: '{}' },
]
