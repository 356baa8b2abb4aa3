export interface Served {
  readonly version: string
  readonly url: string
  /** How the sandbox was found. */
  readonly sandbox: string
  readonly needsToken: boolean
  /** Where other machines reach it; empty: they do not. */
  readonly fromOutside: readonly string[]
}

/** What a server says once it listens. */
export function greetingOf({ version, url, sandbox, needsToken, fromOutside }: Served): string {
  const token = needsToken ? '-H "Authorization: Bearer $SKILL_RUNNER_TOKEN" ' : ''
  const body = JSON.stringify({
    skill_id: 'demo-prime-number',
    input: { numbers: [2, 3, 4, 10, 11, 97] },
    parameter: { divisor: 5 },
  })
  return `Agent Skill Runner ${version} listens on ${url}

  API      ${url}/v1
  Docs     ${url}/docs
  Page     ${url}/ui
${fromOutside.length > 0 ? `  Network  ${fromOutside.join(' ')}; to allow other host names: SKILL_RUNNER_ALLOWED_HOSTS=name,…\n` : ''}  Sandbox  ${sandbox}
${needsToken ? `  Token    required for all of these; the page asks for it, other clients send it: curl ${token}${url}/docs\n` : ''}
Run a job:
  curl -s ${token}-H 'Prefer: wait=30' -H 'Content-Type: application/json' ${url}/v1/jobs -d '${body}'

`
}
