import {
  bytes,
  day,
  host,
  integer,
  type Kind,
  listOf,
  logLevel,
  oneOf,
  origin,
  path,
  secret,
  token,
  uidRange,
  url,
  webhookSecret,
  word,
  yesOrNo,
} from './kinds.ts'

/** One setting: how it is read, its default, what it does, and whether this version uses it. */
export interface Key<T> {
  readonly kind: Kind<T>
  /** As text, parsed like a given value; null: there is none, and `otherwise` describes what happens. */
  readonly default: string | null
  readonly otherwise?: string
  readonly doc: string
  readonly effect: 'now' | 'later'
}

const key = <T>(
  kind: Kind<T>,
  fallback: string | null,
  doc: string,
  more: { otherwise?: string; effect?: 'later' } = {},
): Key<T> => ({
  kind,
  default: fallback,
  doc,
  effect: more.effect ?? 'now',
  ...(more.otherwise ? { otherwise: more.otherwise } : {}),
})

const later = { effect: 'later' } as const

/** Every setting by its name, in the environment and in skill-runner.toml. docs/configuration.md is printed from it. */
export const keys = {
  HOST: key(host, '127.0.0.1', 'Address to listen on. Any address other than loopback requires a token.'),
  PORT: key(integer(0, 65535), '8000', 'Port to listen on; 0 chooses a free one.'),
  SKILL_RUNNER_INSECURE_BIND: key(
    yesOrNo,
    '0',
    'Allow listening on an address other than loopback without a token. Everyone who can reach it can then run skills.',
  ),
  SKILL_RUNNER_ALLOWED_HOSTS: key(
    listOf(host),
    '',
    'Host names that requests may use in their Host header, in addition to loopback, HOST and the addresses of this machine.',
  ),
  SKILL_RUNNER_CORS_ORIGINS: key(
    listOf(origin),
    '',
    'Origins of web pages and applications that may call this server, in addition to its own. null: every page without an origin, such as a local file.',
  ),
  SKILL_RUNNER_TOKEN: key(token, null, 'Token that callers must send. It has all scopes.', { otherwise: 'no token' }),
  SKILL_RUNNER_TOKEN_FILE: key(
    path,
    null,
    'JSON file of tokens with names and scopes; see below. Cannot be combined with SKILL_RUNNER_TOKEN.',
    { otherwise: 'no token' },
  ),

  SKILL_RUNNER_URL: key(url, null, 'Server that the command line calls; the server itself ignores it. See docs/cli.md.', {
    otherwise: '`HOST` and `PORT`',
  }),

  SKILL_RUNNER_DATA_DIR: key(path, 'data', 'Folder for the database, runs, uploads and logs.'),
  SKILL_RUNNER_SKILLS_DIR: key(
    path,
    null,
    'Folder for user skills. A user skill takes precedence over a built-in one with the same id.',
    {
      otherwise: '`skills` in the data folder',
    },
  ),

  SKILL_RUNNER_MAX_RUNNING_JOBS: key(integer(1, 1000), null, 'Maximum number of concurrent runs.', {
    otherwise: 'two per core, at most one per GiB of memory, at least 2',
  }),
  SKILL_RUNNER_MAX_QUEUE: key(integer(1, 100_000), '128', 'Maximum number of queued jobs; more are rejected with QUEUE_FULL.'),
  SKILL_RUNNER_TIMEOUT_SEC: key(
    integer(1, 86_400),
    '1200',
    'Time limit of one attempt; a skill or request can only set a shorter one.',
  ),
  SKILL_RUNNER_DEFAULT_TIMEOUT_SEC: key(
    integer(1, 86_400),
    '600',
    'Time limit of one attempt if neither the skill nor the request sets one; at most SKILL_RUNNER_TIMEOUT_SEC.',
  ),
  SKILL_RUNNER_SILENCE_SEC: key(
    integer(0, 86_400),
    '600',
    'Stops an attempt that prints nothing for this long. 0 disables this check.',
  ),
  SKILL_RUNNER_MAX_UPLOAD_BYTES: key(
    bytes(1024),
    '2GiB',
    'Maximum size of the files of one job, as uploaded and as unpacked; more is rejected with UPLOAD_TOO_LARGE.',
  ),
  SKILL_RUNNER_MAX_PACKAGE_BYTES: key(
    bytes(1024),
    '20MiB',
    'Maximum size of a skill package; a larger one is rejected with UPLOAD_TOO_LARGE. The unpacked size is limited to 200 MiB in any case.',
  ),
  SKILL_RUNNER_MAX_OUTPUT_BYTES: key(bytes(1024), '256MiB', 'Stops an attempt that prints more than this.'),
  SKILL_RUNNER_MAX_RUN_BYTES: key(bytes(0), '0', 'Maximum size of a run folder; 0 means no limit.', later),
  SKILL_RUNNER_RETENTION_DAYS: key(integer(0, 36_500), '7', 'Deletes finished runs after this many days. 0 keeps them.'),
  SKILL_RUNNER_DRAIN_SEC: key(
    integer(0, 86_400),
    '5',
    'Time that a stopping server gives running attempts to end. It takes no new work meanwhile; a second signal ends them at once.',
  ),
  SKILL_RUNNER_RESTART_QUEUED: key(
    oneOf('fail', 'keep'),
    'fail',
    'What a restart does with queued runs. Use `keep` if people hold conversations (docs/conversations.md).',
  ),
  SKILL_RUNNER_AUDIT: key(
    oneOf('full', 'logs'),
    'full',
    '`logs` records output and events; `full` also records the merged streams, changes in the run folder and parser diagnostics. See docs/audit.md.',
  ),
  SKILL_RUNNER_DISK_LOW_BYTES: key(
    bytes(0),
    '512MiB',
    'With less free disk space than this in the data folder, new jobs are rejected with DISK_LOW and the server is not ready. 0 disables this check.',
  ),
  SKILL_RUNNER_SANDBOX: key(
    oneOf('auto', 'required', 'off'),
    'auto',
    '`auto` uses the sandbox if it works; `required` rejects every run without it; `off` disables it.',
  ),
  SKILL_RUNNER_SECCOMP: key(
    oneOf('on', 'off'),
    'on',
    '`on` gives every process in the sandbox a filter of system calls; `off` leaves it out. See docs/security.md.',
  ),
  SKILL_RUNNER_RUN_AS: key(uidRange, null, 'User ids for the processes of runs if the server runs as root.', {
    otherwise: 'a range of our own',
  }),
  SKILL_RUNNER_NO_SYSTEM_INSTALL: key(yesOrNo, '0', 'Never install system packages at start; only name them.'),

  LOG_LEVEL: key(logLevel, 'info', 'Minimum level of log lines.'),
  LOG_FILE: key(path, null, 'The log file.', { otherwise: '`logs/skill-runner.log` in the data folder' }),
  LOG_MAX_BYTES: key(bytes(1024), '5MiB', 'Size at which the log file is rotated.'),
  LOG_BACKUP_COUNT: key(integer(0, 1000), '5', 'Number of rotated log files to keep.'),

  SKILL_RUNNER_PASS_ENV: key(
    listOf(word),
    '',
    'Names of environment variables to pass to engines, and to the scripts of skills that declare them (`runtime.env`). Their values are masked in logs, events and files.',
  ),
  SKILL_RUNNER_AGENT_HOME: key(path, null, 'Managed home of the engines: sign-ins and operator settings.', {
    otherwise: '`agent-home` in the data folder',
  }),
  SKILL_RUNNER_NPM_PREFIX: key(path, null, 'Folder for the managed engine CLIs.', {
    otherwise: '`npm` in the data folder',
  }),
  SKILL_RUNNER_ENGINES: key(listOf(word), null, 'Enabled engines.', { otherwise: 'all' }),
  SKILL_RUNNER_REPLAY_BIN: key(path, null, 'Program to use as the replay CLI.', { otherwise: 'built in', ...later }),
  SKILL_RUNNER_DEFAULT_ENGINE: key(word, null, 'Engine for jobs that name none.', {
    otherwise: 'the first engine of the skill that is ready',
  }),
  SKILL_RUNNER_UNKNOWN_MODELS: key(
    oneOf('reject', 'pass'),
    'reject',
    'What happens to a job with a model that its engine does not list: `reject` returns MODEL_UNKNOWN, `pass` passes the name on to the CLI, with a warning.',
  ),
  SKILL_RUNNER_OUTPUT_REPAIR: key(
    oneOf('off', 'program', 'engine'),
    'off',
    'Highest level of output_repair that a request may use. See docs/output.md.',
  ),
  SKILL_RUNNER_RATE_LIMIT: key(
    integer(0, 1_000_000),
    '0',
    'Requests per minute and token, or per address if there are no tokens; more are rejected with TOO_MANY_REQUESTS. 0 disables the limit.',
  ),
  SKILL_RUNNER_WEBHOOK_ALLOW: key(
    listOf(host),
    '',
    'Private hosts that webhooks may call, as written in the URL. See docs/webhooks.md.',
  ),
  SKILL_RUNNER_WEBHOOK_SECRET: key(webhookSecret, null, 'Secret that signs webhooks.', {
    otherwise: 'generated, in `webhook.secret` in the data folder',
  }),
  SKILL_RUNNER_WEBHOOK_SECRETS_FILE: key(
    path,
    null,
    'JSON file of additional secrets by name, for webhooks with a secret_ref: `{"name": "whsec_…"}`. Set its mode to 600.',
    { otherwise: 'none' },
  ),
  SKILL_RUNNER_SKILLS_MODE: key(oneOf('local', 'remote'), 'local', 'Where the skills service runs commands.', later),
  E2B_API_KEY: key(secret, null, 'API key of the remote sandbox provider.', { otherwise: 'none', ...later }),
  E2B_API_URL: key(url, null, 'Address of the remote sandbox provider.', { otherwise: "the provider's own", ...later }),
  SKILL_RUNNER_UI_LEGACY_API_MODE: key(
    oneOf('warn', 'gone'),
    'warn',
    'How the old data routes of the UI respond: `warn` like their replacements, with deprecation headers; `gone` with 410.',
  ),
  SKILL_RUNNER_UI_LEGACY_API_SUNSET: key(
    day,
    '2026-06-30',
    'Date in their Sunset header. Nothing changes automatically on that date.',
  ),
  SKILL_RUNNER_E2E_CLIENT_PORT: key(integer(0, 65535), '8011', 'Port of the example client.', later),
  SKILL_RUNNER_E2E_CLIENT_BACKEND_BASE_URL: key(url, 'http://127.0.0.1:8000', 'Server that the example client calls.', later),
} as const

