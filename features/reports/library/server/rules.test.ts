import { describe, expect, it } from 'vitest'
import type { Dataset } from '#powerbi/server/power-bi.ts'
import { changesAccess, isSecured, lacksRole, mayAdd, outlineOf, withSource } from './rules.ts'

const dataset = (overrides: Partial<Dataset>): Dataset => ({
  id: 'd',
  name: null,
  configuredBy: null,
  isRefreshable: null,
  isEffectiveIdentityRequired: false,
  isEffectiveIdentityRolesRequired: false,
  isOnPremGatewayRequired: null,
  targetStorageMode: null,
  ...overrides,
})

describe('row-level security of a data set (E2)', () => {
  it('is off only when the service says so explicitly', () => {
    expect(isSecured(dataset({}))).toBe(false)
    expect(isSecured(dataset({ isEffectiveIdentityRequired: true }))).toBe(true)
    expect(isSecured(dataset({ isEffectiveIdentityRolesRequired: true }))).toBe(true)
    expect(isSecured(dataset({ isEffectiveIdentityRequired: null }))).toBe(true)
    expect(isSecured(undefined)).toBe(true)
  })
})

describe('managed reports', () => {
  it('partner and platform may add them where the business unit may not', () => {
    const may = (profile: string, allow_adding_reports: boolean) => mayAdd(profile, { allow_adding_reports })
    expect(['admin', 'master', 'a2m'].map((profile) => may(profile, true))).toEqual([true, true, true])
    expect(['admin', 'master', 'a2m', 'user', ''].map((profile) => may(profile, false))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })

  it('require a role to ignore row-level security', () => {
    expect(lacksRole({ ignore_row_security: true, ignore_role: null })).toBe(true)
    expect(lacksRole({ ignore_row_security: true, ignore_role: 'All' })).toBe(false)
    expect(lacksRole({ ignore_row_security: false, ignore_role: null })).toBe(false)
  })

  it('stop ignoring row-level security when the data set changes or gets roles', () => {
    const source = { workspace_id: 'w', service_report_id: 'r', service_dataset_id: 'd', row_security: true }
    const ignoring = { ignore_row_security: true, ignore_role: 'All' }
    expect(withSource({ ...source, ...ignoring }, { ...source, service_report_id: 'r2' })).toMatchObject(ignoring)
    const closed = { ignore_row_security: false, ignore_role: null }
    expect(withSource({ ...source, ...ignoring }, { ...source, service_dataset_id: 'd2' })).toMatchObject(closed)
    expect(withSource({ ...source, ...ignoring, row_security: false }, source)).toMatchObject(closed)
  })

  it('announce changed access when they are hidden or ignore row-level security', () => {
    const before = { allow_edit: true, hidden: false, ignore_row_security: false, ignore_role: null }
    expect(changesAccess(before, before)).toBe(false)
    expect(changesAccess(before, { ...before, hidden: true })).toBe(true)
    expect(changesAccess(before, { ...before, allow_edit: false })).toBe(true)
    expect(changesAccess(before, { ...before, ignore_row_security: true, ignore_role: 'All' })).toBe(true)
  })
})

describe('the outline of a page', () => {
  const box = { x: 0, y: 0, width: 320, height: 180 }
  const kindOf = (type: string) =>
    outlineOf({ width: 1_280, height: 720, visuals: [{ type, ...box }] })?.visuals.map(({ kind }) => kind)

  it('has a drawing for each type of visual, and a block for one that is unknown', () => {
    const types = ['cardVisual', 'clusteredColumnChart', 'barChart', 'lineChart', 'donutChart', 'pivotTable', 'slicer']
    const drawings = ['card', 'columns', 'bars', 'line', 'pie', 'table', 'slicer']
    expect(types.flatMap(kindOf)).toEqual(drawings)
    expect(['tableEx', 'textbox', 'areaChart', 'kpi', 'myVisual123'].flatMap(kindOf)).toEqual([
      'table',
      'text',
      'line',
      'card',
      'block',
    ])
  })

  it('stays within the page, and leaves out what has no size or stands outside', () => {
    const visuals = [
      { type: 'card', x: -100, y: 360, width: 3_000, height: 90 },
      { type: 'card', x: 2_000, y: 0, width: 100, height: 100 },
      { type: 'card', x: 0, y: 0, width: 0, height: 100 },
    ]
    expect(outlineOf({ width: 1_000, height: 720, visuals })).toEqual({
      ratio: 1.39,
      visuals: [{ kind: 'card', x: 0, y: 500, width: 1_000, height: 125 }],
    })
    expect(outlineOf({ width: 0, height: 0, visuals })).toBeNull()
    expect(outlineOf({ width: 100, height: 100, visuals: [] })).toBeNull()
  })
})
