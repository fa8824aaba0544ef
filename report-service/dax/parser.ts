// Parser for DAX: a query (DEFINE … EVALUATE … ORDER BY …) or one expression, as a syntax tree with positions.
// It looks up no names: the compiler resolves functions and tables.
// Next: ast.ts, lexer.ts, compile.ts.
import type { BinaryOperator, Definition, Node, Ordering, Query, Variable } from './ast.ts'
import { DaxError, type Position } from './errors.ts'
import { readTokens, type Token } from './lexer.ts'

/** Maximum depth of a tree, because the compiler is recursive. */
export const DEEPEST_TREE = 200

/** Parses a query. Throws DaxError `syntax` or `limit`. */
export function parseQuery(text: string): Query {
  const parser = new Parser(readTokens(text))
  return parser.whole(() => parser.query())
}

/** Parses one expression of a measure, a calculated column or a role. Throws DaxError `syntax` or `limit`. */
export function parseExpression(text: string): Node {
  const parser = new Parser(readTokens(text))
  return parser.whole(() => parser.expression())
}

/** Operators by precedence, lowest first. All operators are left-associative, as in DAX (also `^`). */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['NOT'],
  ['=', '==', '<>', '<', '<=', '>', '>=', 'IN'],
  ['&'],
  ['+', '-'],
  ['*', '/'],
  ['SIGN'],
  ['^'],
]

class Parser {
  private readonly tokens: Token[]
  private next = 0
  private depth = 0
  private rowBegins = -1
  private row: Node[] | null = null
  /** Height of each subtree. Limits chains such as `1+1+1+…` in the same way as nested parentheses. */
  private readonly heights = new WeakMap<Node, number>()

  constructor(tokens: Token[]) {
    this.tokens = tokens
  }

  whole<T>(read: () => T): T {
    const result = read()
    if (this.peek().kind !== 'end') throw this.unexpected('the end of the text')
    return result
  }

  query(): Query {
    const definitions = this.takeWord('DEFINE') ? this.definitions() : []
    if (!this.takeWord('EVALUATE')) throw this.unexpected('EVALUATE')
    const evaluate = this.expression()
    const orderBy: Ordering[] = []
    if (this.takeWord('ORDER')) {
      if (!this.takeWord('BY')) throw this.unexpected('BY')
      do orderBy.push(this.ordering())
      while (this.takeSymbol(','))
    }
    if (this.isWord('START')) throw new DaxError('unsupported', 'START AT is not supported.', this.peek().at)
    if (this.isWord('EVALUATE'))
      throw new DaxError('unsupported', 'One EVALUATE is answered at a time.', this.peek().at)
    return { definitions, evaluate, orderBy }
  }

  private definitions(): Definition[] {
    const found: Definition[] = []
    for (;;) {
      const position = this.peek().at
      if (this.takeWord('MEASURE')) {
        const table = this.take()
        if (table.kind !== 'name' && table.kind !== 'table') throw this.unexpected('a table name', table)
        const column = this.take()
        if (column.kind !== 'column') throw this.unexpected('a measure name', column)
        found.push({ kind: 'measure', table: table.text, name: column.text, value: this.assigned(), at: position })
      } else if (this.takeWord('VAR')) {
        const name = this.takeName()
        found.push({ kind: 'variable', name, value: this.assigned(), at: position })
      } else if (this.isWord('COLUMN') || this.isWord('TABLE') || this.isWord('FUNCTION')) {
        throw new DaxError('unsupported', `DEFINE ${this.peek().text} is not supported.`, position)
      } else return found
    }
  }

  private assigned(): Node {
    this.expectSymbol('=')
    return this.expression()
  }

  private ordering(): Ordering {
    const by = this.expression()
    if (this.takeWord('DESC')) return { by, descending: true }
    this.takeWord('ASC')
    return { by, descending: false }
  }

