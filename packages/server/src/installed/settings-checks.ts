import type { Engine, SettingsProblem } from '../engines/engine.ts'
import type { Settings } from '../engines/settings.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import { sha256 } from '../lib/hash.ts'
import { type Asker, ask } from './ask.ts'
import type { Installation } from './installations.ts'
import { requestOf } from './warm-home.ts'

/** What CLIs say of settings before a run has to find out. */
export interface SettingsChecks {
  /** Null: it has nothing against them, or does not tell in time. */
  problem(engine: Engine, installation: Installation | null, settings: Settings): Promise<SettingsProblem | null>
}

const timeoutMs = 20_000
/** Anybody may send settings that nobody sent before. */
const mostKept = 1000

export function openSettingsChecks(asker: Asker): SettingsChecks {
  const known = new Map<string, Promise<Answer>>()
  const look = (key: string, asked: () => Promise<Answer>): Promise<Answer> => {
    const before = known.get(key)
    if (before) return before
    const answer = asked()
    known.set(key, answer)
    const [oldest] = known.size > mostKept ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
    // Who could not be asked is asked again next time.
    const forget = () => void known.delete(key)
    answer.then((one) => one === 'unanswered' && forget(), forget)
    return answer
  }
  return {
    async problem(engine, installation, settings) {
      if (engine.settingsCheck === null || installation === null) return null
      const key = sha256(canonicalJson([engine.id, installation.folder, installation.version, settings]))
      const answer = await look(key, () => askFor(asker, engine, installation, settings))
      return answer === 'unanswered' ? null : answer
    },
  }
}

type Answer = SettingsProblem | null | 'unanswered'

async function askFor(asker: Asker, engine: Engine, installation: Installation, settings: Settings): Promise<Answer> {
  const { settingsCheck: check } = engine
  if (check === null) return null
  const answer = await ask(asker, installation, (scene) => check.launch({ ...requestOf(engine, scene), settings }), { timeoutMs })
  return answer.code === null ? 'unanswered' : check.problem(answer)
}
