import type { Children } from './children.ts'
import type { Step } from './steps.ts'
import { checked, type Tally } from './tally.ts'

export const importTable = 'Import table'

/** Everything that is known without running the product. They can run at once: what each prints is shown when it has ended. */
export function checks(children: Children): Step[] {
  const node = (name: string, ...args: string[]): Step => ({ name, check: () => check(children, name, args) })
  return [
    // What it knows is kept: the second time it takes a third.
    node('Types', 'node_modules/typescript/bin/tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', known),
    node('Format and lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', `--colors=${colors}`),
    node('Generated files', 'scripts/generate.ts', '--check'),
    node(importTable, '--test-reporter=dot', 'test/architecture.test.ts'),
  ]
}

const known = 'node_modules/.cache/types.tsbuildinfo'
const colors = process.stdout.isTTY ? 'force' : 'off'

async function check(children: Children, name: string, args: readonly string[]): Promise<Tally> {
  const output: string[] = []
  const hasPassed = await children.run([process.execPath, ...args], { onLine: (line) => output.push(line) })
  console.log(`${hasPassed ? 'passed' : 'FAILED'}  ${name}`)
  if (!hasPassed) console.log(output.join('\n'))
  return checked(hasPassed)
}
