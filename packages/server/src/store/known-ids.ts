/** How many values one query takes. */
const pageSize = 500

/** Those of the names that are ids of rows. */
export async function knownIds<Id extends string>(
  names: readonly string[],
  rowsWith: (ids: readonly string[]) => Promise<readonly { readonly id: Id }[]>,
): Promise<ReadonlySet<Id>> {
  const found = new Set<Id>()
  for (let from = 0; from < names.length; from += pageSize) {
    for (const { id } of await rowsWith(names.slice(from, from + pageSize))) found.add(id)
  }
  return found
}
