import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { hasCreatedTokens } from './config/created-tokens.ts'
import { readConfigFile } from './config/file.ts'
import {
  engineOfProgram,
  fileKey,
  isKeyName,
  isOfClient,
  isSetting,
  type Key,
  type KeyName,
  keys,
  programKey,
  type Values,
} from './config/keys.ts'
import { hint } from './config/near.ts'
import { passwordsOf, secretsOf } from './config/secrets.ts'
import { type Setting, settingsOf } from './config/settings.ts'
import { readTokenFile, singleToken, type Token } from './config/tokens.ts'
import { readWebhookSecrets } from './config/webhook-secrets.ts'

/** Everything a person can set, read once and frozen. */
export type Config = ReturnType<typeof configOf>

export interface ConfigSource {
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  readonly machine?: Machine
}

export interface Machine {
  readonly cores: number
  readonly memoryBytes: number
}

/** Environment and file → one validated object, or every problem with them at once. */
export async function loadConfig({
  env,
  cwd,
  machine = thisMachine(),
}: ConfigSource): Promise<{ ok: true; config: Config } | { ok: false; problems: readonly string[] }> {
  const problems: string[] = []
  const notices: string[] = []
  const file = await readConfigFile(env, cwd, problems)
  const environment = readEnvironment(env, problems)
  const given = new Map([...file, ...environment])
  const values = readValues(given, cwd, problems)
  const programs = readPrograms(given, cwd, problems)
  const tokens = readTokens(values, problems, notices)
  const webhookSecrets = readWebhookSecrets(values.SKILL_RUNNER_WEBHOOK_SECRETS_FILE, problems, notices)
  checkBind(values, tokens, problems)
  checkRemote(values, problems)
  if (problems.length > 0) return { ok: false, problems }
  const settings = [...Object.entries(env), ...given].filter(([name]) => name !== 'SKILL_RUNNER_WEBHOOK_SECRETS_FILE')
  const named = [...webhookSecrets.values()].map((value) => ['SKILL_RUNNER_WEBHOOK_SECRET', value] as const)
  const passwords = passwordsOf(values.SKILL_RUNNER_DATABASE_URL).map((value) => ['SKILL_RUNNER_DATABASE_URL', value] as const)
  const also = [...(values.SKILL_RUNNER_PASS_ENV ?? []), 'SKILL_RUNNER_TOKEN', 'SKILL_RUNNER_DATABASE_URL']
  const secrets = secretsOf([...settings, ...named, ...passwords], also)
  const shown = settingsOf({ environment, file, configFile: env[fileKey] }, secrets)
  return { ok: true, config: configOf(values, { programs, tokens, webhookSecrets, secrets, settings: shown, notices, machine }) }
}

/** An empty variable counts as not set: compose files and CI leave such behind. */
function readEnvironment(env: NodeJS.ProcessEnv, problems: string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || value === '') continue
    if (isSetting(name)) found.set(name, value)
    else if (name.startsWith('SKILL_RUNNER_') && name !== fileKey && !isOfClient(name))
      problems.push(`${name} is not a setting.${hint(name, Object.keys(keys))}`)
  }
  return found
}

function readValues(given: ReadonlyMap<string, string>, cwd: string, problems: string[]): Values {
  const read = (name: KeyName) => {
    const key: Key<unknown> = keys[name]
    const text = given.get(name) ?? key.default
    return text === null ? null : readValue(name, key, text, cwd, problems)
  }
  return Object.fromEntries(
    Object.keys(keys)
      .filter(isKeyName)
      .map((name) => [name, read(name)]),
  ) as Values
}

/** By engine. Whether there is such an engine is not known here. */
function readPrograms(given: ReadonlyMap<string, string>, cwd: string, problems: string[]): Readonly<Record<string, string>> {
  const programs = [...given].flatMap(([name, text]) => {
    const engine = engineOfProgram(name)
    const program = engine && readValue(name, programKey, text, cwd, problems)
    return engine && program ? [[engine, program] as const] : []
  })
  return Object.freeze(Object.fromEntries(programs))
}

