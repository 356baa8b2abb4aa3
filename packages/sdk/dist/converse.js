// Printed by npm run generate; never edited.
import { SkillRunError, SkillRunnerError } from "./errors.js";
import { pause } from "./patience.js";
import { isOver } from "./wait.js";
/** Waits for the end of a run and answers what it asks; without somebody who answers, a question that waits for ever is an error. */
export async function converse(runs, id, answer, signal) {
    for (;;) {
        const job = await runs.wait(id, { signal });
        if (isOver(job))
            return outcomeOf(job);
        if (job.awaiting_upload)
            throw new SkillRunError(job, awaitsFiles);
        const { pending } = await runs.pending(id, { signal });
        if (pending === null)
            continue;
        if (answer)
            await replyTo(runs, id, pending, answer, signal);
        else if (pending.expires_at === null)
            throw new SkillRunError(job, asksNobody(pending));
        // The runner will answer by itself; asking for that state would be answered at once.
        else
            await pause(1000, signal);
    }
}
async function replyTo(runs, id, question, answer, signal) {
    try {
        await runs.reply(id, { interactionId: question.interaction_id, ...(await answer(question)) }, { signal });
    }
    catch (error) {
        // Somebody else was faster, and that counts.
        const isLate = error instanceof SkillRunnerError && ['STALE_INTERACTION', 'NOT_WAITING'].includes(error.code);
        if (!isLate)
            throw error;
    }
}
const awaitsFiles = {
    code: 'AWAITING_UPLOAD',
    message: 'The job waits for its files, and nobody brings them. Give them when it is created, or upload them.',
    details: {},
};
const asksNobody = (pending) => ({
    code: 'WAITING_USER',
    message: `The run asks something, and there is nobody to answer: ${pending.prompt}`,
    details: { ...pending },
});
function outcomeOf(job) {
    if (job.status !== 'succeeded' || job.result === undefined)
        throw new SkillRunError(job);
    return { ...job.result, request_id: job.request_id };
}
