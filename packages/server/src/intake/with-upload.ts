import type { JobId, UploadId } from '../domain/run.ts'
import type { Received } from '../workspace/receive.ts'
import { dropUpload, placeUpload } from '../workspace/uploads.ts'
import type { IntakeDeps } from './deps.ts'

interface Brought {
  readonly job: JobId
  readonly upload: UploadId
  readonly received: Received
  /** Whether a row says that these files count; null: nobody can say now. */
  readonly isNamed: () => Promise<boolean | null>
}

/**
 * Puts files in place before a row names them, and deletes them again where none does. Others may bring files for the same job at the same
 * time, also through another server: the row decides, and nobody touches the files of anybody else.
 */
export async function withUpload<T>({ layout }: IntakeDeps, brought: Brought, name: () => Promise<T>): Promise<T> {
  const { job, upload, received, isNamed } = brought
  try {
    await placeUpload(layout, job, upload, received)
    return await name()
  } finally {
    // Asked, because a failure may have happened after the commit. Where nobody knows, the sweep looks again.
    if ((await isNamed()) === false) await dropUpload(layout, job, upload)
  }
}

export const isUploadOf =
  ({ store }: Pick<IntakeDeps, 'store'>, run: string, upload: UploadId) =>
  (): Promise<boolean | null> =>
    store.runs.get(run).then(
      (found) => found?.upload === upload,
      () => null,
    )
