/** Each entry of a list, page after page as they are wanted. */
export async function* eachOf<Page extends { readonly next_cursor: string | null }, Entry>(
  first: string | undefined,
  read: (cursor: string | undefined) => Promise<Page>,
  entriesOf: (page: Page) => readonly Entry[],
): AsyncGenerator<Entry, void> {
  for (let cursor = first; ; ) {
    const page = await read(cursor)
    yield* entriesOf(page)
    if (page.next_cursor === null) return
    cursor = page.next_cursor
  }
}
