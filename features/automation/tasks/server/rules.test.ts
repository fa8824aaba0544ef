import fc from 'fast-check'
import { DateTime } from 'luxon'
import { describe, expect, it } from 'vitest'
import { numberIn, repeatPolicies, type TaskVariable } from '../contract.ts'
import {
  columnOf,
  compared,
  filledMessage,
  filledQuery,
  evaluateCondition,
  hasChangedBy,
  outcomeOf,
  cellText,
  placeholderFault,
} from './rules.ts'

const inPortuguese = (text: string) => ({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })
const variable = (name: string, substitution: TaskVariable['substitution'], value: string): TaskVariable => ({
  name,
  substitution,
  value,
})

describe('the variables of a query', () => {
  it('become DAX literals', () => {
    const variables = [
      variable('loja', 'text', 'São "Paulo"'),
      variable('meta', 'number', '1,5'),
      variable('ontem', 'day', '-1'),
    ]
    expect(
      filledQuery('FILTER(A, [x] = {{loja}} && [y] > {{ meta }} && [d] = {{ontem}})', variables, '2026-03-01'),
    ).toBe('FILTER(A, [x] = "São ""Paulo""" && [y] > 1.5 && [d] = DATE(2026, 2, 28))')
  })

  it('E6: a text never ends its literal', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const filled = filledQuery('{{x}}', [variable('x', 'text', value)], '2026-01-01')
        // DAX doubles a quotation mark inside a text literal.
        expect(filled.slice(1, -1).replaceAll('""', '')).not.toContain('"')
        expect(filled.slice(1, -1).replaceAll('""', '"')).toBe(value)
      }),
    )
  })

  it('are checked before they are stored: unknown, repeated, not a number, not a day, a column in the query', () => {
    const fault = (part: Partial<Parameters<typeof placeholderFault>[0]>) =>
      placeholderFault({ dax: 'EVALUATE A', variables: [], message: inPortuguese('x'), ...part })
    expect(fault({})).toBeNull()
    expect(fault({ dax: '{{a}}' })).toEqual({ field: 'dax', name: 'a' })
    expect(fault({ dax: '{{a}}', variables: [variable('a', 'column', 'X')] })).toEqual({ field: 'dax', name: 'a' })
    expect(fault({ message: inPortuguese('{{a}}') })).toEqual({ field: 'message', name: 'a' })
    expect(fault({ message: { ...inPortuguese('x'), es: '{{b}}' } })).toEqual({ field: 'message', name: 'b' })
    expect(fault({ message: inPortuguese('{{value}} {{count}}') })).toBeNull()
    expect(fault({ variables: [variable('a', 'text', 'x'), variable('a', 'text', 'y')] })).toMatchObject({ name: 'a' })
    expect(fault({ variables: [variable('value', 'text', 'x')] })).toMatchObject({ field: 'variables' })
    expect(fault({ variables: [variable('n', 'number', '1.000,5')] })).toMatchObject({ field: 'variables' })
    expect(fault({ variables: [variable('d', 'day', 'ontem')] })).toMatchObject({ field: 'variables' })
  })
})

describe('the compared column', () => {
  const columns = ['Sales[Year]', '[Total]', 'Stores[Name]', 'Cities[Name]']
  it.each([
    [null, 'Sales[Year]'],
    ['[total]', '[Total]'],
    ['Total', '[Total]'],
    ['sales[year]', 'Sales[Year]'],
    ['Name', null],
    ['Nothing', null],
  ])('%s is %s', (requestedName, found) => expect(columnOf(columns, requestedName)).toBe(found))
})