function readValue<T>(name: string, { kind }: Key<T>, text: string, cwd: string, problems: string[]): T | null {
  const value = kind.read(text, cwd)
  if (value === undefined)
    problems.push(`${name} must be ${kind.what}${kind.secret ? '' : `, not ${JSON.stringify(text.slice(0, 100))}`}.`)
  return value ?? null
}

function readTokens(values: Values, problems: string[], notices: string[]): readonly Token[] {
  const { SKILL_RUNNER_TOKEN: token, SKILL_RUNNER_TOKEN_FILE: file } = values
  if (token !== null && file !== null)
    problems.push('SKILL_RUNNER_TOKEN and SKILL_RUNNER_TOKEN_FILE are both set. Keep one of them.')
  if (file !== null) return readTokenFile(file, problems, notices)
  return token === null ? [] : [singleToken(token)]
}

function checkBind(
  {
    HOST: host,
    SKILL_RUNNER_INSECURE_BIND: forced,
    SKILL_RUNNER_TOKEN: token,
    SKILL_RUNNER_TOKEN_FILE: file,
    SKILL_RUNNER_DATA_DIR: dataDir,
  }: Values,
  tokens: readonly Token[],
  problems: string[],
): void {
  const hasToken = tokens.length > 0 || token !== null || file !== null
  if (host === null || isLoopback(host) || hasToken || forced || (dataDir !== null && hasCreatedTokens(dataDir))) return
  problems.push(
    `HOST=${host} is not loopback, and there is no token: everyone who reaches this machine could run skills. ` +
      'Create one with ./skill-runner token create, set SKILL_RUNNER_TOKEN or SKILL_RUNNER_TOKEN_FILE, or SKILL_RUNNER_INSECURE_BIND=1 if you mean it.',
  )
}

