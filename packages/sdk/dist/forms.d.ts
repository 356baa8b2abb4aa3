// Printed by npm run generate; never edited.
/** What a file can be given as. A stream is read whole first, since a form may have to be sent again. */
export type FileContent = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array>;
export type Files = Readonly<Record<string, FileContent>>;
/** A form with this JSON, if any, as its first part, then the files under their names. */
export declare function formOf(first: Readonly<Record<string, object>>, files: Files): Promise<FormData>;
/** Told by what they can do: in a plugin host they may come from another window, with a Blob of its own. */
export declare function blobOf(name: string, content: FileContent): Promise<Blob>;
/** Files of a job: the file of each input, or all of them in one zip. */
export interface WithFiles {
    /** By the name of the input. */
    readonly files?: Files | undefined;
    readonly archive?: FileContent | undefined;
}
/** Null: there is nothing to bring. */
export declare function partsOf({ files, archive }: WithFiles): Files | null;
