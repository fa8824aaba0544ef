import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aggregates,
  answeredName,
  daxColumn,
  daxOf,
  isPickable,
  measuredName,
  type PickedQuestion,
  pickedIn,
} from './contract.ts'

/** Names with the characters that mean something in DAX, and any others. */
const name = fc
  .array(fc.oneof(fc.constantFrom("'", '"', '[', ']', ')', ',', ' + 0', '"Value", ', '(', ' '), fc.string()), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''))
  .filter(isPickable)
const column = fc.record({ table: name, column: name })
const question: fc.Arbitrary<PickedQuestion> = fc.record({
  value: fc.oneof(
    fc.record({ kind: fc.constant('measure' as const), name }),
    fc.record({ kind: fc.constant('rows' as const), table: name }),
    fc.record({
      kind: fc.constant('column' as const),
      aggregate: fc.constantFrom(...aggregates),
      table: name,
      column: name,
    }),
  ),
  by: fc.array(column, { maxLength: 3 }),
  name,
})

describe('a question that is picked from lists', () => {
  it.each<[PickedQuestion, string]>([
    [
      { value: { kind: 'measure', name: 'Sales [net]' }, by: [], name: 'Net sales' },
      'EVALUATE\nROW("Net sales", [Sales [net]]])',
    ],
    [{ value: { kind: 'measure', name: 'Sales' }, by: [], name: 'Sales "net"' }, 'EVALUATE\nROW("Value", [Sales])'],
    [
      { value: { kind: 'rows', table: "L'été" }, by: [], name: "L'été" },
      `EVALUATE\nROW("L'été", COUNTROWS('L''été') + 0)`,
    ],
    [
      {
        value: { kind: 'column', aggregate: 'sum', table: 'Sales', column: 'a]b' },
        by: [{ table: 'Store', column: 'Name "x"' }],
        name: 'a]b',
      },
      `EVALUATE\nSUMMARIZECOLUMNS(\n  'Store'[Name "x"],\n  "Value", SUM('Sales'[a]]b])\n)`,
    ],
  ])('becomes the query of %j', (picked, dax) => {
    expect(daxOf(picked)).toBe(dax)
  })

  it('E6: no name ends its quotation, and what was picked is read back from the query', () => {
    fc.assert(
      fc.property(question, (picked) => {
        expect(pickedIn(daxOf(picked))).toEqual({ ...picked, name: answeredName(picked.name) })
      }),
      { numRuns: 2_000 },
    )
  })

  it('E6: a name of a column is one name to a reader of DAX', () => {
    fc.assert(
      fc.property(column, ({ table, column: own }) => {
        const dax = daxColumn({ table, column: own })
        const [, quoted = '', bracketed = ''] = /^'((?:[^']|'')*)'\[((?:[^\]]|\]\])*)\]$/u.exec(dax) ?? []
        expect([quoted.replaceAll("''", "'"), bracketed.replaceAll(']]', ']')]).toEqual([table, own])
      }),
    )
  })

  it.each([
    'EVALUATE ROW("Value", [Sales])',
    'EVALUATE\nROW(" Total", [Sales])',
    'EVALUATE\nROW("To""tal", [Sales])',
    'EVALUATE\nROW("Value", [Sales] * 2)',
    'EVALUATE\nROW("Value", [Sales]) ',
    `EVALUATE\nROW("Value", COUNTROWS('Sales'))`,
    `EVALUATE\nSUMMARIZECOLUMNS(\n  "Value", [Sales]\n)`,
    '',
  ])('is not seen in a query that a person changed: %j', (dax) => {
    expect(pickedIn(dax)).toBeNull()
  })

  it.each<[string, string]>([
    ['EVALUATE\nROW("Vendas totais", [Total Sales])', 'Vendas totais'],
    ['EVALUATE\nROW("Value", [Total Sales])', 'Total Sales'],
    [`EVALUATE\nROW("Value", SUM('Sales'[Amount]))`, 'Amount'],
    [`EVALUATE\nROW("Value", COUNTROWS('Sales') + 0)`, 'Sales'],
  ])('is called by the name in its query, or by that of the model: %j', (dax, called) => {
    const picked = pickedIn(dax)
    expect(picked && measuredName(picked)).toBe(called)
  })

  it.each(['{{x}}', 'a\nb', '', ' a', 'a\u0000'])('offers no name that a query could not hold: %j', (unfit) => {
    expect(isPickable(unfit)).toBe(false)
  })
})
