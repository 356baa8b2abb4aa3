// Printed by npm run generate; never edited.
/** A key that nobody had before, so that a request can be sent again and counts once. */
function newKey() {
    // crypto.randomUUID is missing on pages that came by plain http, and some plugin hosts have no crypto at all.
    const bytes = globalThis.crypto?.getRandomValues(new Uint8Array(16)) ?? Uint8Array.from({ length: 16 }, () => Math.random() * 256);
    return `sdk-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
export const keyHeader = ({ idempotencyKey = newKey() }) => ({
    'idempotency-key': idempotencyKey,
});