describe('a comparison', () => {
  it.each([
    [10, 'greater', '9,5', true],
    [10, 'less_or_equal', '10', true],
    [10, 'equal', 'ten', null],
    ['Norte', 'equal', 'norte', true],
    ['Norte', 'not_equal', 'Sul', true],
    ['Loja Norte', 'contains', 'NORTE', true],
    [1234.5, 'contains', '234', true],
    [true, 'equal', 'true', true],
    [null, 'is_blank', null, true],
    ['', 'is_blank', null, true],
    [0, 'is_blank', null, false],
    [null, 'less', '5', false],
    [null, 'not_equal', '5', true],
    ['2026-03-01T00:00:00', 'equal', '2026-03-01', true],
    ['2026-03-01T10:30:00', 'equal', '2026-03-01', true],
    ['2026-03-01T10:30:00', 'greater', '2026-02-28', true],
    ['2026-03-01T10:30:00', 'equal', '01/03/2026', true],
    ['2026-03-01T10:30:00', 'less', ' 2/3/2026 ', true],
    ['2026-03-01T10:30:00', 'greater', '31/02/2026', null],
    ['01/03/2026', 'equal', '01/03/2026', true],
    ['2026-03-01T00:00:00', 'greater', '12', null],
    [5, 'greater', null, null],
  ] as const)('of %s %s %s is %s', (cell, operator, value, result) =>
    expect(compared(cell, operator, value)).toBe(result),
  )

  it('reads numbers with a point or a comma, and refuses signs of thousands', () => {
    expect(['1.5', '1,5', '-3', ' 7 '].map(numberIn)).toEqual([1.5, 1.5, -3, 7])
    expect(['1.000,5', '1,000.5', '', 'NaN', '1e9', '0x1'].map(numberIn)).toEqual([null, null, null, null, null, null])
  })
})

describe('the answer of a query', () => {
  const rows = [
    { 'Stores[Name]': 'A', '[Total]': 5 },
    { 'Stores[Name]': 'B', '[Total]': 15 },
    { 'Stores[Name]': 'C', '[Total]': 25 },
  ]
  const over = (type: 'single' | 'list', value: string) =>
    ({ type, column_name: 'Total', operator: 'greater', value }) as const

  it('meets the condition by its first row, or by each row of a list', () => {
    expect(evaluateCondition(rows, over('single', '10'), null)).toMatchObject({ matched: [], cell: 5 })
    expect(evaluateCondition(rows, over('list', '10'), null)).toMatchObject({ matched: [rows[1], rows[2]], cell: 15 })
    expect(evaluateCondition([], over('list', '10'), null)).toMatchObject({ matched: [] })
  })

  it('without a row is blank for a single value', () => {
    expect(
      evaluateCondition([], { type: 'single', column_name: null, operator: 'is_blank', value: null }, null),
    ).toMatchObject({
      matched: [{}],
    })
    expect(
      evaluateCondition([], { type: 'list', column_name: null, operator: 'is_blank', value: null }, null),
    ).toMatchObject({
      matched: [],
    })
  })

  it('names the column or the value at fault', () => {
    expect(evaluateCondition(rows, { ...over('single', '10'), column_name: 'Nada' }, null)).toEqual({
      problem: 'column',
    })
    expect(evaluateCondition(rows, over('list', 'dez'), null)).toEqual({ problem: 'value' })
  })

  it('counts as changed when its value differs from the last run, and not at the first run', () => {
    const changed = { type: 'single', column_name: 'Total', operator: 'changed', value: null } as const
    const first = evaluateCondition(rows, changed, null)
    if (first.problem !== null) throw new Error(first.problem)
    expect(first.matched).toEqual([])
    expect(evaluateCondition(rows, changed, first.lastValue)).toMatchObject({ matched: [] })
    expect(evaluateCondition([{ '[Total]': 6 }], changed, first.lastValue)).toMatchObject({
      matched: [{ '[Total]': 6 }],
    })
  })
})

