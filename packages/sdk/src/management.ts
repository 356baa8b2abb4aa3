import { type Connection, step } from './connection.ts'
import type { Leaving } from './runs.ts'
import type { AnswerOf, QueryOf } from './types.ts'

export type Management = ReturnType<typeof managementOf>

const root = '/v1/management'

/** For pages and scripts that look after a server. Some of it needs a token with the scope admin. */
export function managementOf(connection: Connection) {
  const runAt = (id: string, rest = ''): string => `${root}/runs/${step(id)}${rest}`
  const engineAt = (engine: string, rest = ''): string => `${root}/engines/${step(engine)}${rest}`
  const change = <T>(path: string, { signal }: Leaving): Promise<T> => connection.json({ method: 'POST', path, body: {}, signal })
  return {
    /** One page of runs, the newest first; `next_cursor` leads to the next. */
    runs: ({ signal, ...query }: Leaving & QueryOf<'listRuns'> = {}): Promise<AnswerOf<'listRuns'>> =>
      connection.json({ path: `${root}/runs`, query, signal }),

    run: (id: string, { signal }: Leaving = {}): Promise<AnswerOf<'getRun'>> => connection.json({ path: runAt(id), signal }),

    /** How it was asked for: engine, model, effort, options and webhook. */
    request: (id: string, { signal }: Leaving = {}): Promise<AnswerOf<'getRunRequest'>> =>
      connection.json({ path: runAt(id, '/request'), signal }),

    /** Each folder before its content. */
    files: (id: string, { signal }: Leaving = {}): Promise<AnswerOf<'listRunFiles'>> =>
      connection.json({ path: runAt(id, '/files'), signal }),

    /** The beginning of one file. */
    file: (id: string, { signal, ...query }: Leaving & QueryOf<'readRunFile'>): Promise<AnswerOf<'readRunFile'>> =>
      connection.json({ path: runAt(id, '/file'), query, signal }),

    skills: ({ signal }: Leaving = {}): Promise<AnswerOf<'listManagedSkills'>> =>
      connection.json({ path: `${root}/skills`, signal }),

    /** With its entry points and files. */
    skill: (id: string, { signal }: Leaving = {}): Promise<AnswerOf<'getManagedSkill'>> =>
      connection.json({ path: `${root}/skills/${step(id)}`, signal }),

    engines: ({ signal }: Leaving = {}): Promise<AnswerOf<'listManagedEngines'>> =>
      connection.json({ path: `${root}/engines`, signal }),

    engine: (engine: string, { signal }: Leaving = {}): Promise<AnswerOf<'getManagedEngine'>> =>
      connection.json({ path: engineAt(engine), signal }),

    /** In the background: `engine` tells how far it is. */
    installEngine: (engine: string, leaving: Leaving = {}): Promise<AnswerOf<'installEngine'>> =>
      change(engineAt(engine, '/install'), leaving),

    upgradeEngine: (engine: string, leaving: Leaving = {}): Promise<AnswerOf<'upgradeEngine'>> =>
      change(engineAt(engine, '/upgrade'), leaving),

    /** Tries what the version in use can do; it takes up to two minutes. */
    probeEngine: (engine: string, leaving: Leaving = {}): Promise<AnswerOf<'probeEngine'>> =>
      change(engineAt(engine, '/probe'), leaving),

    rollbackEngine: (engine: string, leaving: Leaving = {}): Promise<AnswerOf<'rollbackEngine'>> =>
      change(engineAt(engine, '/rollback'), leaving),

    /** Secrets are never shown. */
    settings: ({ signal }: Leaving = {}): Promise<AnswerOf<'listSettings'>> =>
      connection.json({ path: `${root}/settings`, signal }),

    /** Lines of the log of the server, the newest first. */
    logs: ({ signal, ...query }: Leaving & QueryOf<'queryLogs'> = {}): Promise<AnswerOf<'queryLogs'>> =>
      connection.json({ path: `${root}/logs`, query, signal }),

    sweeps: ({ signal }: Leaving = {}): Promise<AnswerOf<'getSweeps'>> => connection.json({ path: `${root}/sweeps`, signal }),

    /** What the reaper of the skills service ends and deletes, and what it did. */
    /** What tokens and projects have used today, with their limits. */
    budgets: ({ signal }: Leaving = {}): Promise<AnswerOf<'listBudgets'>> => connection.json({ path: `${root}/budgets`, signal }),

    reaper: ({ signal }: Leaving = {}): Promise<AnswerOf<'getReaper'>> => connection.json({ path: `${root}/reaper`, signal }),

    runReaper: (leaving: Leaving = {}): Promise<AnswerOf<'runReaper'>> => change(`${root}/reaper/run`, leaving),

    /** One page of what was sent to the webhooks of all jobs, the newest first. */
    deliveries: ({ signal, ...query }: Leaving & QueryOf<'listDeliveries'> = {}): Promise<AnswerOf<'listDeliveries'>> =>
      connection.json({ path: `${root}/deliveries`, query, signal }),

    /** Who changed what, the newest first. */
    audit: ({ signal, ...query }: Leaving & QueryOf<'listAdminActions'> = {}): Promise<AnswerOf<'listAdminActions'>> =>
      connection.json({ path: `${root}/audit`, query, signal }),
  }
}
