/** An agent that is careless with all that it knows; part of the skills of suites. What it is given as words is done too. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'

const home = process.env.HOME
const files = [
  '.claude/.credentials.json',
  '.codex/auth.json',
  '.gemini/oauth_creds.json',
  '.local/share/opencode/auth.json',
].map((name) => textOf(`${home}/${name}`))
const names = ['SCRIPTED_ACCESS', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY', 'IFLOW_API_KEY', 'OPENAI_API_KEY', 'PASSED_ON']
const variables = names.flatMap((name) => process.env[name] ?? [])
const all = [...variables, ...files].filter((text) => text !== '')
const encoded = all.flatMap((text) => [Buffer.from(text).toString('base64'), encodeURIComponent(text), JSON.stringify(text)])
const told = [...all, ...encoded].join('\n')

console.log(told)
console.error(told)
writeFileSync('result/result.json', JSON.stringify({ ok: true, note: told }))
writeFileSync('artifacts/notes.md', told)
writeFileSync('tmp/notes', told)
mkdirSync('artifacts/more')
writeFileSync('artifacts/more/large.bin', Buffer.concat([Buffer.alloc(300_000), Buffer.from(told), Buffer.alloc(300_000)]))
for (const value of variables) {
  writeFileSync(`artifacts/${value}.txt`, '')
  mkdirSync(`artifacts/${value}`)
  symlinkSync('notes.md', `artifacts/link-${value}`)
}
console.log('spilled')

function textOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
