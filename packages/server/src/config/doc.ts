import { fileKey, type Key, keys, programKey } from './keys.ts'

/** docs/configuration.md. A test keeps the file and the table the same. */
export function printConfigurationDoc(): string {
  const rows = Object.entries<Key<unknown>>({ ...keys, 'SKILL_RUNNER_<ENGINE>_BIN': programKey })
  return `${head}
## Settings

${table(rows.filter(([, key]) => key.effect === 'now'))}

## Settings of later versions

They are known and checked, and the start says that they have no effect yet. \`SKILL_RUNNER_REAPER_*\` is accepted as a whole.

${table(rows.filter(([, key]) => key.effect === 'later'))}

${tokens}`
}

const table = (rows: [string, Key<unknown>][]): string =>
  [
    '| name | value | default | what it does |',
    '|---|---|---|---|',
    ...rows.map(([name, key]) => `| \`${name}\` | ${key.kind.what} | ${defaultOf(key)} | ${key.doc} |`),
  ].join('\n')

const defaultOf = ({ default: text, otherwise }: Key<unknown>): string =>
  text === null ? (otherwise ?? 'none') : text === '' ? 'none' : `\`${text}\``

const head = `# Configuration

<!-- Printed by npm run generate from packages/server/src/config/keys.ts; never edited. -->

Settings come from the environment, or under the same names from \`skill-runner.toml\` in the folder the server is started in
(\`${fileKey}\` names another file). The environment wins. An empty variable counts as not set. Relative paths start at that folder too.
All problems are named together at start, and the server does not start with any; an unknown name with the prefix \`SKILL_RUNNER_\` is one of them.

\`\`\`toml
PORT = 8080
SKILL_RUNNER_MAX_RUNNING_JOBS = 4
SKILL_RUNNER_ALLOWED_HOSTS = ["runner.example.com"]
LOG_MAX_BYTES = "20MiB"
\`\`\`
`

const tokens = `## Tokens

With \`SKILL_RUNNER_TOKEN\` or \`SKILL_RUNNER_TOKEN_FILE\` every route but \`/healthz\` and \`/readyz\` needs \`Authorization: Bearer <token>\`.
The file holds hashes, not tokens:

\`\`\`json
[
  { "name": "ci", "sha256": "<printf %s \\"$TOKEN\\" | sha256sum | cut -c1-64>", "scopes": ["run"], "project": "default" }
]
\`\`\`

Scopes: \`read\` looks, \`run\` also creates and cancels jobs, \`admin\` does everything; each includes the one before. A token sees only the jobs of its
\`project\` (\`default\` when left out). \`profile\` and \`kind\` (\`ui\`) are kept for later versions. Keep the file at mode 600.
`
