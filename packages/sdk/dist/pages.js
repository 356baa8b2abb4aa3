// Printed by npm run generate; never edited.
/** Each entry of a list, page after page as they are wanted. */
export async function* eachOf(first, read, entriesOf) {
    for (let cursor = first;;) {
        const page = await read(cursor);
        yield* entriesOf(page);
        if (page.next_cursor === null)
            return;
        cursor = page.next_cursor;
    }
}
