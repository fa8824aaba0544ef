import { describe, expect, it } from 'vitest'
import { viewOrigin } from './report-view-log.ts'

describe('the origin of a view', () => {
  const opening = { reportId: 'r1', screen: 'report', isEmbedded: false, homePath: '/' } as const

  it('is the page of the report, its app, or the page of another site', () => {
    expect(viewOrigin(opening)).toBe('report')
    expect(viewOrigin({ ...opening, screen: 'app' })).toBe('app')
    expect(viewOrigin({ ...opening, isEmbedded: true })).toBe('embedded')
  })

  it('is the home page, if the person lands on this report', () => {
    const homePath = '/r1/reports/view'
    expect(viewOrigin({ ...opening, homePath })).toBe('home')
    expect(viewOrigin({ ...opening, homePath, reportId: 'r2' })).toBe('report')
    expect(viewOrigin({ ...opening, homePath, screen: 'app' })).toBe('app')
    expect(viewOrigin({ ...opening, homePath, isEmbedded: true })).toBe('embedded')
  })
})
