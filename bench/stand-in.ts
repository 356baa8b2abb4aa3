import { spawn } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { JobCreate } from '../packages/sdk/src/index.ts'
import type { Client } from './client.ts'
import type { Place } from './place.ts'

const answer = { id: 'item_0', type: 'agent_message', text: '{"ok":true,"length":44}' }

const lines = [
  { type: 'thread.started', thread_id: '01a1dd0b-8d43-7e13-8c57-0b3bb796fcee' },
  { type: 'turn.started' },
  { type: 'item.completed', item: answer },
  { type: 'turn.completed', usage: { input_tokens: 100, cached_input_tokens: 10, output_tokens: 20 } },
]

/** What the server asks a codex for before it is used: the options that it needs, and whether a session can be resumed. */
const help = [
  ...['--json', '--skip-git-repo-check', '--strict-config', '--profile', '--sandbox', '--output-schema'],
  ...['--dangerously-bypass-approvals-and-sandbox', '[SESSION_ID]'],
]

const script = `#!/bin/sh
case "$*" in
  *--version*) echo 'codex-cli 0.166.0' ;;
  *--help*) cat <<'END'
${help.map((option) => `  ${option}`).join('\n')}
END
  ;;
  *) while read -r line; do :; done
  cat <<'END'
${lines.map((line) => JSON.stringify(line)).join('\n')}
END
  ;;
esac
`

/** A codex that reads its prompt and prints four lines: what a run on it takes is the server's own. */
export function writeStandIn(place: Place): { readonly path: string; readonly env: Readonly<Record<string, string>> } {
  const path = join(place.outside(), 'codex')
  writeFileSync(path, script)
  chmodSync(path, 0o755)
  return { path, env: { SKILL_RUNNER_CODEX_BIN: path, CODEX_API_KEY: 'nobody-asks-for-this-key' } }
}

/** A server looks at its programs before it uses them: the first job may have to be created again. */
export async function firstRun(client: Client, job: JobCreate): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await client.run(job)
      return
    } catch (error) {
      if (tries === 100 || !String(error).includes('ENGINE_NOT_READY')) throw error
      await pause(100)
    }
  }
}

/** The stand-in with nothing around it. Answers how long it took. */
export async function runBareStandIn(path: string): Promise<number> {
  const began = performance.now()
  const child = spawn(path, ['exec', '--json', '-'], { env: { PATH: '/usr/bin:/bin' } })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  child.stdin.end('Answer with a JSON object.\n')
  const [code, output] = await Promise.all([ended, text(child.stdout)])
  const ms = performance.now() - began
  if (code !== 0 || !output.includes('turn.completed')) throw new Error(`The bare stand-in failed: ${code} ${output}`)
  return ms
}
