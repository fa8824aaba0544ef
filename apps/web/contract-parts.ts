// Splits a module of constants and functions into a module for each of them, so that a page loads of a contract only the calls that it makes.
// A bundler puts a module into one script as a whole. Without this, the home page had all calls about reports, which only administrators make.
// Next: vite.config.ts.
import { parseAst } from 'vite'

type Statement = ReturnType<typeof parseAst>['body'][number]
type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** A part is the code of one declaration with the imports that it uses. `door` exports again what the module exported. */
export type Parts = { door: string; parts: Map<string, string> }

/** `addressOf` is what other modules import for a part. Null: the module has statements that declare nothing, so their order counts. */
export function splitModule(code: string, addressOf: (part: string) => string): Parts | null {
  const { body } = parseAst(code)
  const imports = body.filter((each) => each.type === 'ImportDeclaration')
  const declared: { names: string[]; text: string; uses: Set<string>; isExported: boolean }[] = []
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration') continue
    const isExported = statement.type === 'ExportNamedDeclaration'
    const declaration = isExported ? statement.declaration : statement
    const names = declaration === null ? [] : namesOf(declaration)
    if (declaration === null || names.length === 0) return null
    const text = code.slice(declaration.start, declaration.end)
    declared.push({ names, text, uses: identifiersOf(declaration as unknown as Node), isExported })
  }
  const partOf = new Map(declared.flatMap(({ names }) => names.map((name) => [name, names[0] ?? name])))
  const take = (names: readonly string[], part: string) =>
    `export { ${names.join(', ')} } from ${JSON.stringify(addressOf(part))}`
  const parts = declared.map(({ names, text, uses }): [string, string] => {
    const own = names[0] ?? ''
    const needed = [...uses].flatMap((name) => {
      const part = partOf.get(name)
      return part === undefined || part === own ? [] : `import { ${name} } from ${JSON.stringify(addressOf(part))}`
    })
    const outside = imports
      .filter((each) => each.specifiers.some(({ local }) => uses.has(local.name)))
      .map(({ start, end }) => code.slice(start, end))
    return [own, [...outside, ...needed, text, `export { ${names.join(', ')} }`].join('\n')]
  })
  const door = declared.flatMap(({ names, isExported }) => (isExported ? take(names, names[0] ?? '') : []))
  return { door: door.join('\n'), parts: new Map(parts) }
}

function namesOf(statement: Statement): string[] {
  if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration')
    return statement.id ? [statement.id.name] : []
  if (statement.type !== 'VariableDeclaration') return []
  return statement.declarations.flatMap(({ id }) => boundNames(id as unknown as Node))
}

/** The names of a pattern such as `{ a, b: c }`. */
function boundNames(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [String(pattern['name'])]
  const parts = [pattern['properties'], pattern['elements'], pattern['value'], pattern['argument'], pattern['left']]
  return parts.flat().filter(isNode).flatMap(boundNames)
}

/** The names that a node reads. Keys and members, the `a` of `{ a: 1 }` and of `b.a`, are no names. */
function identifiersOf(root: Node): Set<string> {
  const found = new Set<string>()
  const visit = (node: Node) => {
    if (node.type === 'Identifier') found.add(String(node['name']))
    for (const [key, value] of Object.entries(node)) {
      const isName = (key === 'property' || key === 'key') && node['computed'] === false
      if (!isName) [value].flat().filter(isNode).forEach(visit)
    }
  }
  visit(root)
  return found
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
