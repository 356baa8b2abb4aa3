// Printed by npm run generate; never edited.
import { type Connection } from './connection.js';
import { type FileContent } from './forms.js';
import type { Leaving } from './runs.js';
import type { AnswerOf, Eval, EvalCreate, EvalList, QueryOf, SkillEvals } from './types.js';
/** A skill that is not installed, as a zip with one folder. */
export interface EvalPackage {
    readonly skill?: FileContent | undefined;
}
export interface EvalWaiting extends Leaving {
    /** Hears the state each time it has been asked for. */
    readonly onProgress?: ((now: Eval) => void) | undefined;
}
export type Evals = ReturnType<typeof evalsOf>;
export declare function evalsOf(connection: Connection): {
    create: ({ skill, ...request }: EvalCreate & EvalPackage, { signal }?: Leaving) => Promise<Eval>;
    get: (id: string, { signal }?: Leaving) => Promise<Eval>;
    wait: (id: string, { signal, onProgress }?: EvalWaiting) => Promise<Eval>;
    /** Like a function: the matrix when every case has ended. */
    run(request: EvalCreate & EvalPackage, options?: EvalWaiting): Promise<Eval>;
    /** Newest first. */
    list: ({ signal, ...query }?: Leaving & QueryOf<"listEvals">) => Promise<EvalList>;
    cancel: (id: string, { signal }?: Leaving) => Promise<AnswerOf<"cancelEval">>;
    /** The test cases of an installed skill, or what is wrong with them. */
    ofSkill: (skillId: string, { signal }?: Leaving) => Promise<SkillEvals>;
};