describe('the repeat policy', () => {
  const zone = 'America/Sao_Paulo'
  /** The repeat policy, written independently of the code over the whole history: earlier notifications decide. */
  const expected = (
    policy: string,
    past: { instant: Date; holds: boolean; result: string; isNotified: boolean }[],
    now: Date,
    holds: boolean,
    result: string,
  ) => {
    if (policy === 'only_execute_dax') return 'recorded'
    if (!holds) return 'quiet'
    if (policy === 'always') return 'notified'
    if (policy === 'on_change') return past.at(-1)?.result === result ? 'held' : 'notified'
    const same = policy === 'once_per_week' ? "kkkk-'W'WW" : 'yyyy-LL'
    const key = (instant: Date) => DateTime.fromJSDate(instant, { zone }).toFormat(same)
    return past.some(({ instant, isNotified }) => isNotified && key(instant) === key(now)) ? 'held' : 'notified'
  }

  it('J6: gives the outcome of an independent model for 200 random histories', () => {
    const history = fc.array(fc.tuple(fc.integer({ min: 1, max: 14 * 24 }), fc.integer({ min: 0, max: 3 })), {
      minLength: 1,
      maxLength: 30,
    })
    fc.assert(
      fc.property(fc.constantFrom(...repeatPolicies), history, (policy, steps) => {
        const past: { instant: Date; holds: boolean; result: string; isNotified: boolean }[] = []
        let time = Date.UTC(2026, 10, 28, 2, 30)
        let last: { last_result: string | null; notified_at: Date | null } = { last_result: null, notified_at: null }
        for (const [hours, value] of steps) {
          time += hours * 3_600_000
          const now = new Date(time)
          const [holds, result] = [value > 0, String(value)]
          const outcome = outcomeOf(policy, { matched: value, result }, last, now, zone)
          expect(outcome).toBe(expected(policy, past, now, holds, result))
          const isNotified = outcome === 'notified'
          past.push({ instant: now, holds, result, isNotified })
          last = { last_result: result, notified_at: isNotified ? now : last.notified_at }
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('a message', () => {
  const rows = [
    { 'Stores[Name]': '{{meta}}', '[Total]': 1234.567, '[Day]': '2026-03-01T00:00:00' },
    { 'Stores[Name]': 'Sul', '[Total]': 0.1234, '[Day]': '2026-03-02T14:30:00' },
  ]
  const messageValues = {
    matched: rows,
    column: '[Total]',
    cell: 1234.567,
    variables: [
      variable('loja', 'column', 'Name'),
      variable('dia', 'column', 'Day'),
      variable('meta', 'number', '10.5'),
      variable('ontem', 'day', '-1'),
    ],
    today: '2026-03-01',
  }

  it('has a line for each row, in the numbers and days of the language', () => {
    const text = '{{loja}}: {{value}} de {{meta}} em {{dia}}, {{ontem}}, {{count}}'
    expect(filledMessage(text, 'pt-BR', messageValues, String).split('\n')).toEqual([
      '{{meta}}: 1.234,57 de 10,5 em 01/03/2026, 28/02/2026, 2',
      'Sul: 0,1234 de 10,5 em 02/03/2026 14:30, 28/02/2026, 2',
    ])
    expect(filledMessage('{{value}}', 'en-US', messageValues, String).split('\n')[0]).toBe('1,234.57')
  })

  it('counts the rows beyond the twentieth', () => {
    const matched = Array.from({ length: 23 }, (_, index) => ({ '[Total]': index }))
    const lines = filledMessage(
      '{{value}}',
      'pt-BR',
      { ...messageValues, matched, variables: [] },
      (count) => `+${count}`,
    ).split('\n')
    expect([lines.length, lines.at(-1)]).toEqual([21, '+3'])
  })

  it('shows nothing for a blank cell, and a text as it is', () => {
    expect([null, undefined, 'x', true, 12].map((cell) => cellText(cell, 'pt-BR'))).toEqual(['', '', 'x', 'true', '12'])
  })
})

describe('a change by a percentage', () => {
  it.each([
    [100, 110, 10, true],
    [100, 90, 10, true],
    [100, 109.9, 10, false],
    [-100, -110, 10, true],
    [0, 0.01, 500, true],
    [0, 0, 1, false],
    [100, 100, 0.001, false],
  ])('from %d to %d is at least %d%%: %s', (before, now, percent, holds) => {
    expect(hasChangedBy(before, now, percent)).toBe(holds)
  })

  const by10 = { type: 'single', column_name: null, operator: 'changed_by', value: '10' } as const
  const after = (cell: unknown, before: string | null) => {
    const found = evaluateCondition([{ '[Value]': cell }], by10, before)
    return found.problem === null ? [found.matched.length, found.lastValue] : found.problem
  }

  it('compares with the number of the run before, and a run without a number does not forget it', () => {
    expect(after(100, null)).toEqual([0, '100'])
    expect(after(105, '100')).toEqual([0, '105'])
    expect(after(120, '105')).toEqual([1, '120'])
    expect(after(null, '120')).toEqual([0, '120'])
    expect(after(null, null)).toEqual([0, ''])
    expect(after(100, '')).toEqual([0, '100'])
  })

  it('keeps every number exactly', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (cell) => {
        const [, lastValue] = after(cell, null)
        expect(after(cell, String(lastValue))[0]).toBe(0)
      }),
    )
  })
})

it('a cell that is not blank', () => {
  expect([
    compared(0, 'is_not_blank', null),
    compared('', 'is_not_blank', null),
    compared(null, 'is_not_blank', null),
  ]).toEqual([true, false, false])
})
