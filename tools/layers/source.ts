import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import {
  type Argument,
  type Comment,
  type Expression,
  type NewExpression,
  parseSync,
  type Statement,
  type StaticImport,
  Visitor,
} from 'oxc-parser'
import { ResolverFactory } from 'oxc-resolver'

/** Code that only some places may contain; see `homes` in use-rules.ts. */
export type Use =
  | 'environment'
  | 'network'
  | 'clock'
  | 'sql'
  | 'mock of our own'
  | 'suppression without reason'
  | 'more than re-exports'

export type Import = {
  specifier: string
  /** Path from the root of the tree; null for a package, or when the file does not exist. */
  file: string | null
  /** `zod`, `@mantine/core`, `node:fs`; null for one of our files. */
  package: string | null
  typeOnly: boolean
  line: number
}

/** The facts of a source file that the rules use. Paths are relative to the root and use `/`. */
export type Source = { path: string; imports: Import[]; uses: { use: Use; line: number }[] }

const resolver = new ResolverFactory({ conditionNames: ['import', 'node'] })

/** Reads the imports (static, dynamic, re-exports) and the restricted expressions of a TypeScript file. */
export function readSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, module, comments } = parseSync(path, text)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const imports: Import[] = []
  const add = (specifier: string, typeOnly: boolean, offset: number) =>
    imports.push({ specifier, typeOnly, line: lineAt(offset), ...resolveImport(root, path, specifier) })
  for (const statement of module.staticImports)
    add(statement.moduleRequest.value, isTypeOnly(statement), statement.start)
  for (const statement of module.staticExports) {
    for (const { moduleRequest, isType } of statement.entries) {
      if (moduleRequest) add(moduleRequest.value, isType, statement.start)
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^(['"])(.*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))
    if (literal) add(literal[2] ?? '', false, moduleRequest.start)
  }
  const uses: Source['uses'] = []
  const note = (use: Use, node: { start: number }) => uses.push({ use, line: lineAt(node.start) })
  usesVisitor(note).visit(program)
  for (const statement of program.body) if (!isReExport(statement)) note('more than re-exports', statement)
  for (const comment of comments) if (isBareSuppression(comment)) note('suppression without reason', comment)
  return { path, imports, uses }
}

/** True for `import type …` and `import { type A, type B } …`. A bare `import './x.ts'` runs the file, so it is not type-only. */
function isTypeOnly({ entries }: StaticImport): boolean {
  return entries.length > 0 && entries.every((entry) => entry.isType)
}

/** `export { … } from` and `export * from`. */
function isReExport(statement: Statement): boolean {
  return (
    statement.type === 'ExportAllDeclaration' ||
    (statement.type === 'ExportNamedDeclaration' && statement.source !== null)
  )
}

function resolveImport(root: string, from: string, specifier: string): Pick<Import, 'file' | 'package'> {
  if (!/^[.#/]/.test(specifier)) {
    const parts = specifier.split('/')
    const name = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]
    return { file: null, package: specifier.startsWith('node:') ? specifier : (name ?? specifier) }
  }
  const found = resolver.sync(dirname(join(root, from)), specifier.replace(/\?.*$/, ''))
  return { file: found.path ? relative(root, found.path).split(sep).join('/') : null, package: null }
}

function usesVisitor(note: (use: Use, node: { start: number }) => void): Visitor {
  return new Visitor({
    MemberExpression(node) {
      const property = node.computed ? literalOf(node.property) : nameOf(node.property)
      if (nameOf(node.object) === 'process' && property === 'env') note('environment', node)
      const isGlobal = ['globalThis', 'window', 'self'].includes(nameOf(node.object) ?? '')
      if (isGlobal && property === 'fetch') note('network', node)
      if (property !== null && queryStarts.has(property)) note('sql', node)
    },
    VariableDeclarator(node) {
      const destructured = node.id.type === 'ObjectPattern' && node.init !== null && nameOf(node.init) === 'process'
      if (destructured) note('environment', node)
    },
    ImportDeclaration(node) {
      if (node.source.value === 'node:process') note('environment', node)
    },
    CallExpression(node) {
      if (nameOf(node.callee) === 'fetch') note('network', node)
      if (asksTime(node.callee, node.arguments)) note('clock', node)
      if (isOwnMock(node.callee, node.arguments)) note('mock of our own', node)
    },
    NewExpression(node) {
      if (isConnection(node)) note('network', node)
      if (nameOf(node.callee) === 'Date' && node.arguments.length === 0) note('clock', node)
    },
    TaggedTemplateExpression(node) {
      const tag = node.tag.type === 'MemberExpression' ? node.tag.object : node.tag
      if (nameOf(tag) === 'sql') note('sql', node)
    },
  })
}

/** The methods that begin a Kysely query. */
const queryStarts = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto'])

function isConnection({ callee }: NewExpression): boolean {
  return ['XMLHttpRequest', 'WebSocket', 'EventSource'].includes(nameOf(callee) ?? '')
}

/** `Date.now()`, `Date()`, Luxon's `DateTime.now()` and its `local()` and `utc()` without arguments. */
function asksTime(callee: Expression, callArguments: Argument[]): boolean {
  if (nameOf(callee) === 'Date') return true
  if (callee.type !== 'MemberExpression') return false
  const [object, method] = [nameOf(callee.object), nameOf(callee.property)]
  if (object === 'Date') return method === 'now'
  return (
    object === 'DateTime' &&
    (method === 'now' || ((method === 'local' || method === 'utc') && callArguments.length === 0))
  )
}

function isOwnMock(callee: Expression, callArguments: Argument[]): boolean {
  if (callee.type !== 'MemberExpression' || nameOf(callee.object) !== 'vi') return false
  const target = callArguments[0] && literalOf(callArguments[0])
  return (
    ['mock', 'doMock'].includes(nameOf(callee.property) ?? '') && typeof target === 'string' && /^[.#]/.test(target)
  )
}

/** A suppression must give a reason: `oxlint-disable-next-line rule -- why`. The linter checks TypeScript's own suppressions (ban-ts-comment). */
function isBareSuppression({ value }: Comment): boolean {
  return /^\s*(oxlint|eslint)-disable/.test(value) && !/ -- \S/.test(value)
}

function nameOf(node: { type: string; name?: unknown }): string | null {
  return node.type === 'Identifier' && typeof node.name === 'string' ? node.name : null
}

function literalOf(node: { type: string; value?: unknown }): string | null {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null
}
