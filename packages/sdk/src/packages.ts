import { type Connection, step } from './connection.ts'
import { type FileContent, formOf } from './forms.ts'
import { keyHeader, type Repeatable } from './idempotency.ts'
import { pause } from './patience.ts'
import type { Leaving } from './runs.ts'
import type { PackageAccepted, PackageInstall, PackageVerdict } from './types.ts'

const root = '/v1/skill-packages'

export interface Installing extends Leaving, Repeatable {
  readonly force?: boolean | undefined
}

export type Packages = ReturnType<typeof packagesOf>

export function packagesOf(connection: Connection) {
  const get = (id: string, { signal }: Leaving = {}): Promise<PackageInstall> =>
    connection.json({ path: `${root}/${step(id)}`, signal })

  return {
    get,

    /** Installs a skill from a zip, or updates it to a greater version; with `force` to any other. */
    async install(zip: FileContent, { force, signal, ...once }: Installing = {}): Promise<PackageAccepted> {
      const [body, headers] = [await formOf({}, { file: zip }), keyHeader(once)]
      const query = { force: force ? '1' : undefined }
      return connection.json({ method: 'POST', path: `${root}/install`, query, body, headers, isRepeatable: true, signal })
    },

    /** What became of an installation, once it is over. */
    async wait(id: string, { signal }: Leaving = {}): Promise<PackageInstall> {
      for (let ms = 50; ; ms = Math.min(ms * 2, 1000)) {
        const install = await get(id, { signal })
        if (install.status !== 'running') return install
        await pause(ms, signal)
      }
    },

    /** All that is wrong with a package, without installing it. */
    async validate(zip: FileContent, { signal }: Leaving = {}): Promise<PackageVerdict> {
      const body = await formOf({}, { file: zip })
      return connection.json({ method: 'POST', path: `${root}/validate`, body, isRepeatable: true, signal })
    },
  }
}
