// Finds the names that product code declares: variables, parameters, functions, classes and types. A name that another file or the wire
// determines is none of them: keys of objects, properties of types, and a destructured field under its own name.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, parseSync, Visitor } from 'oxc-parser'

/** One declared name and its line, counted from 1. */
export type DeclaredName = { path: string; line: number; name: string }

/** Reads the names that the file at `path` declares. */
export function readDeclaredNames(root: string, path: string): DeclaredName[] {
  const text = readFileSync(join(root, path), 'utf8')
  const names: { name: string; start: number }[] = []
  const add = (node: Node | null) => void (node && names.push(...bindingsOf(node)))
  const addFunction = ({ id, params }: { id: Node | null; params: Node[] }) => {
    add(id)
    params.forEach(add)
  }
  new Visitor({
    VariableDeclarator: ({ id }) => add(id),
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: ({ params }) => params.forEach(add),
    CatchClause: ({ param }) => add(param),
    ClassDeclaration: ({ id }) => add(id),
    TSTypeAliasDeclaration: ({ id }) => add(id),
    TSInterfaceDeclaration: ({ id }) => add(id),
    TSFunctionType: ({ params }) => params.forEach(add),
  }).visit(parseSync(path, text).program)
  return names.map(({ name, start }) => ({ path, line: text.slice(0, start).split('\n').length, name }))
}

function bindingsOf(node: Node): { name: string; start: number }[] {
  switch (node.type) {
    case 'Identifier':
      return [{ name: node.name, start: node.start }]
    case 'ObjectPattern':
      return node.properties.flatMap((property) => {
        if (property.type === 'RestElement') return bindingsOf(property.argument)
        return property.shorthand ? [] : bindingsOf(property.value)
      })
    case 'ArrayPattern':
      return node.elements.flatMap((element) => (element === null ? [] : bindingsOf(element)))
    case 'AssignmentPattern':
      return bindingsOf(node.left)
    case 'RestElement':
      return bindingsOf(node.argument)
    case 'TSParameterProperty':
      return bindingsOf(node.parameter)
    default:
      return []
  }
}
