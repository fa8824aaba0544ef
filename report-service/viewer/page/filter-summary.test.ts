import { describe, expect, it } from 'vitest'
import type { ReportFilter } from '../../report/definition.ts'
import { createSpeech } from '../phrases/speech.ts'
import { filterName, filterSummary } from './filter-summary.ts'

const target = { table: 'T', column: 'Categoria' }
const say = (filter: ReportFilter, language = 'pt-BR') => filterSummary(filter, createSpeech(language, null))

describe('filter summaries', () => {
  it.each<[ReportFilter, string]>([
    [{ filterType: 1, target, operator: 'All', values: [] }, 'Todos'],
    [{ filterType: 1, target, operator: 'In', values: ['a', null] }, 'a, (Em branco)'],
    [{ filterType: 1, target, operator: 'In', values: ['a', 'b', 'c', 'd'] }, '4 selecionados'],
    [{ filterType: 1, target, operator: 'NotIn', values: ['a'] }, 'exceto a'],
    [
      {
        filterType: 0,
        target,
        logicalOperator: 'Or',
        conditions: [{ operator: 'LessThan', value: 1.5 }, { operator: 'IsBlank' }],
      },
      'menos de 1,5 ou está em branco',
    ],
    [
      {
        filterType: 0,
        target,
        logicalOperator: 'And',
        conditions: [{ operator: 'GreaterThanOrEqual', value: '2013-01-31T00:00:00' }],
      },
      'a partir de 31/01/2013',
    ],
    [
      {
        filterType: 0,
        target,
        logicalOperator: 'And',
        conditions: [
          { operator: 'GreaterThanOrEqual', value: 2011 },
          { operator: 'LessThanOrEqual', value: 2013 },
        ],
      },
      'de 2011 a 2013',
    ],
    [
      { filterType: 5, target, operator: 'Top', itemCount: 10, orderBy: { table: 'T', measure: 'Vendas' } },
      '10 maiores por Vendas',
    ],
    [{ filterType: 4, target, operator: 0, timeUnitsCount: 3, timeUnitType: 3, includeToday: true }, 'últimos 3 meses'],
    [{ filterType: 4, target, operator: 0, timeUnitsCount: 1, timeUnitType: 4, includeToday: true }, 'último mês'],
    [
      { filterType: 4, target, operator: 2, timeUnitsCount: 2, timeUnitType: 1, includeToday: true },
      'próximas 2 semanas',
    ],
    [{ filterType: 4, target, operator: 1, timeUnitsCount: 1, timeUnitType: 6, includeToday: true }, 'este ano'],
  ])('describe %j', (filter, words) => expect(say(filter)).toBe(words))

  it('exist in four languages', () => {
    const filter: ReportFilter = { filterType: 1, target, operator: 'NotIn', values: ['a'] }
    expect(['en-US', 'es', 'pt-PT', 'fr', 'en-GB'].map((language) => say(filter, language))).toEqual([
      'except a',
      'excepto a',
      'exceto a',
      'exceto a',
      'except a',
    ])
  })
  it('use the given name or the column name', () => {
    expect(filterName({ filterType: 1, target, operator: 'All', values: [] })).toBe('Categoria')
    expect(
      filterName({ filterType: 1, target, operator: 'All', values: [], displaySettings: { displayName: 'Nome' } }),
    ).toBe('Nome')
  })
})
