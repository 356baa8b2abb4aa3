// Printed by npm run generate; never edited.
/** Keeps this list equal to the names of the API. */
const known = { snapshot: true, chat_event: true, heartbeat: true };
/** What a server-sent event of a run says; null: a kind that is newer than this client, which may be skipped. */
export function streamEventOf({ event, data, id }) {
    if (!Object.hasOwn(known, event))
        return null;
    // The document of the API says what is sent under which name.
    return { event, ...(event === 'chat_event' ? { id } : {}), data: JSON.parse(data) };
}
