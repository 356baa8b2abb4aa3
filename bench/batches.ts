import { type Cpu, cpuOf, cpuSince } from './proc.ts'

/** CPU time for each piece of work, one value for each batch: a clock of 10 ms cannot time a single piece. */
export interface CpuPerPiece {
  readonly own: readonly number[]
  readonly children: readonly number[]
}

/** Does a thing so many times, one after the other. Answers the CPU time that the server took for it; of a server elsewhere no values. */
export async function inBatches(
  pid: number | null,
  times: number,
  batch: number,
  work: () => Promise<unknown>,
): Promise<CpuPerPiece> {
  const costs: Cpu[] = []
  for (let done = 0; done < times; done += batch) {
    const before = pid === null ? null : cpuOf(pid)
    for (let i = 0; i < batch; i++) await work()
    if (pid !== null && before) costs.push(cpuSince(pid, before))
  }
  return { own: costs.map(({ ownMs }) => ownMs / batch), children: costs.map(({ childrenMs }) => childrenMs / batch) }
}

/** Does a thing so many times, shared by so many that do one at a time. Answers the seconds it took. */
export async function share(times: number, workers: number, work: () => Promise<unknown>): Promise<number> {
  let left = times
  const began = performance.now()
  const one = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: workers }, one))
  return (performance.now() - began) / 1000
}
