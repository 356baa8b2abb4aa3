import type { Engine } from '../engines/engine.ts'
import { modelOf } from '../engines/models.ts'
import { Fault } from '../lib/fault.ts'
import { isObject } from '../skills/json-file.ts'
import type { SettingsReport } from '../skills/settings-report.ts'
import { skillLayer } from './engine-settings.ts'

/** The effective settings of a skill on each engine that it has settings for, installed or not. */
export async function reportSettings(
  engines: readonly Engine[],
  skillFolder: string,
  skillFiles: readonly string[],
): Promise<SettingsReport> {
  const reports = await Promise.all(engines.map((engine) => reportFor(engine, skillFolder, skillFiles)))
  return { problems: reports.flatMap(({ problems }) => problems), warnings: reports.flatMap(({ warnings }) => warnings) }
}

const nothing: SettingsReport = { problems: [], warnings: [] }

async function reportFor(engine: Engine, skillFolder: string, skillFiles: readonly string[]): Promise<SettingsReport> {
  if (engine.settings === null) return nothing
  try {
    const { file, settings, ignored } = await skillLayer(engine, engine.settings, { skillFolder, skillFiles })
    if (file === null) return nothing
    const model = engine.settings.modelIn(settings)
    const catalogue = engine.models({ skillFiles, version: null, settings: {} })
    const isUnknown = model !== null && modelOf(catalogue, model) === null
    return {
      problems: [],
      warnings: [
        ...(ignored.length > 0
          ? [`${file}: only the operator of a server may set ${ignored.join(', ')}; these settings have no effect.`]
          : []),
        ...(isUnknown ? [`${file}: ${engine.id} does not list the model ${model}; its default is used.`] : []),
      ],
    }
  } catch (error) {
    return { problems: [problemIn(error)], warnings: [] }
  }
}

function problemIn(error: unknown): string {
  if (!(error instanceof Fault) || error.code !== 'ENGINE_CONFIG_INVALID') throw error
  const { file, reason } = isObject(error.details) ? error.details : {}
  return `${file} cannot be used: ${reason}`
}
