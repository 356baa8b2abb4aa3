import { readFileSync, statSync } from 'node:fs'
import { codeOf } from '../lib/thrown.ts'
import { webhookSecret } from './kinds.ts'

/** Secrets by their names, for `secret_ref`; or every problem with the file. */
export function readWebhookSecrets(file: string | null, problems: string[], notices: string[]): ReadonlyMap<string, string> {
  if (file === null) return new Map()
  try {
    const entries: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if ((statSync(file).mode & 0o077) !== 0) notices.push(`${file} is open to others than its owner. chmod 600 it.`)
    return parseSecrets(entries, file, problems)
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : `cannot be read: ${codeOf(error) || String(error)}`
    problems.push(`SKILL_RUNNER_WEBHOOK_SECRETS_FILE: ${file} ${reason}.`)
    return new Map()
  }
}

function parseSecrets(entries: unknown, file: string, problems: string[]): ReadonlyMap<string, string> {
  if (typeof entries !== 'object' || entries === null || Array.isArray(entries)) {
    problems.push(`${file} must hold a JSON object of secrets by their names.`)
    return new Map()
  }
  const secrets = new Map<string, string>()
  for (const [name, value] of Object.entries(entries)) {
    const secret = typeof value === 'string' ? webhookSecret.read(value, '') : undefined
    if (!/^[A-Za-z0-9_.-]{1,64}$/.test(name)) problems.push(`${file}: a name must be 1 to 64 letters, digits, dots, - and _.`)
    else if (secret === undefined) problems.push(`${file}: ${name} must be ${webhookSecret.what}.`)
    else secrets.set(name, secret)
  }
  return secrets
}
