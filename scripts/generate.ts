import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { printOpenApi } from '@agent-skill-runner/contract/openapi.ts'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { printConfigurationDoc } from '../packages/server/src/config/doc.ts'
import { buildSdk } from './build-sdk.ts'

/**
 * Prints openapi.json from the contract, the SDK's types from that, the SDK as JavaScript, and the list of settings.
 * `--check` changes nothing and fails on drift.
 */
const check = process.argv.includes('--check')
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

const document = printOpenApi(version)
// A file is handed over as it is; the document says of it what its bytes are.
const file = ts.factory.createTypeReferenceNode('Blob')
const types = astToString(
  await openapiTS(JSON.stringify(document), {
    // What has a default may be left out of a request, and nothing in an answer has one.
    defaultNonNullable: false,
    transform: (schema) => ('contentMediaType' in schema ? file : undefined),
  }),
)
const drifted = settle({
  'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'packages/sdk/generated/openapi.d.ts': `// Printed by npm run generate; never edited.\n${types}`,
  'docs/configuration.md': printConfigurationDoc(),
})
// Built with the types that have just been printed.
const sdk = buildSdk()
drifted.push(...settle(sdk))
const left = globSync('packages/sdk/dist/**/*.*').filter((file) => !Object.hasOwn(sdk, file))
for (const file of check ? [] : left) {
  rmSync(file)
  console.log(`removed ${file}`)
}
if (check && drifted.length + left.length) {
  console.error(`Out of date: ${[...drifted, ...left].join(', ')}. Run: npm run generate`)
  process.exit(1)
}

/** Those that differ from what is printed now; written, unless they are only checked. */
function settle(printed: Readonly<Record<string, string>>): string[] {
  const changed = Object.entries(printed).filter(([file, text]) => read(file) !== text)
  for (const [file, text] of check ? [] : changed) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    console.log(`wrote ${file}`)
  }
  return changed.map(([file]) => file)
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