  expression(): Node {
    const position = this.peek().at
    if (++this.depth > DEEPEST_TREE) throw tooDeep(position)
    const node = this.isWord('VAR') ? this.block(position) : this.level(0)
    this.depth--
    return node
  }

  private block(position: Position): Node {
    const variables: Variable[] = []
    while (this.isWord('VAR')) {
      const place = this.take().at
      const name = this.takeName()
      variables.push({ name, value: this.assigned(), at: place })
    }
    if (!this.takeWord('RETURN')) throw this.unexpected('RETURN')
    const result = this.expression()
    return this.grown({ kind: 'block', at: position, variables, result }, [
      ...variables.map((one) => one.value),
      result,
    ])
  }

  private level(level: number): Node {
    const operators = LEVELS[level]
    if (!operators) return this.primary()
    if (operators[0] === 'NOT') return this.prefixed(level, () => (this.isNotOperator() ? 'not' : null))
    if (operators[0] === 'SIGN') return this.prefixed(level, () => this.sign())
    let left = this.level(level + 1)
    for (let token = this.peek(); this.isOneOf(operators, token); token = this.peek()) {
      this.take()
      const right = this.level(level + 1)
      left = this.joined(token, left, right)
    }
    return left
  }

  private isOneOf(operators: readonly string[], token: Token): boolean {
    if (token.kind === 'symbol') return operators.includes(token.text)
    return token.kind === 'name' && token.text.toUpperCase() === 'IN' && operators.includes('IN')
  }

  private joined(token: Token, left: Node, right: Node): Node {
    if (token.kind === 'name') return this.grown({ kind: 'in', at: token.at, left: [left], right }, [left, right])
    const operator = token.text as BinaryOperator // All symbols in LEVELS are binary operators.
    return this.grown({ kind: 'binary', at: token.at, operator, left, right }, [left, right])
  }

  private prefixed(level: number, operator: () => '-' | '+' | 'not' | null): Node {
    const found = operator()
    if (!found) return this.level(level + 1)
    const position = this.take().at
    if (++this.depth > DEEPEST_TREE) throw tooDeep(position)
    const operand = this.level(level)
    this.depth--
    return this.grown({ kind: 'unary', at: position, operator: found, operand }, [operand])
  }

  private isNotOperator(): boolean {
    return this.isWord('NOT')
  }

  private sign(): '-' | '+' | null {
    const token = this.peek()
    return token.kind === 'symbol' && (token.text === '-' || token.text === '+') ? token.text : null
  }

  private primary(): Node {
    const token = this.take()
    const position = token.at
    switch (token.kind) {
      case 'number':
        return { kind: 'number', at: position, value: Number(token.text), isWhole: /^\d+$/.test(token.text) }
      case 'string':
        return { kind: 'string', at: position, value: token.text }
      case 'date':
        return { kind: 'date', at: position, value: token.text }
      case 'column':
        return { kind: 'column', at: position, table: null, name: token.text }
      case 'table':
        return this.tableOrColumn(token)
      case 'name':
        return this.takeSymbol('(') ? this.call(token) : this.tableOrColumn(token)
      case 'symbol':
        if (token.text === '(') return this.parenthesis(position)
        if (token.text === '{') return this.tableConstructor(position)
        if (token.text === '-' || token.text === '+') return this.signed(position, token.text)
        break
      case 'end':
        break
    }
    throw this.unexpected('an expression', token)
  }

  /** A sign after `^`, as in `2 ^ -1`. */
  private signed(position: Position, operator: '-' | '+'): Node {
    if (++this.depth > DEEPEST_TREE) throw tooDeep(position)
    const operand = this.primary()
    this.depth--
    return this.grown({ kind: 'unary', at: position, operator, operand }, [operand])
  }

  private tableOrColumn(token: Token): Node {
    const next = this.peek()
    if (next.kind === 'column') {
      this.take()
      return { kind: 'column', at: token.at, table: token.text, name: next.text }
    }
    return token.kind === 'table'
      ? { kind: 'table', at: token.at, name: token.text }
      : { kind: 'name', at: token.at, name: token.text }
  }

