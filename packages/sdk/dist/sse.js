// Printed by npm run generate; never edited.
/** Reads a stream of server-sent events from bytes, cut wherever they may be. */
export class SseParser {
    // Takes away one BOM at the very beginning, and no other.
    #decoder = new TextDecoder();
    #line = '';
    #isAfterCr = false;
    #event = '';
    #data = [];
    #id = '';
    /** The events that these bytes complete. What is not complete when the stream ends never happened. */
    push(bytes) {
        const [first = '', ...rest] = this.#decode(bytes).split(/\r\n|\n|\r/);
        const lines = [this.#line + first, ...rest];
        this.#line = lines.pop() ?? '';
        return lines.flatMap((line) => this.#take(line) ?? []);
    }
    /** A CR ends its line at once, so the LF that belongs to it is left out where it comes later. */
    #decode(bytes) {
        const text = this.#decoder.decode(bytes, { stream: true });
        if (text === '')
            return text;
        const wasAfterCr = this.#isAfterCr;
        this.#isAfterCr = text.endsWith('\r');
        return wasAfterCr && text.startsWith('\n') ? text.slice(1) : text;
    }
    #take(line) {
        if (line === '')
            return this.#dispatch();
        const colon = line.indexOf(':');
        const field = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
        if (field === 'event')
            this.#event = value;
        else if (field === 'data')
            this.#data.push(value);
        else if (field === 'id' && !value.includes('\0'))
            this.#id = value;
        return null;
    }
    #dispatch() {
        const [event, data] = [this.#event || 'message', this.#data];
        this.#event = '';
        this.#data = [];
        return data.length === 0 ? null : { event, data: data.join('\n'), id: this.#id };
    }
}
