import { Fault } from '../../lib/fault.ts'
import { requireDisk } from '../../runs/require-disk.ts'
import type { RouteDeps } from './deps.ts'

/** Of whatever starts or stores something. */
export async function requireRoom({ runner, attempts }: Pick<RouteDeps, 'runner' | 'attempts'>): Promise<void> {
  if (attempts.stopping) throw new Fault('SHUTTING_DOWN')
  await requireDisk(runner)
}
