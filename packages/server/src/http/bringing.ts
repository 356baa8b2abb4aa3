import type { Once } from '../domain/once.ts'
import type { Bringing } from '../intake/create.ts'
import { type Part, receive } from '../workspace/receive.ts'
import type { InputFile } from '../workspace/upload-file.ts'
import type { DoorDeps } from './routes/deps.ts'

/** The files of a job that come in the request that creates it; its idempotency key covers them. */
export function bringingOf(
  { layout, limits }: DoorDeps,
  parts: AsyncIterable<Part>,
  onceFor: (files: readonly InputFile[]) => Once | null,
): Bringing {
  let files: readonly InputFile[] = []
  return {
    async take(skill) {
      const received = await receive(layout.requests, skill, parts, limits.uploads)
      files = received.files
      return received
    },
    once: () => onceFor(files),
  }
}
