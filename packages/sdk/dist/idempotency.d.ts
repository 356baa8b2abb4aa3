// Printed by npm run generate; never edited.
/** A key that nobody had before, so that a request can be sent again and counts once. */
export declare function newKey(): string;
export interface Repeatable {
    /** Makes a repeat safe; one is made when it is left out. */
    readonly idempotencyKey?: string | undefined;
}
export declare const keyHeader: ({ idempotencyKey }: Repeatable) => Record<string, string>;
