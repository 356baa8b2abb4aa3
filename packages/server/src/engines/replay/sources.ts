export const replayFolder = 'assets/replay'

/**
 * A script is `<name>.json`, a recording `<name>.recording.json`, a recorded run the folder `<name>/` with its `.audit/`. `default` comes
 * first, the rest by name.
 */
export function replayModels(skillFiles: readonly string[]): string[] {
  const names = skillFiles.flatMap((path) => {
    const name = /^assets\/replay\/([^/]+?)(?:(?:\.recording)?\.json|\/\.audit\/stdout\.1\.log)$/.exec(path)?.[1]
    return name === undefined ? [] : [name]
  })
  const rank = (name: string) => (name === 'default' ? 0 : 1)
  return [...new Set(names)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

export const replayObstacle = (skillFiles: readonly string[]): string | null =>
  replayModels(skillFiles).length > 0 ? null : `The skill brings nothing to replay in ${replayFolder}.`

export function replayScript(model: string, skillFiles: readonly string[]): string | null {
  const path = `${replayFolder}/${model}.json`
  // Beside <name>.recording.recording.json, the recording <name>.recording.json has the name of a script.
  if (path.endsWith('.recording.json')) return null
  return skillFiles.includes(path) ? path : null
}
