import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { ReportDefinition } from './definition.ts'
import type { ReportFiles } from './project-files.ts'
import { modelFolderOf, readReport } from './read-report.ts'
import { readVisual } from './read-visual.ts'

const TEMPLATE = join(import.meta.dirname, 'fixtures/template-report')
const SAMPLES = join(import.meta.dirname, '../samples')
const ids = { id: 'r', datasetId: 'd' }
const read = (folder: string): Promise<ReportDefinition> => readReport(folder, ids)

const temporary: string[] = []
afterEach(async () => {
  for (const folder of temporary.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function changed(file: string, change: (text: string) => string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'report-'))
  temporary.push(folder)
  await cp(TEMPLATE, folder, { recursive: true })
  await writeFile(join(folder, file), change(await readFile(join(folder, file), 'utf8')))
  return folder
}

describe('a report written by Power BI', () => {
  test('uses the page name of the file, not of the folder', async () => {
    const report = await read(TEMPLATE)
    expect(report.pages.map((page) => [page.name, page.displayName, page.width, page.height])).toEqual([
      ['3cf1cedb01b04a3b132e', 'Page 1', 1280, 720],
    ])
    expect(report.activePage).toBe('3cf1cedb01b04a3b132e')
    expect(await modelFolderOf(TEMPLATE)).toBe('../Sales.SemanticModel')
  })

  test('keeps all visuals, including unknown types, in tab order', async () => {
    const [page] = (await read(TEMPLATE)).pages
    expect(page?.visuals.map((visual) => visual.type)).toEqual([
      'barChart',
      'areaChart',
      'clusteredBarChart',
      'textbox',
      'image',
      'cardVisual',
      'slicer',
      'barChart',
    ])
    expect(page?.visuals[0]?.position).toMatchObject({ x: 493.10701107011067, width: 341.01845018450183, tabOrder: 0 })
  })

  test('reads text size and weight, and the mode of a slicer', async () => {
    const visuals = (await read(TEMPLATE)).pages[0]?.visuals ?? []
    expect(visuals.find((visual) => visual.type === 'textbox')?.text).toEqual([
      {
        align: 'left',
        runs: [
          { text: 'MyCompany - ', size: 24, weight: 'normal', color: '#000000', url: null },
          { text: '[Page name]', size: 24, weight: 'bold', color: '#000000', url: null },
        ],
      },
    ])
    expect(visuals.find((visual) => visual.type === 'slicer')?.slicerMode).toBe('between')
    expect(visuals.find((visual) => visual.type === 'cardVisual')?.showTitle).toBe(false)
  })
})

describe('a field of an unknown kind', () => {
  // A level of the date hierarchy that Power BI adds to a date column.
  const variation = { PropertyVariationSource: { Expression: { SourceRef: { Entity: 'Sales' } }, Property: 'Date' } }
  const level = {
    HierarchyLevel: {
      Expression: { Hierarchy: { Expression: variation, Hierarchy: 'Date Hierarchy' } },
      Level: 'Year',
    },
  }
  const deviation = {
    Aggregation: {
      Expression: { Column: { Expression: { SourceRef: { Entity: 'Sales' } }, Property: 'Amount' } },
      Function: 7,
    },
  }
  const total = { Measure: { Expression: { SourceRef: { Entity: 'Sales' } }, Property: 'Total' } }
  const visualOf = (queryState: unknown) =>
    readVisual({ visual: { visualType: 'lineChart', query: { queryState } } }, 'v')

  test('is named by the visual', () => {
    const visual = visualOf({
      Category: { projections: [{ field: level, queryRef: 'Sales.Date.Year', nativeQueryRef: 'Date Year' }] },
      Y: { projections: [{ field: deviation, queryRef: 'StandardDeviation(Sales.Amount)' }, { field: total }, {}] },
    })
    expect(visual?.unread).toEqual(['Date Year', 'StandardDeviation(Sales.Amount)', '?'])
    expect(Object.keys(visual?.wells ?? {})).toEqual(['Y'])
  })

  test('is not named if there is none', () => {
    expect(visualOf({ Y: { projections: [{ field: total }] } })).not.toHaveProperty('unread')
  })
})

describe('a new card', () => {
  const measure = (name: string) => ({ Measure: { Expression: { SourceRef: { Entity: 'Sales' } }, Property: name } })
  const text = (value: string) => ({ expr: { Literal: { Value: value } } })
  const card = (type: string, titles: object[]) =>
    readVisual(
      {
        visual: {
          visualType: type,
          query: { queryState: { Data: { projections: [{ field: measure('Total'), queryRef: 'Sales.Total' }] } } },
          objects: {
            referenceLabel: [
              { properties: { value: { expr: measure('Change') } }, selector: { id: 'a' } },
              { properties: { backgroundShow: text('false') }, selector: { id: 'default' } },
            ],
            referenceLabelTitle: titles,
          },
        },
      },
      'v',
    )?.wells

  test.each([
    ['named by the author', [{ properties: { titleText: text("'vs. prior'") }, selector: { id: 'a' } }], 'vs. prior'],
    ['hidden', [{ properties: { show: text('false'), titleText: text("'x'") }, selector: { id: 'a' } }], ''],
    ['of another label', [{ properties: { titleText: text("'x'") }, selector: { id: 'b' } }], 'Change'],
  ])('has its reference labels with a title %s', (_, titles, displayName) => {
    const { ReferenceLabels } = card('cardVisual', titles) ?? {}
    expect(ReferenceLabels).toEqual([
      {
        field: { kind: 'measure', table: 'Sales', name: 'Change' },
        queryRef: 'Sales.Change',
        displayName,
        active: true,
      },
    ])
  })

  test('is the only type with reference labels', () => {
    expect(Object.keys(card('card', []) ?? {})).toEqual(['Data'])
  })
})

test('a slicer of relative dates is a period slicer', () => {
  const mode = { data: [{ properties: { mode: { expr: { Literal: { Value: "'Relative'" } } } } }] }
  expect(readVisual({ visual: { visualType: 'slicer', objects: mode } }, 's')?.slicerMode).toBe('relative')
})

describe('clicks on visuals', () => {
  const page =
    (file: object, settings?: object) =>
    (files: ReportFiles): ReportFiles => ({
      ...files,
      report: { ...Object(files.report), settings },
      pages: files.pages.map((one) => ({ ...one, file: { ...Object(one.file), ...file } })),
    })
  const readPage = async (file: object, settings?: object) =>
    (await readReport(join(import.meta.dirname, 'fixtures/template-report'), ids, page(file, settings))).pages[0]

  test('highlight unless the report says that they filter', async () => {
    expect((await readPage({}))?.clicksHighlight).toBe(true)
    expect((await readPage({}, { defaultFilterActionIsDataFilter: false }))?.clicksHighlight).toBe(true)
    expect((await readPage({}, { defaultFilterActionIsDataFilter: true }))?.clicksHighlight).toBe(false)
  })
  test('have the effect that the page names for two visuals', async () => {
    const rule = (type: unknown) => ({ source: 'a', target: 'b', type })
    const visualInteractions = ['Default', 'DataFilter', 'HighlightFilter', 'NoFilter', 'Other', 3].map(rule)
    expect((await readPage({ visualInteractions }))?.interactions.map(({ type }) => type)).toEqual([
      'DataFilter',
      'HighlightFilter',
      'NoFilter',
    ])
  })
})

test('the axis of a chart has names if its author chose so', () => {
  const chart = (axisType: string) => {
    const property = { expr: { Literal: { Value: `'${axisType}'` } } }
    return { visualType: 'lineChart', objects: { categoryAxis: [{ properties: { axisType: property } }] } }
  }
  expect(readVisual({ visual: chart('Categorical') }, 'v')?.isAxisOfNames).toBe(true)
  expect(readVisual({ visual: chart('Scalar') }, 'v')).not.toHaveProperty('isAxisOfNames')
})

test.each([
  ['status', 'direction', "'Negative'", "'Positive'", 'isLowGood'],
  ['trendline', 'show', 'false', 'true', 'hidesTrend'],
  ['goals', 'showGoal', 'false', 'true', 'hidesGoal'],
  ['goals', 'showDistance', 'false', 'true', 'hidesDistance'],
] as const)('%s.%s of a KPI is read', (object, property, changed, usual, name) => {
  const read = (value: string, visualType = 'kpi') => {
    const objects = { [object]: [{ properties: { [property]: { expr: { Literal: { Value: value } } } } }] }
    return readVisual({ visual: { visualType, objects } }, 'v')
  }
  expect(read(changed)?.kpi).toEqual({ [name]: true })
  expect(read(usual)).not.toHaveProperty('kpi')
  expect(read(changed, 'card')).not.toHaveProperty('kpi')
})

test.each([
  [
    { show: { expr: { Literal: { Value: 'true' } } }, text: { expr: { Literal: { Value: "'Online only'" } } } },
    'Online only',
  ],
  [
    { show: { expr: { Literal: { Value: 'false' } } }, text: { expr: { Literal: { Value: "'Online only'" } } } },
    undefined,
  ],
  [{ text: { expr: { Literal: { Value: "'Online only'" } } } }, undefined],
])('a subtitle is read where the report shows it: %#', (properties, subtitle) => {
  const visual = { visualType: 'card', visualContainerObjects: { subTitle: [{ properties }] } }
  expect(readVisual({ visual }, 'v')?.subtitle).toBe(subtitle)
})

describe('a report in the legacy format', () => {
  const LEGACY = join(import.meta.dirname, 'fixtures/bank-churn-report')

  test('is read with its page and visuals, and fields with table names', async () => {
    const report = await read(LEGACY)
    expect(report.pages.map((page) => page.displayName)).toEqual(['Bank Customer Churn Analysis'])
    const visuals = report.pages[0]?.visuals ?? []
    expect(visuals.map((visual) => visual.type)).toEqual([
      'textbox',
      ...Array<string>(4).fill('cardVisual'),
      ...Array<string>(3).fill('clusteredColumnChart'),
    ])
    expect(visuals[1]).toMatchObject({
      title: 'Total Customer',
      showTitle: true,
      wells: { Data: [{ field: { kind: 'measure', table: 'churn', name: 'TotalCustomer' }, active: true }] },
      sort: [{ queryRef: 'churn.TotalCustomer', direction: 'desc' }],
    })
    expect(Object.keys(visuals[6]?.wells ?? {}).toSorted()).toEqual(['Category', 'Series', 'Y'])
  })
})

describe('the sample reports', () => {
  test.each([
    ['SalesOverview', 'Visão geral de vendas', 3, 3],
    ['ResellerPerformance', 'Desempenho de revendas', 3, 2],
    ['Products', 'Produtos', 3, 2],
  ])(
    '%s has pages, bookmarks, a theme and a phone layout for its first page',
    async (folder, name, pages, bookmarks) => {
      const report = await read(join(SAMPLES, `${folder}.Report`))
      expect(report).toMatchObject({ ...ids, name })
      expect(report.pages).toHaveLength(pages)
      expect(report.bookmarks).toHaveLength(bookmarks)
      expect(report.theme).toMatchObject({ accent: null, dataColors: [], foreground: '#1B1F2A', fontFamily: 'Inter' })
      const [first] = report.pages
      expect(report.activePage).toBe(first?.name)
      expect(Object.keys(first?.mobile ?? {}).toSorted()).toEqual(
        // The tools above the report name it, so the first page has no title on a phone.
        first?.visuals.flatMap(({ name: visual, type }) => (type === 'textbox' ? [] : [visual])).toSorted(),
      )
      for (const bookmark of report.bookmarks) {
        const page = report.pages.find((each) => each.name === bookmark.page)
        const slicers = page?.visuals.filter((visual) => visual.slicerMode !== null).map((visual) => visual.name)
        expect(slicers).toEqual(expect.arrayContaining(Object.keys(bookmark.slicers)))
      }
      for (const { visuals } of report.pages) {
        expect(new Set(visuals.map((visual) => visual.name)).size).toBe(visuals.length)
        for (const { position } of visuals) {
          expect(position.x + position.width).toBeLessThanOrEqual(1280)
          expect(position.y + position.height).toBeLessThanOrEqual(720)
        }
      }
    },
  )

  test('have wells, sort order, filters and bookmark selections', async () => {
    const report = await read(join(SAMPLES, 'ResellerPerformance.Report'))
    const page = report.pages.find((each) => each.name === 'revendas')
    const top = page?.visuals.find((visual) => visual.name === 'maioresRevendas')
    expect(top?.wells).toEqual({
      Category: [
        {
          field: { kind: 'column', table: 'Reseller', name: 'Reseller' },
          queryRef: 'Reseller.Reseller',
          displayName: 'Revenda',
          active: true,
        },
      ],
      Y: [
        {
          field: { kind: 'measure', table: 'ResellerSales', name: 'Reseller Sales' },
          queryRef: 'ResellerSales.Reseller Sales',
          displayName: 'Vendas',
          active: true,
        },
      ],
    })
    expect(top?.sort).toEqual([{ queryRef: 'ResellerSales.Reseller Sales', direction: 'desc' }])
    expect(top?.filters).toMatchObject([
      { filterType: 5, operator: 'Top', itemCount: 10, orderBy: { table: 'ResellerSales', measure: 'Reseller Sales' } },
    ])
    expect(report.bookmarks.map((bookmark) => bookmark.slicers)).toEqual([
      { ano: [{ filterType: 1, target: { table: 'Date', column: 'Year' }, operator: 'In', values: [2013] }] },
      {
        tipo: [
          {
            filterType: 1,
            target: { table: 'Reseller', column: 'Tipo de Revenda' },
            operator: 'In',
            values: ['Loja especializada'],
          },
        ],
      },
    ])
  })
})

test('reads the saved selection of a slicer', async () => {
  const file = 'definition/pages/mainPage/visuals/_slicer/visual.json'
  const filter = {
    From: [{ Name: 'd', Entity: 'Date', Type: 0 }],
    Where: [
      {
        Condition: {
          In: {
            Expressions: [{ Column: { Expression: { SourceRef: { Source: 'd' } }, Property: 'Year' } }],
            Values: [[{ Literal: { Value: '2013L' } }]],
          },
        },
      },
    ],
  }
  const folder = await changed(file, (text) =>
    text.replace('"properties": {}', `"properties": {"filter":{"filter":${JSON.stringify(filter)}}}`),
  )
  const slicer = (await read(folder)).pages[0]?.visuals.find((visual) => visual.type === 'slicer')
  expect(slicer?.selection).toEqual([
    { filterType: 1, target: { table: 'Date', column: 'Year' }, operator: 'In', values: [2013] },
  ])
})

describe('a damaged or hostile report', () => {
  test('is refused with the name of the file that is not JSON', async () => {
    const file = 'definition/pages/mainPage/visuals/_title/visual.json'
    await expect(read(await changed(file, (text) => text.slice(0, 40)))).rejects.toThrow(
      `${file}: the file is not JSON`,
    )
  })

  test('is refused when a required file is missing', async () => {
    const folder = await changed('definition/version.json', (text) => text)
    await rm(join(folder, 'definition/report.json'))
    await expect(read(folder)).rejects.toMatchObject({ name: 'ReportReadError', file: 'definition/report.json' })
  })

  test('is read when a file starts with a byte order mark', async () => {
    const report = await read(await changed('definition/report.json', (text) => `\uFEFF${text}`))
    expect(report.pages).toHaveLength(1)
  })

  test('loses javascript: links and invalid colours', async () => {
    const file = 'definition/pages/mainPage/visuals/_title/visual.json'
    const folder = await changed(file, (text) =>
      text
        .replace('"value": "MyCompany - "', '"url": "javascript:alert(1)", "value": "x"')
        .replace('#000000', 'red;x:y'),
    )
    const text = (await read(folder)).pages[0]?.visuals.find((visual) => visual.type === 'textbox')?.text
    expect(text?.[0]?.runs[0]).toEqual({ text: 'x', size: 24, weight: 'normal', color: null, url: null })
  })

  test('cannot load a theme from outside its folder', async () => {
    const folder = await changed('definition/report.json', (text) =>
      text.replace('"path": "theme.json"', '"path": "../../definition/theme.json"'),
    )
    await writeFile(join(folder, 'definition/theme.json'), '{"dataColors":["#123456"]}')
    expect((await read(folder)).theme.dataColors).not.toContain('#123456')
  })
})
