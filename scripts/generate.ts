import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { printOpenApi } from '@agent-skill-runner/contract/openapi.ts'
import openapiTS, { astToString } from 'openapi-typescript'
import { printConfigurationDoc } from '../packages/server/src/config/doc.ts'

/** Prints openapi.json from the contract, the SDK's types from that, and the list of settings. `--check` changes nothing and fails on drift. */
const check = process.argv.includes('--check')
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

const document = printOpenApi(version)
const types = astToString(await openapiTS(JSON.stringify(document)))
const printed = {
  'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'packages/sdk/src/generated/openapi.ts': `// Printed by npm run generate; never edited.\n${types}`,
  'docs/configuration.md': printConfigurationDoc(),
}

const drifted = Object.entries(printed).filter(([file, text]) => read(file) !== text)
if (check && drifted.length) {
  console.error(`Out of date: ${drifted.map(([file]) => file).join(', ')}. Run: npm run generate`)
  process.exit(1)
}
for (const [file, text] of drifted) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  console.log(`wrote ${file}`)
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
