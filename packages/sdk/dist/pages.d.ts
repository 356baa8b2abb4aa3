// Printed by npm run generate; never edited.
/** Each entry of a list, page after page as they are wanted. */
export declare function eachOf<Page extends {
    readonly next_cursor: string | null;
}, Entry>(first: string | undefined, read: (cursor: string | undefined) => Promise<Page>, entriesOf: (page: Page) => readonly Entry[]): AsyncGenerator<Entry, void>;
