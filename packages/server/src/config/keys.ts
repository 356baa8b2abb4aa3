import {
  bytes,
  day,
  host,
  integer,
  type Kind,
  listOf,
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

/** One setting: how it is read, what holds without it, what it does, and whether this version already does it. */
export interface Key<T> {
  readonly kind: Kind<T>
  /** As text, read like a given one; null: `otherwise` says what holds then. */
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
  HOST: key(host, '127.0.0.1', 'Address to listen on. Another one than loopback needs a token.'),
  PORT: key(integer(0, 65535), '8000', 'Port to listen on; 0 takes a free one.'),
  SKILL_RUNNER_INSECURE_BIND: key(
    yesOrNo,
    '0',
    'Listen on another address than loopback without a token. Everyone who reaches it can then run skills.',
  ),
  SKILL_RUNNER_ALLOWED_HOSTS: key(
    listOf(host),
    '',
    'Host names, beyond loopback and HOST, that requests may name in their Host header.',
  ),
  SKILL_RUNNER_CORS_ORIGINS: key(listOf(origin), '', 'Origins of web pages that may call this server, beyond its own.'),
  SKILL_RUNNER_TOKEN: key(token, null, 'Token that callers must send. It may do everything.', { otherwise: 'no token' }),
  SKILL_RUNNER_TOKEN_FILE: key(
    path,
    null,
    'JSON file of tokens with names and scopes; see below. Not together with SKILL_RUNNER_TOKEN.',
    { otherwise: 'no token' },
  ),

  SKILL_RUNNER_URL: key(url, null, 'Server that the command line calls; the server itself does not use it. See docs/cli.md.', {
    otherwise: '`HOST` and `PORT`',
  }),

  SKILL_RUNNER_DATA_DIR: key(path, 'data', 'Folder of the database, runs, uploads and logs.'),
  SKILL_RUNNER_SKILLS_DIR: key(path, null, 'Folder of user skills; one of the same id wins over a built-in one.', {
    otherwise: '`skills` in the data folder',
  }),

  SKILL_RUNNER_MAX_RUNNING_JOBS: key(integer(1, 1000), null, 'Runs at the same time.', {
    otherwise: 'two per core, at most one per GiB of memory, at least 2',
  }),
  SKILL_RUNNER_MAX_QUEUE: key(integer(1, 100_000), '128', 'Jobs that may wait; more are refused with QUEUE_FULL.'),
  SKILL_RUNNER_TIMEOUT_SEC: key(
    integer(1, 86_400),
    '1200',
    'Longest time of one attempt, whatever a skill or a request asks for.',
  ),
  SKILL_RUNNER_SILENCE_SEC: key(integer(0, 86_400), '600', 'An attempt that prints nothing for so long is ended; 0: never.'),
  SKILL_RUNNER_MAX_UPLOAD_BYTES: key(
    bytes(1024),
    '2GiB',
    'Files of one job, as they arrive and as they are when unpacked; more are refused with UPLOAD_TOO_LARGE.',
  ),
  SKILL_RUNNER_MAX_PACKAGE_BYTES: key(
    bytes(1024),
    '20MiB',
    'Archive of one skill package; a larger one is refused with UPLOAD_TOO_LARGE. Unpacked it may hold 200 MiB, whatever is set here.',
  ),
  SKILL_RUNNER_MAX_OUTPUT_BYTES: key(bytes(1024), '256MiB', 'An attempt that prints more is ended.'),
  SKILL_RUNNER_MAX_RUN_BYTES: key(bytes(0), '0', 'Largest size of the folder of a run; 0: no limit.', later),
  SKILL_RUNNER_RETENTION_DAYS: key(integer(0, 36_500), '7', 'Finished runs are removed after so many days; 0: kept.'),
  SKILL_RUNNER_RESTART_QUEUED: key(oneOf('fail', 'keep'), 'fail', 'What a restart does with queued runs.'),
  SKILL_RUNNER_AUDIT: key(
    oneOf('full', 'logs'),
    'full',
    '`full` also keeps both streams as they came, what an attempt changed in its folder, and what its parser stumbled over; `logs` only what it printed and its events.',
  ),
  SKILL_RUNNER_DISK_LOW_BYTES: key(
    bytes(0),
    '512MiB',
    'New jobs are refused with DISK_LOW, and the server is not ready, when less than this is free in the data folder; 0: never mind.',
  ),
  SKILL_RUNNER_SANDBOX: key(
    oneOf('auto', 'required', 'off'),
    'auto',
    '`auto` uses the sandbox where a probe run works; `required` runs nothing without it; `off` is your explicit choice.',
  ),
  SKILL_RUNNER_RUN_AS: key(uidRange, null, 'User ids that children run as when the server is root.', {
    otherwise: 'a range of our own',
  }),
  SKILL_RUNNER_NO_SYSTEM_INSTALL: key(yesOrNo, '0', 'Never install system packages at start; name them instead.'),

  LOG_LEVEL: key(oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), 'info', 'Least level of a log line.'),
  LOG_FILE: key(path, null, 'The log file.', { otherwise: '`logs/skill-runner.log` in the data folder' }),
  LOG_MAX_BYTES: key(bytes(1024), '5MiB', 'Size at which the log file is rotated.'),
  LOG_BACKUP_COUNT: key(integer(0, 1000), '5', 'Rotated log files that are kept.'),

  SKILL_RUNNER_PASS_ENV: key(
    listOf(word),
    '',
    'Names of variables that engines may see. Their values are masked in logs and events.',
  ),
  SKILL_RUNNER_AGENT_HOME: key(path, null, 'HOME of the engines.', { otherwise: '`agent-home` in the data folder' }),
  SKILL_RUNNER_NPM_PREFIX: key(path, null, 'Folder of the managed engine CLIs.', {
    otherwise: '`npm` in the data folder',
  }),
  SKILL_RUNNER_ENGINES: key(listOf(word), null, 'Engines that are enabled.', { otherwise: 'all but replay' }),
  SKILL_RUNNER_REPLAY_BIN: key(path, null, 'Program to use as the replay CLI.', { otherwise: 'our own', ...later }),
  SKILL_RUNNER_DEFAULT_ENGINE: key(word, null, 'Engine of jobs that name none.', {
    otherwise: 'the first one of the skill that is ready',
  }),
  SKILL_RUNNER_OUTPUT_REPAIR: key(oneOf('off', 'program', 'engine'), 'off', 'Most that a request may ask for in output_repair.'),
  SKILL_RUNNER_RATE_LIMIT: key(
    integer(0, 1_000_000),
    '0',
    'Requests per minute and token, or per address where there are no tokens; more are refused with TOO_MANY_REQUESTS. 0: no limit.',
  ),
  SKILL_RUNNER_WEBHOOK_ALLOW: key(
    listOf(host),
    '',
    'Hosts in private ranges that webhooks may call, each as the URL names it. See docs/webhooks.md.',
  ),
  SKILL_RUNNER_WEBHOOK_SECRET: key(webhookSecret, null, 'Secret that signs webhooks.', {
    otherwise: 'one of our own, in `webhook.secret` in the data folder',
  }),
  SKILL_RUNNER_WEBHOOK_SECRETS_FILE: key(
    path,
    null,
    'JSON file of further secrets by their names, for webhooks with a secret_ref: `{"name": "whsec_…"}`. Keep it at mode 600.',
    { otherwise: 'none' },
  ),
  SKILL_RUNNER_SKILLS_MODE: key(oneOf('local', 'remote'), 'local', 'Where the skills service runs commands.', later),
  E2B_API_KEY: key(secret, null, 'Key of the remote sandbox provider.', { otherwise: 'none', ...later }),
  E2B_API_URL: key(url, null, 'Address of the remote sandbox provider.', { otherwise: "the provider's own", ...later }),
  SKILL_RUNNER_UI_LEGACY_API_MODE: key(
    oneOf('warn', 'gone'),
    'warn',
    'How the old data routes of the UI answer: `warn` as the routes that took their place, with headers that say so; `gone` with 410.',
  ),
  SKILL_RUNNER_UI_LEGACY_API_SUNSET: key(day, '2026-06-30', 'Day in their Sunset header. Nothing else happens on it.'),
  SKILL_RUNNER_E2E_CLIENT_PORT: key(integer(0, 65535), '8011', 'Port of the example client.', later),
  SKILL_RUNNER_E2E_CLIENT_BACKEND_BASE_URL: key(url, 'http://127.0.0.1:8000', 'Server that the example client calls.', later),
} as const

