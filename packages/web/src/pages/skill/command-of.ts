import type { JobRequest } from '@agent-skill-runner/sdk'
import { curlOf, jsonBody, quoted } from '../../api/curl.ts'

export const commandKinds = ['curl', 'command line', 'SDK'] as const
export type CommandKind = (typeof commandKinds)[number]

export interface Place {
  readonly url: string
  readonly needsToken: boolean
  /** A line that names what a command line cannot say. */
  readonly lacking: (names: string) => string
}

/** The request as a person would send it. Secrets are not in it: tokens come from the environment, and a webhook loses its query. */
export function commandOf(kind: CommandKind, { files, archive: _, ...request }: JobRequest, place: Place): string {
  const names = Object.keys(files ?? {})
  const job = request.webhook
    ? { ...request, webhook: { ...request.webhook, url: withoutSecrets(request.webhook.url) } }
    : request
  switch (kind) {
    case 'curl':
      return curlFor(job, names, place)
    case 'command line':
      return cliOf(job, names, place)
    case 'SDK':
      return sdkOf(job, names, place)
  }
}

function withoutSecrets(text: string): string {
  if (!URL.canParse(text)) return text
  const url = new URL(text)
  ;[url.username, url.password] = ['', '']
  if (url.search) url.search = '?SECRET'
  return url.href
}

function curlFor(job: object, files: readonly string[], { url, needsToken }: Place): string {
  const body =
    files.length === 0
      ? jsonBody({ ...job, await_upload: false })
      : [
          `-F ${quoted(`job=${JSON.stringify(job)};type=application/json`)}`,
          ...files.map((name) => `-F ${quoted(`${name}=@FILE`)}`),
        ]
  return curlOf(`${url}/v1/jobs?wait=60`, needsToken, body)
}

function cliOf(job: JobRequest, files: readonly string[], { lacking }: Place): string {
  const { skill_id, input, parameter, engine, engines, model, effort, runtime_options = {}, ...rest } = job
  const { execution_mode, no_cache, timeout_sec, max_cost_usd, max_tokens, ...others } = runtime_options
  const options = [
    ...given('input', input),
    ...given('param', parameter),
    ...files.map((name) => `--file ${quoted(`${name}=FILE`)}`),
    ...(engine ? [`--engine ${engine}`] : []),
    ...(engines ? [`--engines ${engines.join(',')}`] : []),
    ...(model ? [`--model ${effort ? `${model}@${effort}` : model}`] : []),
    ...(execution_mode === 'interactive' ? ['--interactive'] : []),
    ...(no_cache ? ['--no-cache'] : []),
    ...(timeout_sec === undefined ? [] : [`--timeout ${timeout_sec}`]),
    ...(max_cost_usd === undefined ? [] : [`--max-cost ${max_cost_usd}`]),
    ...(max_tokens === undefined ? [] : [`--max-tokens ${max_tokens}`]),
  ]
  const missing = [...Object.keys(others), ...Object.keys(rest)]
  const command = [`./skill-runner run ${skill_id}`, ...options].join(' \\\n  ')
  return missing.length === 0 ? command : `${command}\n${lacking(missing.join(', '))}`
}

/** Single values by their names, and the rest as JSON. */
function given(flag: string, values: Readonly<Record<string, unknown>> = {}): string[] {
  const isSingle = ([name, value]: [string, unknown]) => typeof value !== 'object' && !name.includes('=')
  const single = Object.entries(values).filter(isSingle)
  const others = Object.entries(values).filter((entry) => !isSingle(entry))
  return [
    ...single.map(([name, value]) => `--${flag} ${/^[\w-]+$/.test(name) ? name : quoted(name)}=${quoted(String(value))}`),
    ...(others.length === 0 ? [] : [`--${flag}-json ${quoted(JSON.stringify(Object.fromEntries(others)))}`]),
  ]
}

function sdkOf(job: object, files: readonly string[], { url, needsToken }: Place): string {
  const lines = JSON.stringify(job, null, 2).split('\n')
  const parts = files.map((name) => `    ${JSON.stringify(name)}: await openAsBlob('FILE'),`)
  const head = lines.slice(0, -1).join('\n')
  const whole = files.length > 0 ? `${head},\n${['  "files": {', ...parts, '  }', '}'].join('\n')}` : lines.join('\n')
  const token = needsToken ? ', token: process.env.SKILL_RUNNER_TOKEN' : ''
  return [
    "import { SkillRunner } from '@agent-skill-runner/sdk'",
    ...(files.length > 0 ? ["import { openAsBlob } from 'node:fs'"] : []),
    '',
    `const runner = new SkillRunner({ url: '${url}'${token} })`,
    `const { data } = await runner.jobs.run(${whole})`,
  ].join('\n')
}
