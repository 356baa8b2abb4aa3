import { dirname, relative } from 'node:path'
import ts from 'typescript'

/** What the parts of the repository call each other, as files of the package. */
const workspaces: readonly (readonly [pattern: RegExp, file: string])[] = [
  [/^@agent-skill-runner\/contract\/(.+)\.ts$/, 'packages/contract/src/$1.js'],
  [/^@agent-skill-runner\/sdk\/source$/, 'packages/sdk/dist/index.js'],
  [/^@agent-skill-runner\/scripted-model$/, 'packages/scripted-model/src/index.js'],
]

const compilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
} as const

/** A file of TypeScript as JavaScript, with every path as it is in the package: Node strips no types below node_modules. */
export function asJavaScript(file: string, source: string): string {
  const { outputText } = ts.transpileModule(source, { compilerOptions, fileName: file })
  const text = outputText
    .replace(/(?<=\b(?:from |import |import\())(['"])(@agent-skill-runner\/[^'"\n]+)\1/g, (_all, quote: string, name: string) => {
      return `${quote}${pathTo(file, name)}${quote}`
    })
    .replace(/(?<=\bnew URL\((['"])\.[^'"\n]*)\.ts(?=\1, import\.meta\.url\))/g, '.js')
  const [left] = /(['"`])(\.{1,2}\/[^'"`\n]*\.ts|@agent-skill-runner\/[^'"`\n]*)\1/.exec(text) ?? []
  if (left) throw new Error(`${file} names ${left}, which is not in the package. Rewrite it in scripts/pack/as-javascript.ts.`)
  return text
}

function pathTo(file: string, name: string): string {
  const [pattern, target] = workspaces.find(([pattern]) => pattern.test(name)) ?? []
  if (!pattern || !target)
    throw new Error(`${file} imports ${name}, which is not in the package. Add it in scripts/pack/as-javascript.ts.`)
  const path = relative(dirname(file), name.replace(pattern, target))
  return path.startsWith('.') ? path : `./${path}`
}
