import { describe, expect, it } from 'vitest'
import { isDecided, sdkFilter } from './report-filters.ts'

const on = { table: 'Sales', column: 'Country' }

describe('the filters of a publisher', () => {
  it('become basic filters for lists of values, and advanced filters for conditions', () => {
    expect(sdkFilter({ ...on, operator: 'in', values: ['Brazil', 'Chile'] })).toMatchObject({
      $schema: 'http://powerbi.com/product/schema#basic',
      filterType: 1,
      target: on,
      operator: 'In',
      values: ['Brazil', 'Chile'],
    })
    expect(sdkFilter({ ...on, operator: 'at_least', values: [2012] })).toMatchObject({
      $schema: 'http://powerbi.com/product/schema#advanced',
      filterType: 0,
      logicalOperator: 'And',
      conditions: [{ operator: 'GreaterThanOrEqual', value: 2012 }],
    })
    expect(sdkFilter({ ...on, operator: 'blank', values: [] })).toMatchObject({ conditions: [{ operator: 'IsBlank' }] })
  })

  it('are locked for the reader, and decide about their column', () => {
    const filter = { ...on, operator: 'in' as const, values: ['Brazil'] }
    expect(sdkFilter(filter)).toMatchObject({ displaySettings: { isLockedInViewMode: true } })
    expect(isDecided({ target: on, values: ['Chile'] }, [filter])).toBe(true)
    expect(isDecided({ target: { ...on, column: 'City' } }, [filter])).toBe(false)
    expect(isDecided({ target: [on] }, [filter])).toBe(false)
    expect(isDecided({}, [filter])).toBe(false)
  })
})
