import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Identity } from '../domain/launch.ts'
import type { Engine, LaunchRequest } from '../engines/engine.ts'
import { mergedSettings } from '../engines/settings.ts'
import type { Captured } from '../process/capture.ts'
import { copyFiles } from '../workspace/copy-files.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { type Asker, type AskPlaces, ask } from './ask.ts'
import { fillFromTemplate } from './fill-from-template.ts'
import type { Installation } from './installations.ts'

/** Homes that a CLI has made ready once, to be copied for every run. */
export interface WarmHomes {
  /** Copies what a run of this version would have to make first; nothing, where nothing is gained or it could not be made. */
  fill(engine: Engine, installation: Installation | null, home: string, identity: Identity | null): Promise<void>
}

const longestMs = 30_000

export function openWarmHomes(folder: string, asker: Asker, logger: Logger): WarmHomes {
  const making = new Map<string, Promise<string | null>>()
  const templateOf = (engine: Engine, installation: Installation): Promise<string | null> => {
    const place = join(folder, `${engine.id}-${installation.version}`)
    const made = making.get(place) ?? ensure(place, engine, installation)
    making.set(place, made)
    return made
  }
  const ensure = async (place: string, engine: Engine, installation: Installation): Promise<string | null> => {
    if (existsSync(place)) return place
    try {
      await warm(asker, engine, installation, place)
      return existsSync(place) ? place : null
    } catch (error) {
      // A run makes for itself what is missing: it only takes longer.
      logger.warn({ err: error, engine: engine.id }, 'cannot prepare a home template')
      return null
    }
  }
  return {
    async fill(engine, installation, home, identity) {
      if (engine.warmUp === null || installation === null) return
      const template = await templateOf(engine, installation)
      if (template !== null) await fillFromTemplate(template, home, engine.warmUp, identity)
    },
  }
}

async function warm(asker: Asker, engine: Engine, installation: Installation, place: string): Promise<void> {
  const { warmUp } = engine
  if (warmUp === null) return
  const beside = `${place}.${randomBytes(6).toString('hex')}`
  try {
    await mkdir(beside, { recursive: true, mode: 0o700 })
    const keep = async (home: string, { code }: Captured) => {
      // What it made until then would be copied for every run from now on.
      if (code === null) throw new Error('it was cut off')
      await copyFiles(home, beside, warmUp.keeps)
    }
    await ask(asker, installation, (scene) => warmUp.launch(requestOf(engine, scene)), { timeoutMs: longestMs, keep })
    await rename(beside, place).catch(() => undefined)
  } finally {
    await removeTree(beside)
  }
}

/** A request that asks nothing of anybody: for what is asked of a CLI without a run. */
export function requestOf(engine: Engine, { program, places }: Pick<AskPlaces, 'program' | 'places'>): LaunchRequest {
  const settings = engine.settings === null ? {} : mergedSettings(engine.settings, { operator: {}, skill: {}, request: {} })
  return {
    prompt: '',
    model: '',
    script: null,
    program,
    places,
    settings,
    env: {},
    resume: null,
    outputSchema: null,
    needsOwnSandbox: false,
  }
}
