import { openWitness } from '../lib/witness.ts'
import type { Protocol } from './read.ts'

/** Remembers the lines that were committed to the files of an attempt. */
interface LogWitness {
  saw(lines: Readonly<Record<Protocol, readonly string[]>>): void
  /** Those of the files that hold anything else. */
  changed(pathOf: (protocol: Protocol) => string): Promise<string[]>
}

export function openLogWitness(): LogWitness {
  const witnesses = { rasp: openWitness(), fcmp: openWitness() }
  const protocols = ['rasp', 'fcmp'] as const
  return {
    saw(lines) {
      for (const protocol of protocols) for (const line of lines[protocol]) witnesses[protocol].saw(`${line}\n`)
    },
    async changed(pathOf) {
      const changed: string[] = []
      for (const protocol of protocols) {
        const path = pathOf(protocol)
        if (!(await witnesses[protocol].isTrue(path))) changed.push(path)
      }
      return changed
    },
  }
}
