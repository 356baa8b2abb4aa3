import type { Attack } from './attack.ts'
import { fileAttacks } from './files.ts'
import { kernelAttacks } from './kernel.ts'
import { networkAttacks } from './network.ts'
import { processAttacks } from './processes.ts'

export const everyAttack: readonly Attack[] = [...fileAttacks, ...processAttacks, ...networkAttacks, ...kernelAttacks]
