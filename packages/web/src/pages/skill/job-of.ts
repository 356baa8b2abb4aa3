import type { AnswerOf, JobRequest } from '@agent-skill-runner/sdk'
import { settingsFor } from './engine-settings.ts'
import { noValues, type Values } from './form/form-schema.ts'

type Options = NonNullable<JobRequest['runtime_options']>
type Webhook = NonNullable<JobRequest['webhook']>

/** Who runs it, and how. Empty: the server chooses. */
export interface Choices {
  readonly engine: string
  /** The engines that are tried after it, in their order; absent: none. */
  readonly next?: readonly string[]
  readonly model: string
  readonly effort: string
  /** Of the chosen engine, as JSON; empty: none. */
  readonly settings: string
  readonly options: Options
  /** Null: none is wanted. */
  readonly webhook: Webhook | null
}

export type Files = Readonly<Record<string, File>>

/** The job that the form describes. Choices that were left alone are left out. */
export function jobOf(skill: string, values: Values, files: Files, choices: Choices): JobRequest {
  const { engine, next = [], model, effort, settings, options, webhook } = choices
  return {
    skill_id: skill,
    ...values,
    ...(engine && next.length > 0 ? { engines: [engine, ...next] } : engine ? { engine } : {}),
    ...(model ? { model } : {}),
    ...(effort ? { effort } : {}),
    ...settingsFor(engine, settings),
    runtime_options: options,
    ...(webhook ? { webhook: filled(webhook) } : {}),
    ...(Object.keys(files).length > 0 ? { files } : {}),
  }
}

function filled({ url, events, secret_ref }: Webhook): Webhook {
  return { url: url.trim(), ...(events?.length ? { events } : {}), ...(secret_ref ? { secret_ref } : {}) }
}

/** What an earlier run was given, as its file says it; files have to be chosen again. */
export function valuesFrom(inputFile: string | null): Values {
  try {
    const { input = {}, parameter = {} } = JSON.parse(inputFile ?? '') as Partial<Values>
    return { input, parameter }
  } catch {
    return noValues
  }
}

/** How an earlier run was asked for. Of its webhook, what may be a password has to be entered again, and so have settings of the engine. */
export function choicesFrom(request: AnswerOf<'getRunRequest'>): Choices {
  const { engine, engines = [], model, effort, runtime_options: options, webhook } = request
  return {
    engine: engine ?? '',
    ...(engines.length > 1 ? { next: engines.slice(1) } : {}),
    model: model ?? '',
    effort: effort ?? '',
    settings: '',
    options,
    webhook: webhook && {
      url: webhook.url,
      events: webhook.events,
      ...(webhook.secret_ref === null ? {} : { secret_ref: webhook.secret_ref }),
    },
  }
}
