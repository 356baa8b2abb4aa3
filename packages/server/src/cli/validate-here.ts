import type { PackageReport } from '../app/validate-alone.ts'

/** What is in a package, and what is wrong with it, as far as that can be said without a server. */
export async function validateHere(zip: Blob): Promise<PackageReport> {
  const { validateWithoutServer } = await import('../app/validate-alone.ts')
  return validateWithoutServer(piecesOf(zip))
}

async function* piecesOf(blob: Blob): AsyncGenerator<Buffer> {
  for await (const piece of blob.stream()) yield Buffer.from(piece)
}
