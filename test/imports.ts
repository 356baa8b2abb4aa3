import { builtinModules } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'

/** Source files by their path inside a folder. */
export type Tree = Readonly<Record<string, string>>

export interface Import {
  readonly file: string
  readonly target: Target
  /** Erased before it runs. */
  readonly typeOnly: boolean
}

export type Target =
  | { readonly kind: 'ours'; readonly path: string }
  | { readonly kind: 'node'; readonly name: string }
  | { readonly kind: 'contract'; readonly file: string }
  | { readonly kind: 'package'; readonly name: string }

/** Every import, re-export, `import()` and `import('…').Type` of a tree, in order. */
export function importsOf(tree: Tree): Import[] {
  return Object.entries(tree).flatMap(([file, text]) =>
    specifiersIn(file, text).map(({ specifier, typeOnly }) => ({ file, target: resolve(file, specifier), typeOnly })),
  )
}

type Found = { readonly specifier: string; readonly typeOnly: boolean }

function specifiersIn(file: string, text: string): Found[] {
  const found: Found[] = []
  const visit = (node: ts.Node): void => {
    const here = specifierOf(node)
    if (here) found.push(here)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
  return found
}

function specifierOf(node: ts.Node): Found | null {
  if (ts.isImportDeclaration(node)) return literal(node.moduleSpecifier, isTypeImport(node.importClause))
  if (ts.isExportDeclaration(node) && node.moduleSpecifier) return literal(node.moduleSpecifier, node.isTypeOnly)
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return literal(node.argument.literal, true)
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments
    return argument ? literal(argument, false) : null
  }
  return null
}

function isTypeImport(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const named = clause.namedBindings
  return !clause.name && named !== undefined && ts.isNamedImports(named) && named.elements.every(({ isTypeOnly }) => isTypeOnly)
}

/** A computed specifier could be anything, so it counts as a package of that very text. */
function literal(node: ts.Node, typeOnly: boolean): Found {
  return { specifier: ts.isStringLiteralLike(node) ? node.text : '(computed)', typeOnly }
}

function resolve(file: string, specifier: string): Target {
  if (specifier.startsWith('.')) return { kind: 'ours', path: normalize(join(dirname(file), specifier)) }
  if (specifier.startsWith('node:')) return { kind: 'node', name: specifier.slice('node:'.length) }
  if (builtinModules.includes(specifier)) return { kind: 'node', name: specifier }
  const contract = '@agent-skill-runner/contract/'
  if (specifier.startsWith(contract)) return { kind: 'contract', file: specifier.slice(contract.length) }
  const [scope = '', name = ''] = specifier.split('/')
  return { kind: 'package', name: scope.startsWith('@') ? `${scope}/${name}` : scope }
}
