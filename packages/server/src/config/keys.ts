import { leastLimits } from '../domain/resource-limit.ts'
import {
  bytes,
  bytesOrNone,
  databaseUrl,
  day,
  host,
  hostRule,
  integer,
  integerOrNone,
  type Kind,
  listOf,
  logLevel,
  oneOf,
  origin,
  path,
  secret,
  text,
  token,
  uidRange,
  url,
  webhookSecret,
  word,
  yesOrNo,
} from './kinds.ts'

/** One setting: how it is read, its default, and what it does. */
export interface Key<T> {
  readonly kind: Kind<T>
  /** As text, parsed like a given value; null: there is none, and `otherwise` describes what happens. */
  readonly default: string | null
  readonly otherwise?: string
  readonly doc: string
}

const key = <T>(kind: Kind<T>, fallback: string | null, doc: string, more: { otherwise?: string } = {}): Key<T> => ({
  kind,
  default: fallback,
  doc,
  ...(more.otherwise ? { otherwise: more.otherwise } : {}),
})

/** Every setting by its name, in the environment and in skill-runner.toml. docs/configuration.md is printed from it. */
export const keys = {
  HOST: key(host, '127.0.0.1', 'Address to listen on. Any address other than loopback requires a token, created or configured.'),
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
    'JSON file of tokens with names and scopes; see docs/configuration.md. Cannot be combined with SKILL_RUNNER_TOKEN.',
    { otherwise: 'no token' },
  ),

  SKILL_RUNNER_URL: key(url, null, 'Server that the command line calls; the server itself ignores it. See docs/cli.md.', {
    otherwise: '`HOST` and `PORT`',
  }),

  SKILL_RUNNER_DATA_DIR: key(path, 'data', 'Folder for the database, runs, uploads and logs.'),
  SKILL_RUNNER_DATABASE_URL: key(
    databaseUrl,
    null,
    'Postgres database for jobs and runs; the data folder keeps the files. One server per database. See docs/postgres.md.',
    { otherwise: 'SQLite, in `runs.db` in the data folder' },
  ),
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
  SKILL_RUNNER_MAX_QUEUE: key(
    integer(1, 100_000),
    '128',
    'Maximum number of queued jobs, shared by the callers that wait; more are rejected with QUEUE_FULL.',
  ),
  SKILL_RUNNER_MAX_AWAITING_UPLOAD: key(
    integer(1, 100_000),
    '1000',
    'Maximum number of jobs that wait for an upload, shared by their callers; more are rejected with UPLOADS_PENDING.',
  ),
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
  SKILL_RUNNER_MAX_RUN_BYTES: key(
    bytes(0),
    '8GiB',
    'Maximum disk space of the files that a run writes; more ends it with RESOURCE_LIMIT. 0 means no limit.',
  ),
  SKILL_RUNNER_MAX_RUN_FILES: key(
    integer(0, 100_000_000),
    '500000',
    'Maximum number of files and folders that a run writes; more ends it with RESOURCE_LIMIT. 0 means no limit.',
  ),
  SKILL_RUNNER_MAX_MEMORY_BYTES: key(
    bytesOrNone(leastLimits.memory_bytes),
    null,
    'Maximum memory of all processes of an attempt together; 0 means no limit. See docs/limits.md for this and the next four.',
    { otherwise: 'half of the memory of the machine, at most 4 GiB' },
  ),
  SKILL_RUNNER_MAX_PROCESSES: key(
    integerOrNone(leastLimits.processes, 4_000_000),
    '1024',
    'Maximum number of processes and threads of an attempt; 0 means no limit.',
  ),
  SKILL_RUNNER_MAX_CPU_SECONDS: key(
    integer(0, 86_400 * 1000),
    '3600',
    'Maximum CPU time of all processes of an attempt together; 0 means no limit.',
  ),
  SKILL_RUNNER_MAX_OPEN_FILES: key(
    integerOrNone(leastLimits.open_files, 1_000_000),
    '4096',
    'Maximum number of open files of each process of a run; 0 means no other limit than that of the server.',
  ),
  SKILL_RUNNER_MAX_FILE_BYTES: key(
    bytesOrNone(leastLimits.file_bytes),
    '4GiB',
    'Maximum size of each file that a process of a run writes; 0 means no limit.',
  ),
  SKILL_RUNNER_CGROUP: key(
    oneOf('auto', 'off'),
    'auto',
    '`auto` limits memory, processes and CPU time by a cgroup for each attempt if the server may make one; `off` counts them instead.',
  ),
  SKILL_RUNNER_EXEC_COMMAND_SEC: key(
    integer(1, 3600),
    '60',
    'Time of a command of a project that does not ask for another (docs/commands.md, also for the next settings that begin with SKILL_RUNNER_EXEC).',
  ),
  SKILL_RUNNER_EXEC_MAX_COMMAND_SEC: key(integer(1, 3600), '120', 'Maximum time that a command of a project can ask for.'),
  SKILL_RUNNER_EXEC_MAX_RUNNING_COMMANDS: key(
    integer(1, 1000),
    '32',
    'Maximum number of commands of projects that run at once, tasks not counted; more are rejected with QUEUE_FULL.',
  ),
  SKILL_RUNNER_EXEC_TASK_SEC: key(integer(1, 30 * 86_400), '3600', 'Maximum time of a task, and its time if it asks for none.'),
  SKILL_RUNNER_EXEC_MAX_RUNNING_TASKS: key(
    integer(1, 1000),
    '16',
    'Maximum number of tasks that run at once. Projects that have tasks waiting take turns.',
  ),
  SKILL_RUNNER_EXEC_MAX_QUEUED_TASKS: key(
    integer(1, 100_000),
    '1000',
    'Maximum number of queued tasks, shared by the projects that wait; more are rejected with QUEUE_FULL.',
  ),
  SKILL_RUNNER_EXEC_SERVICE_SEC: key(
    integer(1, 30 * 86_400),
    '21600',
    'Maximum time of a service, and its time if it asks for none.',
  ),
  SKILL_RUNNER_EXEC_SERVICE_IDLE_SEC: key(
    integer(1, 30 * 86_400),
    '1800',
    'Ends a service that printed nothing and had no connections for this many seconds.',
  ),
  SKILL_RUNNER_EXEC_STARTUP_SEC: key(
    integer(1, 86_400),
    '60',
    'Time until a service must be ready, if it does not ask for another.',
  ),
  SKILL_RUNNER_EXEC_MAX_STARTUP_SEC: key(integer(1, 86_400), '3600', 'Maximum start-up time that a service can ask for.'),
  SKILL_RUNNER_EXEC_MAX_RUNNING_SERVICES: key(
    integer(1, 1000),
    '16',
    'Maximum number of services that run at once, beside the tasks.',
  ),
  SKILL_RUNNER_EXEC_JOB_SEC: key(
    integer(1, 30 * 86_400),
    '1800',
    'Maximum time of all steps of a step job together, and its time if it asks for none.',
  ),
  SKILL_RUNNER_EXEC_MAX_RUNNING_JOBS: key(
    integer(1, 1000),
    '16',
    'Maximum number of step jobs that run at once, beside tasks and services. Projects that have some waiting take turns.',
  ),
  SKILL_RUNNER_EXEC_MAX_QUEUED_JOBS: key(
    integer(1, 100_000),
    '1000',
    'Maximum number of queued step jobs, shared by the projects that wait; more are rejected with QUEUE_FULL.',
  ),
  SKILL_RUNNER_EXEC_MAX_ARTIFACT_BYTES: key(bytes(1), '20MiB', 'Maximum size of an artifact: an upload, an input or an output.'),
  SKILL_RUNNER_EXEC_MAX_ARTIFACTS_BYTES: key(
    bytes(1),
    '50MiB',
    'Maximum size of all inputs, and of all outputs, of one command or task.',
  ),
  SKILL_RUNNER_EXEC_MAX_PROJECT_ARTIFACT_BYTES: key(
    bytes(0),
    '8GiB',
    'Maximum size of all artifacts of a project, each counted as 64 KiB at least; more are rejected with PROJECT_FULL. 0 means no limit.',
  ),
  SKILL_RUNNER_EXEC_MAX_SESSION_BYTES: key(
    bytes(0),
    '8GiB',
    'Maximum disk space of the folder of a session; more ends its commands and tasks with RESOURCE_LIMIT. 0 means no limit.',
  ),
  SKILL_RUNNER_EXEC_MAX_SESSION_FILES: key(
    integer(0, 100_000_000),
    '500000',
    'Maximum number of files and folders of a session; more ends its commands and tasks with RESOURCE_LIMIT. 0 means no limit.',
  ),
  SKILL_RUNNER_EXEC_NETWORK: key(
    listOf(hostRule),
    '',
    'Hosts that commands, tasks, services and steps of projects can ask to reach. Without it they have no network.',
  ),
  SKILL_RUNNER_EXEC_SESSION_DAYS: key(
    integer(0, 36_500),
    '30',
    'Deletes sessions that were not used for this many days, with their files. 0 keeps them.',
  ),
  SKILL_RUNNER_REAPER_INTERVAL_SEC: key(
    integer(1, 86_400),
    '60',
    'Time between two runs of the reaper of the skills service (docs/commands.md).',
  ),
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
    'With less free disk space than this in the data folder, new jobs are rejected with DISK_LOW and the server is not ready; with a quarter of it, the run that has written most is ended. 0 disables the first check.',
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
  SKILL_RUNNER_EXEC_SANDBOX: key(
    oneOf('bubblewrap', 'srt'),
    'bubblewrap',
    'The sandbox of commands of projects: `bubblewrap`, as for runs, or `srt` (@anthropic-ai/sandbox-runtime). See docs/other-sandboxes.md.',
  ),
  SKILL_RUNNER_ENGINE_NETWORK: key(
    oneOf('gated', 'host'),
    'gated',
    '`gated`: in the sandbox, engines reach public hosts, their provider and your MCP servers. `host`: they reach whatever this machine reaches, loopback included. Skills can ask for less, never for more. See docs/engine-network.md.',
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
  SKILL_RUNNER_DEFAULT_ENGINE: key(word, null, 'Engine for jobs that name none.', {
    otherwise: 'the first engine of the skill that is ready',
  }),
  SKILL_RUNNER_UNKNOWN_MODELS: key(
    oneOf('reject', 'pass'),
    'reject',
    'What happens to a job with a model that its engine does not list: `reject` returns MODEL_UNKNOWN, `pass` passes the name on to the CLI, with a warning.',
  ),
  SKILL_RUNNER_INSTALL_REQUIRES_EVALS: key(
    yesOrNo,
    '0',
    'Install a skill package only if it has test cases and all of them pass; others are rejected with EVALS_NOT_PASSED. See docs/evals.md.',
  ),
  SKILL_RUNNER_INSTALL_GRADER: key(
    word,
    null,
    'Engine that judges the statements of these test cases that only a model can judge.',
    { otherwise: 'such statements are not graded, and the package is rejected' },
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
  SKILL_RUNNER_SKILLS_MODE: key(
    oneOf('local', 'remote'),
    'local',
    'Where commands of projects run: `local` on this machine, `remote` in E2B sandboxes (docs/other-sandboxes.md, also for the next nine). `remote` needs E2B_API_KEY.',
  ),
  E2B_API_KEY: key(secret, null, 'API key of the remote sandbox provider.', { otherwise: 'none' }),
  E2B_API_URL: key(url, null, 'Address of the API of the remote sandbox provider.', { otherwise: "the provider's own" }),
  E2B_DOMAIN: key(host, null, 'Domain of the remote sandbox provider.', { otherwise: "the provider's own" }),
  E2B_SANDBOX_URL: key(url, null, 'Address of all remote sandboxes, for providers without a domain for each.', {
    otherwise: 'by the domain',
  }),
  SKILL_RUNNER_REMOTE_TEMPLATE: key(
    text,
    'base',
    'Template of remote sandboxes. It needs bash, GNU coreutils, util-linux, and unzip or python3.',
  ),
  SKILL_RUNNER_REMOTE_IDLE_SEC: key(integer(60, 86_400), '1800', 'Ends a remote sandbox that was not used for this long.'),
  SKILL_RUNNER_REMOTE_HARD_SEC: key(integer(60, 86_400), '21600', 'Ends a remote sandbox this long after its start in any case.'),
  SKILL_RUNNER_REMOTE_INTERNET: key(yesOrNo, '0', 'Let commands in remote sandboxes reach the internet.'),
  SKILL_RUNNER_REMOTE_SERVICES: key(yesOrNo, '0', 'Allow services in remote sandboxes, without ports.'),
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

/** Settings of the example client (examples/client), which is a program of its own; the server does not look at their values. */
export const isOfClient = (name: string): boolean => name.startsWith('SKILL_RUNNER_E2E_CLIENT_')

export const isSetting = (name: string): boolean => isKeyName(name) || engineOfProgram(name) !== null
