import { mkdir } from 'node:fs/promises'
import type { Cli } from '../engines/cli.ts'
import { codeOf } from '../lib/thrown.ts'
import { replaceFile } from '../workspace/replace-file.ts'
import type { Asker } from './ask.ts'
import { withCard } from './card-file.ts'
import type { Installation } from './installations.ts'
import type { InstalledLayout } from './layout.ts'
import { type Located, locate } from './locate.ts'
import { settingOf } from './managed.ts'
import { neutral } from './neutral.ts'
import { type Probe, type Probed, probe } from './probe.ts'
import { isProbed, isTable, readJsonFile } from './record.ts'

/** A program that a person named in SKILL_RUNNER_<ENGINE>_BIN. */
interface Configured {
  /** From memory, after the first look. */
  state(): { readonly installation: Installation | null; readonly problem: string | null }
  /** Waits for the first look, where that has not ended. */
  settled(): Promise<void>
  /** Looks at the file again, and asks the program where nobody has. */
  ask(): Promise<void>
}

interface ConfiguredDeps {
  readonly layout: InstalledLayout
  readonly asker: Asker
}

/** It is asked once, in the background; what it said is kept, also for the next start, as long as its file stays the same. */
export function openConfigured(deps: ConfiguredDeps, engine: string, cli: Cli, program: string): Configured {
  let located: Located | null = null
  let answer: Probe | null = null
  let known: Installation | null = null
  let asking: Promise<void> | null = null

  const look = () => {
    const found = locate(program)
    // Its card may be another one now.
    known = null
    if ('problem' in found) {
      located = null
      answer = found
    } else if (found.stamp !== located?.stamp) {
      located = found
      answer = readProbed(deps.layout, engine, found)
    }
  }
  const probeIt = async () => {
    const asked = located
    if (asked === null || answer !== null) return
    const found = await probe(deps.asker, cli, asked)
    if (!('problem' in found)) await keepProbed(deps.layout, engine, asked, found)
    if (asked === located) answer = found
  }
  const ask = async () => {
    look()
    asking ??= probeIt().finally(() => {
      asking = null
    })
    await asking
  }
  return {
    ask,
    async settled() {
      // What went wrong is for whoever looks in the background to report; here `state` says what is known.
      if (answer === null) await ask().catch(() => {})
    },
    state() {
      if (located === null && answer === null) look()
      if (answer === null) return { installation: null, problem: `${subject(engine)} is being checked. Try again in a moment.` }
      if ('problem' in answer)
        return { installation: null, problem: neutral(`${subject(engine)} cannot be used. ${answer.problem}`) }
      known ??= located && installationOf(deps.layout, engine, cli, located, answer)
      return { installation: known, problem: null }
    },
  }
}

const subject = (engine: string): string => `The program of ${settingOf(engine)}`

/** What an earlier probe of this very program found; null: nobody has asked it yet. */
function readProbed(layout: InstalledLayout, engine: string, { stamp }: Located): Probed | null {
  const value = readJsonFile(layout.configured(engine))
  return isTable(value) && value['stamp'] === stamp && isProbed(value) ? (value as unknown as Probed) : null
}

/** Only where the folder above is there: who looks before the first start, as the doctor does, makes nothing. */
async function keepProbed(layout: InstalledLayout, engine: string, { stamp }: Located, probed: Probed): Promise<void> {
  const refusal = await mkdir(layout.prefix).then(() => null, codeOf)
  if (refusal === 'ENOENT') return
  await replaceFile(layout.prefix, layout.configured(engine), JSON.stringify({ stamp, ...probed }))
}

function installationOf(
  layout: InstalledLayout,
  engine: string,
  cli: Cli,
  { folder, path, runBy }: Located,
  { version, pages }: Probed,
): Installation {
  const bare = { engine, version, folder, path, runBy, capabilities: cli.capabilities(pages), source: 'configured' } as const
  return withCard(bare, layout.configuredCard(engine))
}
