import { curlOf, jsonBody } from '../../api/curl.ts'
import { dropDraft, keepDraft, keptDraft } from '../skill/draft.ts'

/** What is entered into the form of a command. */
export interface Entered {
  readonly skill: string
  readonly command: string
  readonly session: string
  readonly workdir: string
}

const nothing: Entered = { skill: '', command: '', session: '', workdir: '' }

/** A reload, or a look at a task, loses nothing. */
const nameOf = (project: string): string => `exec.${project}`
export const enteredBefore = (project: string): Entered => ({ ...nothing, ...keptDraft<Entered>(nameOf(project)) })
export const keepEntered = (project: string, entered: Entered): void => keepDraft(nameOf(project), entered)
export const dropEntered = (project: string): void => dropDraft(nameOf(project))

/** Without what is left to the server. */
export function requestOf({ skill, command, session, workdir }: Entered) {
  return {
    skill_name: skill,
    command,
    ...(session === '' ? {} : { session_id: session }),
    ...(workdir === '' ? {} : { workdir }),
  }
}

export interface Place {
  readonly url: string
  readonly project: string
  readonly needsToken: boolean
}

/** The same request for a shell. */
export const execCurl = (kind: 'commands' | 'tasks', request: object, { url, project, needsToken }: Place): string =>
  curlOf(`${url}/v1/projects/${project}/exec/${kind}`, needsToken, jsonBody(request))
