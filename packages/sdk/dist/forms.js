// Printed by npm run generate; never edited.
import { InvalidCallError } from "./errors.js";
/** A form with this JSON, if any, as its first part, then the files under their names. */
export async function formOf(first, files) {
    const form = new FormData();
    for (const [name, value] of Object.entries(first))
        form.append(name, JSON.stringify(value));
    for (const [name, content] of Object.entries(files))
        form.append(name, await blobOf(name, content), name);
    return form;
}
/** Told by what they can do: in a plugin host they may come from another window, with a Blob of its own. */
export async function blobOf(name, content) {
    if (typeof content !== 'object' || content === null)
        throw new InvalidCallError(`The file ${JSON.stringify(name)} must be a Blob, bytes or a stream, and not a ${typeof content}.`);
    if ('getReader' in content)
        return new Response(content).blob();
    return 'arrayBuffer' in content ? content : new Blob([new Uint8Array(content)]);
}
/** Null: there is nothing to bring. */
export function partsOf({ files, archive }) {
    return archive === undefined ? (files ?? null) : { ...files, file: archive };
}
