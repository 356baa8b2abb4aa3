/** A request for a shell. A token is read from the environment. */
export function curlOf(url: string, needsToken: boolean, args: readonly string[]): string {
  const token = needsToken ? ['-H "Authorization: Bearer $SKILL_RUNNER_TOKEN"'] : []
  return [`curl -s ${quoted(url)}`, ...token, ...args].join(' \\\n  ')
}

/** What makes JSON the body of a request. */
export const jsonBody = (body: object): string[] => ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]

/** For a shell: nothing in it means anything. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