function checkRemote(values: Values, problems: string[]): void {
  if (values.SKILL_RUNNER_SKILLS_MODE !== 'remote') return
  if (values.E2B_API_KEY === null) problems.push('SKILL_RUNNER_SKILLS_MODE=remote needs E2B_API_KEY. Set it, or use local.')
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

interface Extras {
  readonly programs: Readonly<Record<string, string>>
  readonly tokens: readonly Token[]
  readonly webhookSecrets: ReadonlyMap<string, string>
  readonly secrets: readonly string[]
  readonly settings: readonly Setting[]
  readonly notices: readonly string[]
  readonly machine: Machine
}

/** The names the code uses, and the defaults that depend on the machine or on another setting. */
function configOf(values: Values, { programs, tokens, webhookSecrets, secrets, settings, notices, machine }: Extras) {
  const dataDir = some(values, 'SKILL_RUNNER_DATA_DIR')
  return Object.freeze({
    host: some(values, 'HOST'),
    port: some(values, 'PORT'),
    tokens,
    allowedHosts: some(values, 'SKILL_RUNNER_ALLOWED_HOSTS'),
    corsOrigins: some(values, 'SKILL_RUNNER_CORS_ORIGINS'),
    rateLimit: some(values, 'SKILL_RUNNER_RATE_LIMIT'),
    dataDir,
    /** Null: SQLite, in the data folder. */
    databaseUrl: values.SKILL_RUNNER_DATABASE_URL,
    skillsDir: values.SKILL_RUNNER_SKILLS_DIR ?? join(dataDir, 'skills'),
    engines: values.SKILL_RUNNER_ENGINES,
    defaultEngine: values.SKILL_RUNNER_DEFAULT_ENGINE,
    npmPrefix: values.SKILL_RUNNER_NPM_PREFIX ?? join(dataDir, 'npm'),
    agentHome: values.SKILL_RUNNER_AGENT_HOME ?? join(dataDir, 'agent-home'),
    /** Names of variables that engines may see. */
    passEnv: some(values, 'SKILL_RUNNER_PASS_ENV'),
    /** Programs to use instead of the managed ones, by engine. */
    programs,
    sandbox: some(values, 'SKILL_RUNNER_SANDBOX'),
    seccomp: some(values, 'SKILL_RUNNER_SECCOMP'),
    execSandbox: some(values, 'SKILL_RUNNER_EXEC_SANDBOX'),
    remote: remoteOf(values),
    engineNetwork: some(values, 'SKILL_RUNNER_ENGINE_NETWORK'),
    runAs: values.SKILL_RUNNER_RUN_AS,
    maxRunningJobs: values.SKILL_RUNNER_MAX_RUNNING_JOBS ?? usualParallelism(machine),
    maxQueue: some(values, 'SKILL_RUNNER_MAX_QUEUE'),
    maxAwaitingUpload: some(values, 'SKILL_RUNNER_MAX_AWAITING_UPLOAD'),
    timeoutSec: some(values, 'SKILL_RUNNER_TIMEOUT_SEC'),
    defaultTimeoutSec: some(values, 'SKILL_RUNNER_DEFAULT_TIMEOUT_SEC'),
    silenceSec: some(values, 'SKILL_RUNNER_SILENCE_SEC'),
    maxUploadBytes: some(values, 'SKILL_RUNNER_MAX_UPLOAD_BYTES'),
    maxPackageBytes: some(values, 'SKILL_RUNNER_MAX_PACKAGE_BYTES'),
    maxOutputBytes: some(values, 'SKILL_RUNNER_MAX_OUTPUT_BYTES'),
    maxRunBytes: some(values, 'SKILL_RUNNER_MAX_RUN_BYTES'),
    maxRunFiles: some(values, 'SKILL_RUNNER_MAX_RUN_FILES'),
    childLimits: Object.freeze({
      memory_bytes: values.SKILL_RUNNER_MAX_MEMORY_BYTES ?? usualMemory(machine),
      processes: some(values, 'SKILL_RUNNER_MAX_PROCESSES'),
      cpu_seconds: some(values, 'SKILL_RUNNER_MAX_CPU_SECONDS'),
      open_files: some(values, 'SKILL_RUNNER_MAX_OPEN_FILES'),
      file_bytes: some(values, 'SKILL_RUNNER_MAX_FILE_BYTES'),
    }),
    cgroup: some(values, 'SKILL_RUNNER_CGROUP'),
    exec: Object.freeze({
      commandSec: some(values, 'SKILL_RUNNER_EXEC_COMMAND_SEC'),
      mostCommandSec: some(values, 'SKILL_RUNNER_EXEC_MAX_COMMAND_SEC'),
      taskSec: some(values, 'SKILL_RUNNER_EXEC_TASK_SEC'),
      mostRunningCommands: some(values, 'SKILL_RUNNER_EXEC_MAX_RUNNING_COMMANDS'),
      mostRunningTasks: some(values, 'SKILL_RUNNER_EXEC_MAX_RUNNING_TASKS'),
      mostQueuedTasks: some(values, 'SKILL_RUNNER_EXEC_MAX_QUEUED_TASKS'),
      serviceSec: some(values, 'SKILL_RUNNER_EXEC_SERVICE_SEC'),
      serviceIdleSec: some(values, 'SKILL_RUNNER_EXEC_SERVICE_IDLE_SEC'),
      startupSec: some(values, 'SKILL_RUNNER_EXEC_STARTUP_SEC'),
      mostStartupSec: some(values, 'SKILL_RUNNER_EXEC_MAX_STARTUP_SEC'),
      mostRunningServices: some(values, 'SKILL_RUNNER_EXEC_MAX_RUNNING_SERVICES'),
      jobSec: some(values, 'SKILL_RUNNER_EXEC_JOB_SEC'),
      mostRunningJobs: some(values, 'SKILL_RUNNER_EXEC_MAX_RUNNING_JOBS'),
      mostQueuedJobs: some(values, 'SKILL_RUNNER_EXEC_MAX_QUEUED_JOBS'),
      artifactBytes: some(values, 'SKILL_RUNNER_EXEC_MAX_ARTIFACT_BYTES'),
      artifactsBytes: some(values, 'SKILL_RUNNER_EXEC_MAX_ARTIFACTS_BYTES'),
      projectArtifactBytes: some(values, 'SKILL_RUNNER_EXEC_MAX_PROJECT_ARTIFACT_BYTES'),
      sessionBytes: some(values, 'SKILL_RUNNER_EXEC_MAX_SESSION_BYTES'),
      sessionFiles: some(values, 'SKILL_RUNNER_EXEC_MAX_SESSION_FILES'),
      network: some(values, 'SKILL_RUNNER_EXEC_NETWORK'),
      sessionDays: some(values, 'SKILL_RUNNER_EXEC_SESSION_DAYS'),
    }),
    reaperIntervalSec: some(values, 'SKILL_RUNNER_REAPER_INTERVAL_SEC'),
    retentionDays: some(values, 'SKILL_RUNNER_RETENTION_DAYS'),
    drainSec: some(values, 'SKILL_RUNNER_DRAIN_SEC'),
    restartQueued: some(values, 'SKILL_RUNNER_RESTART_QUEUED'),
    diskLowBytes: some(values, 'SKILL_RUNNER_DISK_LOW_BYTES'),
    installGate: some(values, 'SKILL_RUNNER_INSTALL_REQUIRES_EVALS')
      ? Object.freeze({ grader: values.SKILL_RUNNER_INSTALL_GRADER })
      : null,
    outputRepair: some(values, 'SKILL_RUNNER_OUTPUT_REPAIR'),
    unknownModels: some(values, 'SKILL_RUNNER_UNKNOWN_MODELS'),
    audit: some(values, 'SKILL_RUNNER_AUDIT'),
    webhooks: Object.freeze({
      allow: some(values, 'SKILL_RUNNER_WEBHOOK_ALLOW'),
      secret: values.SKILL_RUNNER_WEBHOOK_SECRET,
      secrets: webhookSecrets,
    }),
    log: Object.freeze({
      level: some(values, 'LOG_LEVEL'),
      file: values.LOG_FILE ?? join(dataDir, 'logs', 'skill-runner.log'),
      maxBytes: some(values, 'LOG_MAX_BYTES'),
      backupCount: some(values, 'LOG_BACKUP_COUNT'),
    }),
    legacyRoutes: Object.freeze({
      mode: some(values, 'SKILL_RUNNER_UI_LEGACY_API_MODE'),
      sunset: some(values, 'SKILL_RUNNER_UI_LEGACY_API_SUNSET'),
    }),
    secrets,
    /** All settings as given, without secrets, for operators. */
    settings,
    notices,
  })
}

/** Null: commands of projects run on this machine. */
function remoteOf(values: Values) {
  const apiKey = values.E2B_API_KEY
  if (some(values, 'SKILL_RUNNER_SKILLS_MODE') === 'local' || apiKey === null) return null
  return Object.freeze({
    apiKey,
    apiUrl: values.E2B_API_URL,
    domain: values.E2B_DOMAIN,
    sandboxUrl: values.E2B_SANDBOX_URL,
    template: some(values, 'SKILL_RUNNER_REMOTE_TEMPLATE'),
    idleSec: some(values, 'SKILL_RUNNER_REMOTE_IDLE_SEC'),
    hardSec: some(values, 'SKILL_RUNNER_REMOTE_HARD_SEC'),
    internet: some(values, 'SKILL_RUNNER_REMOTE_INTERNET'),
    services: some(values, 'SKILL_RUNNER_REMOTE_SERVICES'),
  })
}

function some<N extends KeyName>(values: Values, name: N): NonNullable<Values[N]> {
  const value = values[name]
  if (value === null || value === undefined) throw new Error(`${name} has neither a value nor a default`)
  return value
}

const usualParallelism = ({ cores, memoryBytes }: Machine): number =>
  Math.max(2, Math.min(cores * 2, Math.floor(memoryBytes / 1024 ** 3)))

/** Enough for agent CLIs, builds and a browser. */
const usualMemory = ({ memoryBytes }: Machine): number => Math.min(4 * 1024 ** 3, Math.floor(memoryBytes / 2))

/** A container's limit counts where there is one. */
function thisMachine(): Machine {
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY
  return { cores: availableParallelism(), memoryBytes: Math.min(totalmem(), limit) }
}
