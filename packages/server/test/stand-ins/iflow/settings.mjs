import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** System over workspace over user, then variables, then flags; in a value `$NAME` and `${NAME}` stand for a variable. */
export function settingsFor({ model }) {
  const fromFile = readVariables()
  const env = { ...fromFile, ...process.env }
  const system = process.env.IFLOW_CLI_SYSTEM_SETTINGS_PATH ?? '/etc/iflow-cli/settings.json'
  const layers = [join(homedir(), '.iflow/settings.json'), join(process.cwd(), '.iflow/settings.json'), system].map(readSettings)
  const merged = expanded(Object.assign({}, ...layers), env)
  // A variable of such a file counts for more than the flag.
  const named = fromFile.IFLOW_MODEL_NAME ?? model ?? variable('modelName', env) ?? merged.modelName
  return {
    ...merged,
    apiKey: variable('apiKey', env) ?? merged.apiKey,
    baseUrl: variable('baseUrl', env) ?? merged.baseUrl,
    modelName: named,
    hasVariables: ['apiKey', 'baseUrl', 'modelName'].some((name) => variable(name, env) !== undefined),
  }
}

function readSettings(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

function variable(name, env) {
  const upper = name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
  const found = [`IFLOW_${name}`, `IFLOW_${upper}`, `iflow_${name}`, `iflow_${upper}`].find((one) => env[one])
  return found && env[found]
}

function expanded(value, env) {
  if (typeof value === 'string') return value.replaceAll(/\$\{?([A-Za-z_]\w*)\}?/g, (whole, name) => env[name] ?? whole)
  if (Array.isArray(value)) return value.map((item) => expanded(item, env))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, expanded(item, env)]))
}

/** The first such file from the working directory upwards, else of the home. */
function readVariables() {
  const folders = []
  for (let folder = process.cwd(); folders.at(-1) !== folder; folder = dirname(folder)) folders.push(folder)
  const files = [...folders, homedir()].flatMap((folder) => [join(folder, '.iflow/.env'), join(folder, '.env')])
  const found = files.find((file) => existsSync(file))
  const lines = found === undefined ? [] : readFileSync(found, 'utf8').split('\n')
  return Object.fromEntries(
    lines.flatMap((line) => [/^\s*(\w+)=(.*)$/.exec(line)?.slice(1, 3) ?? []]).filter(({ length }) => length),
  )
}