export type KeyName = keyof typeof keys

type ValueOf<K> = K extends Key<infer T> ? T : never

/** What was read: null where nothing was given and there is no fixed default. */
export type Values = { readonly [N in KeyName]: ValueOf<(typeof keys)[N]> | null }

/** Where the file is, so it cannot be in the file. */
export const fileKey = 'SKILL_RUNNER_CONFIG_FILE'

/** The program of an engine, whichever there are: this room knows none of them by name. */
export const programKey = key(
  path,
  null,
  'Program to use as the CLI of that engine: `SKILL_RUNNER_CODEX_BIN`, `SKILL_RUNNER_GEMINI_BIN` and so on.',
  { otherwise: 'the managed one' },
)

/** The engine whose program a setting names; null: it is another setting. */
export const engineOfProgram = (name: string): string | null =>
  isKeyName(name) ? null : (/^SKILL_RUNNER_([A-Z][A-Z0-9]*)_BIN$/.exec(name)?.[1]?.toLowerCase() ?? null)

export const isKeyName = (name: string): name is KeyName => Object.hasOwn(keys, name)

/** The reaper's settings are not settled yet; all of its names are accepted. */
export const isLaterName = (name: string): boolean => name.startsWith('SKILL_RUNNER_REAPER_')

export const isSetting = (name: string): boolean => isKeyName(name) || isLaterName(name) || engineOfProgram(name) !== null
