// Finds table aliases of one letter in SQL fragments that contain an expression of their caller. The alias hides a table of the caller
// with the same name: the expression then means the inner table, and no test of one person notices it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, parseSync, Visitor } from 'oxc-parser'

/** One alias and the line of its template, counted from 1. */
export type HidingAlias = { path: string; line: number; alias: string; parameter: string }

const fragmentFiles = /^features\/.*\/server\/(?:[a-z-]+-)?queries\.ts$/

/** The types of expressions that a caller hands over. */
const handedTypes = /\b(?:RawBuilder|PersonColumns|ReportColumns)\b/

/** An alias after a table, a fragment of a table, or a sub-select. */
const alias =
  /(?:\b(?:from|join|using)\s+(?:lateral\s+)?(?:[\w.]{2,}(?:\([^()]*\))?|\0)|\))\s+(?:as\s+)?([a-z])\b(?!\s*\()/gi

/** What stands before a whole query: the caller's expression then sees none of the aliases beside it. */
const beforeQuery = /\b(?:from|join|lateral|any|all)\s*\(?\s*$/i

/** Fragments of these files name one table `x`, and the expressions that they take may not: the comments of their types say so. */
const reserved: Readonly<Record<string, readonly string[]>> = { 'features/reports/access/server/queries.ts': ['x'] }

/** Reads the aliases of one letter that hide a table of the caller in the file at `path`. */
export function readHidingAliases(root: string, path: string): HidingAlias[] {
  const text = readFileSync(join(root, path), 'utf8')
  const found: HidingAlias[] = []
  // Fragments inside of a store have one caller, who sees them. The door to other nouns is exported.
  if (!fragmentFiles.test(path)) return found
  const check = (params: readonly Node[], body: Node | null) => {
    if (body === null) return
    const handed = params.flatMap((param) =>
      handedTypes.test(text.slice(param.start, param.end)) ? namesOf(param) : [],
    )
    if (handed.length === 0) return
    new Visitor({
      TaggedTemplateExpression: ({ tag, quasi, start }) => {
        if (!/^sql\b/.test(text.slice(tag.start, tag.end))) return
        const parameter = quasi.expressions.flatMap(({ start: from, end }, index) => {
          if (beforeQuery.test(quasi.quasis[index]?.value.raw ?? '')) return []
          const expression = text.slice(from, end)
          return handed.filter((name) => new RegExp(`\\b${name}\\b`).test(expression))
        })[0]
        if (parameter === undefined) return
        const line = text.slice(0, start).split('\n').length
        for (const name of aliasesIn(quasi.quasis.map(({ value }) => value.raw).join('\0')))
          if (!reserved[path]?.includes(name)) found.push({ path, line, alias: name, parameter })
      },
    }).visit({ type: 'Program', body: [{ type: 'ExpressionStatement', expression: body }] } as never)
  }
  const checkFunction = ({ params, body }: { params: Node[]; body: Node | null }) => check(params, body)
  new Visitor({
    FunctionDeclaration: checkFunction,
    FunctionExpression: checkFunction,
    ArrowFunctionExpression: checkFunction,
  }).visit(parseSync(path, text).program)
  return found
}

/** The aliases of one letter that a text of SQL declares. */
const aliasesIn = (text: string): string[] => [...new Set([...text.matchAll(alias)].flatMap(([, name]) => name ?? []))]

/** The names that a parameter declares. */
function namesOf(param: Node): string[] {
  switch (param.type) {
    case 'Identifier':
      return [param.name]
    case 'ObjectPattern':
      return param.properties.flatMap((property) =>
        property.type === 'RestElement' ? namesOf(property.argument) : namesOf(property.value),
      )
    case 'AssignmentPattern':
      return namesOf(param.left)
    default:
      return []
  }
}
