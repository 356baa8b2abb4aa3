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

/** The same request for a shell. A token is read from the environment. */
export function curlOf(kind: 'commands' | 'tasks', request: object, { url, project, needsToken }: Place): string {
  const token = needsToken ? ['-H "Authorization: Bearer $SKILL_RUNNER_TOKEN"'] : []
  const lines = [
    `curl -s '${url}/v1/projects/${project}/exec/${kind}'`,
    ...token,
    "-H 'Content-Type: application/json'",
    `-d ${quoted(JSON.stringify(request))}`,
  ]
  return lines.join(' \\\n  ')
}

/** For a shell: nothing in it means anything. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
