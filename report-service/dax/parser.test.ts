import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Node } from './ast.ts'
import { DaxError } from './errors.ts'
import { parseExpression, parseQuery } from './parser.ts'

/** Prints a tree as DAX with all parentheses, to show how the parser understood the text. */
function print(node: Node): string {
  switch (node.kind) {
    case 'number':
      return node.isWhole ? String(node.value) : node.value.toExponential()
    case 'string':
      return `"${node.value.replaceAll('"', '""')}"`
    case 'date':
      return `dt"${node.value}"`
    case 'name':
      return node.name
    case 'table':
      return `'${node.name.replaceAll("'", "''")}'`
    case 'column':
      return `${node.table === null ? '' : `'${node.table.replaceAll("'", "''")}'`}[${node.name.replaceAll(']', ']]')}]`
    case 'call':
      return `${node.name}(${node.arguments.map((one) => (one ? print(one) : '')).join(', ')})`
    case 'unary':
      return `(${node.operator === 'not' ? 'NOT ' : node.operator}${print(node.operand)})`
    case 'binary':
      return `(${print(node.left)} ${node.operator} ${print(node.right)})`
    case 'in':
      return `(${node.left.length > 1 ? `(${node.left.map(print).join(', ')})` : node.left.map(print).join('')} IN ${print(node.right)})`
    case 'tableConstructor':
      return `{${node.rows.map((row) => (row.length > 1 ? `(${row.map(print).join(', ')})` : row.map(print).join(''))).join(', ')}}`
    case 'block':
      return `(${node.variables.map((one) => `VAR ${one.name} = ${print(one.value)}`).join(' ')} RETURN ${print(node.result)})`
  }
}

describe('precedence', () => {
  test.each([
    ['1 + 2 * 3 - 4', '((1 + (2 * 3)) - 4)'],
    ['-a ^ 2', '(-(a ^ 2))'],
    ['2 * -3', '(2 * (-3))'],
    ['a & b + c = d', '((a & (b + c)) = d)'],
    ['a = b && c <> d || NOT e > f', '(((a = b) && (c <> d)) || (NOT (e > f)))'],
    ['NOT a IN {1, 2}', '(NOT (a IN {1, 2}))'],
    ["('T'[a], [b]) IN {(1, 2)} && c", "((('T'[a], [b]) IN {(1, 2)}) && c)"],
    ['{(1) + 2, (3, 4)}', '{(1 + 2), (3, 4)}'],
    ['VAR x = 1 VAR y = x RETURN x + y', '(VAR x = 1 VAR y = x RETURN (x + y))'],
    ['TOPN(1, T, , ASC)', 'TOPN(1, T, , ASC)'],
    ["Sales[a]]b] & 'It''s'[c]", "('Sales'[a]]b] & 'It''s'[c])"],
    ['1 /* a */ + // b\n 2 -- c', '(1 + 2)'],
  ])('parses %s', (text, expected) => {
    expect(print(parseExpression(text))).toBe(expected)
  })
})

const name = fc.constantFrom('a', 'Sales', 'x1', 'naïve')
const position = { line: 1, column: 1 }

const tree = fc.letrec<{ node: Node; table: Node }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.nat(1000).map((value): Node => ({ at: position, kind: 'number', value, isWhole: true })),
    fc.string().map((value): Node => ({ at: position, kind: 'string', value })),
    name.map((one): Node => ({ at: position, kind: 'name', name: one })),
    fc.record({
      at: fc.constant(position),
      kind: fc.constant('column' as const),
      table: fc.option(name),
      name: fc.string(),
    }),
    fc.record({
      at: fc.constant(position),
      kind: fc.constant('unary' as const),
      operator: fc.constantFrom('-', '+', 'not'),
      operand: tie('node'),
    }),
    fc.record({
      at: fc.constant(position),
      kind: fc.constant('binary' as const),
      operator: fc.constantFrom('+', '-', '*', '/', '^', '&', '=', '==', '<>', '<', '<=', '>', '>=', '&&', '||'),
      left: tie('node'),
      right: tie('node'),
    }),
    fc.record({
      at: fc.constant(position),
      kind: fc.constant('call' as const),
      name: fc.constantFrom('SUM', 'A.B'),
      arguments: fc.array(tie('node'), { maxLength: 3 }),
    }),
    fc.record({
      at: fc.constant(position),
      kind: fc.constant('in' as const),
      left: fc.array(tie('node'), { minLength: 1, maxLength: 2 }),
      right: tie('table'),
    }),
    fc.record({
      at: fc.constant(position),
      kind: fc.constant('block' as const),
      variables: fc.array(fc.record({ at: fc.constant(position), name, value: tie('node') }), {
        minLength: 1,
        maxLength: 2,
      }),
      result: tie('node'),
    }),
  ),
  table: fc.record({
    at: fc.constant(position),
    kind: fc.constant('tableConstructor' as const),
    rows: fc.array(fc.array(tie('node'), { minLength: 1, maxLength: 2 }), { maxLength: 2 }),
  }),
}))

test('a printed tree parses to the same tree', () => {
  fc.assert(
    fc.property(tree.node, (node) => {
      expect(print(parseExpression(print(node)))).toBe(print(node))
    }),
    { numRuns: 300 },
  )
}, 30_000)

/** Errors of the parsers that are not DaxErrors. */
function accidents(text: string): unknown[] {
  return [parseQuery, parseExpression].flatMap((parse) => {
    try {
      parse(text)
      return []
    } catch (fault) {
      return fault instanceof DaxError ? [] : [fault]
    }
  })
}

describe('any text is parsed or refused with a DaxError', () => {
  test('random characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(accidents(text)).toEqual([])
      }),
      { numRuns: 300 },
    )
  }, 30_000)

  test('random tokens of the language', () => {
    const words = [
      'EVALUATE',
      'VAR',
      'RETURN',
      'x',
      '=',
      '1',
      '(',
      ')',
      '{',
      '}',
      ',',
      "'T'",
      '[c]',
      '"s"',
      'IN',
      'NOT',
      '-',
      '+',
      '&&',
      'SUM(',
      'ORDER BY',
      'DEFINE MEASURE',
      '/*',
      "'",
      '"',
      '[',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 60 }), (parts) => {
        expect(accidents(parts.join(' '))).toEqual([])
      }),
      { numRuns: 500 },
    )
  }, 30_000)
})

test('positions count lines and columns from one', () => {
  const fault = (() => {
    try {
      parseQuery('EVALUATE\n  ROW("a",\n ?)')
    } catch (caught) {
      return caught
    }
    return null
  })()
  expect(fault).toMatchObject({ code: 'syntax', position: { line: 3, column: 2 } })
})
