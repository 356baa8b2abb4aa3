/** What a command came to that ran under a key: a repeat is told that, and runs nothing. */
export const execAnswers = ['alter table idempotency add column answer text']
