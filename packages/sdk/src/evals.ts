import { type Connection, isLost, step } from './connection.ts'
import { type FileContent, formOf } from './forms.ts'
import { pause } from './patience.ts'
import type { Leaving } from './runs.ts'
import type { AnswerOf, Eval, EvalCreate, EvalList, QueryOf, SkillEvals } from './types.ts'

/** A skill that is not installed, as a zip with one folder. */
export interface EvalPackage {
  readonly skill?: FileContent | undefined
}

export interface EvalWaiting extends Leaving {
  /** Hears the state each time it has been asked for. */
  readonly onProgress?: ((now: Eval) => void) | undefined
}

const root = '/v1/evals'

export type Evals = ReturnType<typeof evalsOf>

export function evalsOf(connection: Connection) {
  const get = (id: string, { signal }: Leaving = {}): Promise<Eval> => connection.json({ path: `${root}/${step(id)}`, signal })

  /** Runs the test cases of an installed skill, or of one that comes along. */
  async function create({ skill, ...request }: EvalCreate & EvalPackage, { signal }: Leaving = {}): Promise<Eval> {
    const body = skill === undefined ? request : await formOf({ eval: request }, { skill_package: skill })
    return connection.json({ method: 'POST', path: root, body, signal })
  }

  /** The test once it has ended; also across lost connections and restarts of the server. */
  async function wait(id: string, { signal, onProgress }: EvalWaiting = {}): Promise<Eval> {
    const patience = connection.patience()
    for (let ms = 100; ; ms = Math.min(ms * 1.5, 2000)) {
      try {
        const now = await get(id, { signal })
        patience.reset()
        onProgress?.(now)
        if (now.status !== 'running') return now
      } catch (error) {
        const longer = isLost(error) ? patience.next() : null
        if (longer === null) throw error
        ms = longer
      }
      await pause(ms, signal)
    }
  }

  return {
    create,
    get,
    wait,

    /** Like a function: the matrix when every case has ended. */
    async run(request: EvalCreate & EvalPackage, options: EvalWaiting = {}): Promise<Eval> {
      const { eval_id } = await create(request, options)
      return wait(eval_id, options)
    },

    /** Newest first. */
    list: ({ signal, ...query }: Leaving & QueryOf<'listEvals'> = {}): Promise<EvalList> =>
      connection.json({ path: root, query, signal }),

    cancel: (id: string, { signal }: Leaving = {}): Promise<AnswerOf<'cancelEval'>> =>
      connection.json({ method: 'POST', path: `${root}/${step(id)}/cancel`, isRepeatable: true, signal }),

    /** The test cases of an installed skill, or what is wrong with them. */
    ofSkill: (skillId: string, { signal }: Leaving = {}): Promise<SkillEvals> =>
      connection.json({ path: `/v1/skills/${step(skillId)}/evals`, signal }),
  }
}
