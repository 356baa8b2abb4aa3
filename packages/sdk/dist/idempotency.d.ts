// Printed by npm run generate; never edited.
export interface Repeatable {
    /** Makes a repeat safe; one is made when it is left out. */
    readonly idempotencyKey?: string | undefined;
}
export declare const keyHeader: ({ idempotencyKey }: Repeatable) => Record<string, string>;
