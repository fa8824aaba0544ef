import { describe, expect, it } from 'vitest'
import { stateColours } from './state-colours.ts'
import { runColours } from './task-state.tsx'
import { columnLabel, formattedInput, formattedCell, withoutThousands } from './task-value-format.ts'

describe('a stored value', () => {
  it('is written as its language writes numbers', () => {
    expect(formattedCell('29358677.2207', 'pt-BR')).toBe('29.358.677,22')
    expect(formattedCell('29358677.2207', 'en-US')).toBe('29,358,677.22')
    expect(formattedCell('29358677.2207', 'es')).toBe('29.358.677,22')
    expect(formattedCell('0.12345', 'pt-BR')).toBe('0,1235')
    expect(formattedCell('-4', 'pt-BR')).toBe('-4')
  })

  it('is written as its language writes days and hours', () => {
    expect(formattedCell('2026-11-23T00:00:00', 'pt-BR')).toBe('23/11/2026')
    expect(formattedCell('2026-11-23', 'pt-BR')).toBe('23/11/2026')
    expect(formattedCell('2026-11-23T14:05:00', 'pt-BR')).toContain('14:05')
  })

  it('stays when it is a text', () => {
    for (const text of ['Norte', '007', 'true', '', '2026-99-99', '12 lojas'])
      expect(formattedCell(text, 'pt-BR')).toBe(text)
  })
})

describe('the value of a condition', () => {
  it('keeps its typed decimals', () => {
    expect(formattedInput('1000,50', 'pt-BR')).toBe('1.000,50')
    expect(formattedInput('1000.5', 'pt-BR')).toBe('1.000,5')
    expect(formattedInput('1000,50', 'en-US')).toBe('1,000.50')
    expect(formattedInput('2026-12-31', 'pt-BR')).toBe('31/12/2026')
    expect(formattedInput(' Norte ', 'pt-BR')).toBe('Norte')
  })
})

it.each([
  ['3.000.000', 'pt-BR', '3000000'],
  ['3.000', 'pt-BR', '3000'],
  ['-1.234,5', 'es', '-1234,5'],
  ['90 000 000', 'pt-PT', '90000000'],
  ['3,000.25', 'en-US', '3000.25'],
  ['3.000', 'en-US', '3.000'],
  ['0.125', 'pt-BR', '0.125'],
  ['12.34', 'pt-BR', '12.34'],
  ['Norte', 'pt-BR', 'Norte'],
  ['2026-12-31', 'pt-BR', '2026-12-31'],
] as const)('a typed %s in %s is stored as %s', (typed, language, stored) => {
  expect(withoutThousands(typed, language)).toBe(stored)
})

it('the name of a column of the query has no brackets, that of a column of a table keeps them', () => {
  expect(['[Profit]', 'Sales[Amount]', 'Profit', '[a]b]'].map(columnLabel)).toEqual([
    'Profit',
    'Sales[Amount]',
    'Profit',
    '[a]b]',
  ])
})

it('a run has the colour of the state that it leads to', () => {
  expect([runColours.notified, runColours.held, runColours.untold]).toEqual(Array(3).fill(stateColours.firing))
  expect([runColours.quiet, runColours.failed]).toEqual([stateColours.ok, stateColours.error])
})