export type KeyName = keyof typeof keys

type ValueOf<K> = K extends Key<infer T> ? T : never

/** The parsed values; null: not set, and no fixed default. */
export type Values = { readonly [N in KeyName]: ValueOf<(typeof keys)[N]> | null }

/** Where the file is, so it cannot be in the file. */
export const fileKey = 'SKILL_RUNNER_CONFIG_FILE'

/** The program of an engine: this room does not know the engines by name. */
export const programKey = key(
  path,
  null,
  'Program to use as the CLI of this engine: `SKILL_RUNNER_CODEX_BIN`, `SKILL_RUNNER_GEMINI_BIN` and so on.',
  { otherwise: 'the installed one' },
)

/** The engine whose program a setting names; null: it is another setting. */
export const engineOfProgram = (name: string): string | null =>
  isKeyName(name) ? null : (/^SKILL_RUNNER_([A-Z][A-Z0-9]*)_BIN$/.exec(name)?.[1]?.toLowerCase() ?? null)

export const isKeyName = (name: string): name is KeyName => Object.hasOwn(keys, name)

/** The reaper's settings are not settled yet; all of its names are accepted. */
export const isLaterName = (name: string): boolean => name.startsWith('SKILL_RUNNER_REAPER_')

export const isSetting = (name: string): boolean => isKeyName(name) || isLaterName(name) || engineOfProgram(name) !== null
