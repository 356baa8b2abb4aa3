import type { Children } from './children.ts'
import type { Step } from './steps.ts'
import { checked, type Tally } from './tally.ts'

export const importTable = 'Import table'

/** Everything that is known without running the product. They can run at once: what each prints is shown when it has ended. */
export function checks(children: Children): Step[] {
  const node = (name: string, ...args: string[]): Step => ({ name, check: () => check(children, name, args) })
  // The native compiler takes a quarter of the CPU time; version 5 stays for the generators, which need its API.
  const types = (name: string, project: string): Step =>
    node(name, 'node_modules/typescript-native/bin/tsc', '--noEmit', '-p', project)
  return [
    types('Types', '.'),
    types('Types of the page', 'packages/web'),
    types('Types of the example client', 'examples/client'),
    node('Format and lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', `--colors=${colors}`),
    node('Generated files', 'scripts/generate.ts', '--check'),
    node(importTable, '--test-reporter=dot', 'test/architecture.test.ts'),
  ]
}

const colors = process.stdout.isTTY ? 'force' : 'off'

async function check(children: Children, name: string, args: readonly string[]): Promise<Tally> {
  const output: string[] = []
  const hasPassed = await children.run([process.execPath, ...args], { onLine: (line) => output.push(line) })
  console.log(`${hasPassed ? 'passed' : 'FAILED'}  ${name}`)
  if (!hasPassed) console.log(output.join('\n'))
  return checked(hasPassed)
}