  private call(token: Token): Node {
    const parsedArguments: (Node | null)[] = []
    if (!this.takeSymbol(')')) {
      do parsedArguments.push(this.isSymbol(',') || this.isSymbol(')') ? null : this.expression())
      while (this.takeSymbol(','))
      this.expectSymbol(')')
    }
    const nodes = parsedArguments.filter((one) => one !== null)
    return this.grown({ kind: 'call', at: token.at, name: token.text.toUpperCase(), arguments: parsedArguments }, nodes)
  }

  /** `(a)` is a. `(a, b)` is valid only on the left side of IN, or as a row of a table constructor. */
  private parenthesis(position: Position): Node {
    const isRow = this.rowBegins === this.next - 1
    const first = this.expression()
    if (!this.isSymbol(',')) {
      this.expectSymbol(')')
      return first
    }
    const left = [first]
    while (this.takeSymbol(',')) left.push(this.expression())
    this.expectSymbol(')')
    if (isRow && (this.isSymbol(',') || this.isSymbol('}'))) {
      this.row = left
      return first
    }
    if (!this.takeWord('IN')) throw this.unexpected('IN')
    const right = this.level(LEVELS.length - 1)
    return this.grown({ kind: 'in', at: position, left, right }, [...left, right])
  }

  private tableConstructor(position: Position): Node {
    const rows: Node[][] = []
    if (!this.takeSymbol('}')) {
      do rows.push(this.constructorRow())
      while (this.takeSymbol(','))
      this.expectSymbol('}')
    }
    return this.grown({ kind: 'tableConstructor', at: position, rows }, rows.flat())
  }

  /**
   * A row of a table constructor. `(1, 2)` is a row with two values; `(1)` and `(1) + 2` are values. parenthesis()
   * detects a row by its start position.
   */
  private constructorRow(): Node[] {
    this.rowBegins = this.next
    this.row = null
    const value = this.expression()
    const row = this.row as Node[] | null // parenthesis() may have set it, which tsc cannot see.
    this.row = null
    return row ?? [value]
  }

  private grown(node: Node, parts: Node[]): Node {
    const height = 1 + Math.max(0, ...parts.map((part) => this.heights.get(part) ?? 0))
    if (height > DEEPEST_TREE) throw tooDeep(node.at)
    this.heights.set(node, height)
    return node
  }

  private peek(): Token {
    const token = this.tokens[this.next] ?? this.tokens.at(-1)
    if (!token) throw new Error('The lexer always ends with an end.')
    return token
  }

  private take(): Token {
    const token = this.peek()
    this.next++
    return token
  }

  private takeName(): string {
    const token = this.take()
    if (token.kind !== 'name') throw this.unexpected('a name', token)
    return token.text
  }

  private isWord(word: string): boolean {
    const token = this.peek()
    return token.kind === 'name' && token.text.toUpperCase() === word
  }

  private takeWord(word: string): boolean {
    if (!this.isWord(word)) return false
    this.next++
    return true
  }

  private isSymbol(symbol: string): boolean {
    const token = this.peek()
    return token.kind === 'symbol' && token.text === symbol
  }

  private takeSymbol(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false
    this.next++
    return true
  }

  private expectSymbol(symbol: string): void {
    if (!this.takeSymbol(symbol)) throw this.unexpected(`"${symbol}"`)
  }

  private unexpected(expected: string, token: Token = this.peek()): DaxError {
    const found = token.kind === 'end' ? 'the text ends' : `"${token.text.slice(0, 40)}" stands`
    return new DaxError('syntax', `Here ${found} where ${expected} is expected.`, token.at)
  }
}

function tooDeep(position: Position): DaxError {
  return new DaxError('limit', `The expression is nested deeper than ${DEEPEST_TREE} steps.`, position)
}
