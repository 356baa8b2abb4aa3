import type { UploadAccepted } from '@agent-skill-runner/contract/job.ts'
import { uploadTempRun } from '../../intake/temp-upload.ts'
import { uploadFiles } from '../../intake/upload.ts'
import { Fault } from '../../lib/fault.ts'
import type { Call } from '../route.ts'
import type { RouteDeps } from './deps.ts'
import type { Find } from './find.ts'

/** What a job waits for arrives: files, or with a temporary job its skill as well. */
export const uploadOf =
  ({ runner, attempts }: RouteDeps, find: Find) =>
  async (call: Call<'uploadJobFiles'>): Promise<UploadAccepted> => {
    if (attempts.stopping) throw new Fault('SHUTTING_DOWN')
    const found = await find(call)
    const upload = found.job.temporary ? uploadTempRun : uploadFiles
    const { cacheHit, status, files } = await upload(runner, found, call.parts)
    return { request_id: found.job.id, cache_hit: cacheHit, status, extracted_files: files.map(({ path }) => path) }
  }
