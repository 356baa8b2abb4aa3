import type { Sdk } from '../../../src/remote/sdk.ts'

/** The official client in both versions that compatible services speak, as a server loads it. */
export const sdks: Readonly<Record<string, () => Promise<Sdk>>> = {
  'E2B 2.51': () => import('e2b'),
  'E2B 2.50': async () => (await import('e2b-2-50')) as unknown as Sdk,
}
