import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '..')

/**
 * The SDK as JavaScript and declarations, by their paths from the root. They are part of the repository, since npm runs no scripts here (.npmrc):
 * so `npm pack`, a link and a copy of the folder give JavaScript, without a step before.
 */
export function buildSdk(): Record<string, string> {
  const { options, fileNames } = configOf(join(root, 'packages/sdk/tsconfig.build.json'))
  const built: Record<string, string> = {}
  const host = ts.createCompilerHost(options)
  host.writeFile = (file, text) => {
    built[relative(root, file)] = `// Printed by npm run generate; never edited.\n${withJsEndings(text)}`
  }
  // Types are checked by tsc; here they are only printed, which takes a third less.
  refuse(ts.createProgram(fileNames, { ...options, noCheck: true }, host).emit().diagnostics)
  return built
}

/** tsc leaves the imports of declarations as they are, and those of older versions find no `.ts`. */
const withJsEndings = (text: string): string =>
  text.replace(/(?<=\b(?:from |import\()(["'])\.[^"'\n]*?)(?:\.d)?\.ts(?=\1)/g, '.js')

function configOf(file: string): ts.ParsedCommandLine {
  const { config, error } = ts.readConfigFile(file, ts.sys.readFile)
  refuse(error ? [error] : [])
  return ts.parseJsonConfigFileContent(config, ts.sys, dirname(file))
}

function refuse(problems: readonly ts.Diagnostic[]): void {
  const host = { getCurrentDirectory: () => root, getCanonicalFileName: (name: string) => name, getNewLine: () => '\n' }
  if (problems.length) throw new Error(ts.formatDiagnostics(problems, host))
}
