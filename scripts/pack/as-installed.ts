/** How a clone writes commands, and how they are typed where the package is installed: on the path, without npm, and from any folder. */
const commands = [
  ['./skill-runner ', 'skill-runner '],
  ['npm start', 'skill-runner serve'],
  ['vi skill-runner.toml', 'vi ~/.skill-runner/skill-runner.toml'],
] as const

/** A text of the product as the package says it. */
export const asInstalled = (text: string): string =>
  commands.reduce((changed, [inClone, installed]) => changed.replaceAll(inClone, installed), text)
