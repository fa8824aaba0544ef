import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Identity } from '../dax/engine.ts'
import { answerValues, answerVisual } from '../report/answer-visual.ts'
import type {
  Field,
  FilterCondition,
  FilterTarget,
  Page,
  ReportDefinition,
  ReportFilter,
  Visual,
} from '../report/definition.ts'
import { readReport, readTranslations } from '../report/read-report.ts'
import type { Translation } from '../report/translate-report.ts'
import { formatIn, pickTranslation, translateReport } from '../report/translate-report.ts'
import type { VisualAnswer } from '../report/viewer-calls.ts'
import { createSpeech } from '../viewer/phrases/speech.ts'
import { cardDetails } from '../viewer/visuals/card-data.ts'
import type { Drawing } from '../viewer/visuals/renderer.ts'
import { interactionOf } from '../viewer/state/view-state.ts'
import type { SampleEngine } from './sample-engine.ts'
import { openRows, openSample, reportFolder, REPORTS } from './sample-engine.ts'

const reports = await Promise.all(
  REPORTS.map((name) => readReport(reportFolder(name), { id: name, datasetId: 'sample' })),
)
const visuals = reports.flatMap((report) =>
  report.pages.flatMap((page) => page.visuals.map((visual) => ({ report, page, visual }))),
)

let sample: SampleEngine
let sql: (text: string) => Promise<unknown[][]>
beforeAll(async () => {
  sample = await openSample()
  sql = await openRows()
}, 60_000)
afterAll(() => sample.close())

const company: Identity = { username: 'ken0@adventure-works.com', roles: ['Company'], customData: null }
const seller = (name: string): Identity => ({
  username: `${name}@adventure-works.com`,
  roles: ['Salesperson'],
  customData: null,
})
const asking = (identity: Identity | null) => ({
  identity,
  caller: 'one reader',
  signal: new AbortController().signal,
  now: Date.parse('2014-01-01'),
})

function ask(
  at: { report: ReportDefinition; page: Page; visual: Visual },
  identity: Identity | null = company,
  more: ReportFilter[] = [],
): Promise<VisualAnswer> {
  const filters = [...at.report.filters, ...at.page.filters, ...at.visual.filters, ...more]
  return answerVisual(sample.engine, at.visual, { filters }, asking(identity))
}

function find(report: (typeof REPORTS)[number], page: string, visual: string) {
  const found = visuals.find(
    (each) => each.report.id === report && each.page.name === page && each.visual.name === visual,
  )
  if (!found) throw new Error(`The samples have no visual ${report}/${page}/${visual}.`)
  return found
}

const card = async (page: string, visual: string, identity: Identity | null) =>
  (await ask(find('ResellerPerformance', page, visual), identity)).rows[0]?.[0]

/** The only cell of a query result. No row counts as blank. */
const cell = async (text: string): Promise<number | null> => {
  const value = (await sql(text))[0]?.[0] ?? null
  return value === null ? null : Number(value)
}

/** The filter of every sample report: the three whole years of the data. */
const inPeriod = (dateKey: string) => `${dateKey} between 20110101 and 20131231`

/** A period slicer has a choice of periods, not of all days. */
const withRows = visuals.filter(
  ({ visual }) => Object.keys(visual.wells).length > 0 && visual.slicerMode !== 'relative',
)
test.each(withRows.map((at) => [`${at.report.id}/${at.page.name}/${at.visual.name}`, at] as const))(
  '%s has rows',
  async (_, index) => {
    const answer = await ask(index)
    expect(answer.columns.length).toBe(Object.values(index.visual.wells).flat().length)
    expect(answer.rows.length).toBeGreaterThan(0)
    expect(answer.truncated).toBe(false)
    for (const row of answer.rows) expect(row).toHaveLength(answer.columns.length)
    const values = answer.columns.flatMap((column, index) =>
      column.field.kind === 'column' || column.dataType === 'dateTime' ? [] : [index],
    )
    for (const index of values) expect(answer.rows.some((row) => typeof row[index] === 'number')).toBe(true)
  },
)

test('a selection in a visual reaches every card and KPI of its page', () => {
  for (const { pages } of reports) {
    for (const page of pages) {
      const figures = page.visuals.filter(({ type }) => /^(card|kpi)$/.test(type))
      const charts = page.visuals.filter(({ type }) => /(Chart|tableEx|pivotTable)$/.test(type))
      for (const [chart, figure] of charts.flatMap((chart) => figures.map((figure) => [chart, figure] as const))) {
        expect(interactionOf(page, chart, figure), `${chart.name} on ${figure.name}`).toBe('filter')
      }
    }
  }
})

describe('totals equal hand-written SQL', () => {
  test('of all reseller sales', async () => {
    const sales = `select sum(SalesAmount) from FactResellerSales where ${inPeriod('OrderDateKey')}`
    const orders = `select count(distinct SalesOrderNumber) from FactResellerSales where ${inPeriod('OrderDateKey')}`
    const quota = `select sum(SalesAmountQuota) from FactSalesQuota where ${inPeriod('DateKey')}`
    expect(await card('vendedores', 'vendas', company)).toBeCloseTo((await cell(sales)) ?? 0, 4)
    expect(await card('vendedores', 'meta', company)).toBe(await cell(quota))
    expect(await card('vendedores', 'pedidos', company)).toBe(await cell(orders))
  })

  test('of the overview', async () => {
    const sum = (table: string) => `(select sum(SalesAmount) from ${table} where ${inPeriod('OrderDateKey')})`
    const answer = await ask(find('SalesOverview', 'resumo', 'vendas'))
    const both = `select ${sum('FactResellerSales')} + ${sum('FactInternetSales')}`
    expect(answer.rows[0]?.[0]).toBeCloseTo((await cell(both)) ?? 0, 4)
  })

  test('of the last month in which both channels sold, with its change to the month and the year before', async () => {
    const month = (key: number) => `OrderDateKey between ${key}01 and ${key}31`
    const sum = (key: number) =>
      `(select sum(SalesAmount) from (select OrderDateKey, SalesAmount from FactResellerSales
        union all select OrderDateKey, SalesAmount from FactInternetSales) where ${month(key)})`
    const change = (key: number) => `select ${sum(201311)} / ${sum(key)} - 1`
    const at = find('SalesOverview', 'resumo', 'vendasDoUltimoMes')
    const [row] = (await ask(at)).rows
    expect(row?.[0]).toBeCloseTo((await cell(`select ${sum(201311)}`)) ?? 0, 4)
    expect(row?.[1]).toBe('2013-11-30T00:00:00')
    expect(row?.[2]).toBeCloseTo((await cell(change(201310))) ?? 0, 9)
    expect(row?.[3]).toBeCloseTo((await cell(change(201211))) ?? 0, 9)
  })

  test.each([
    ['pt-BR', ['▲ 4,2%', 'nov/2013']],
    ['en-US', ['▲ 4.2%', 'Nov 2013']],
    ['es', ['▲ 4,2 %', 'nov 2013']],
  ])('the last month is named and compared in %s', async (language, words) => {
    const at = find('SalesOverview', 'resumo', 'vendasDoUltimoMes')
    const report = translateReport(at.report, await translationInto(language))
    const visual =
      report.pages.flatMap(({ visuals }) => visuals).find(({ name }) => name === at.visual.name) ?? at.visual
    const answer = await ask({ ...at, report, visual })
    const columns = answer.columns.map((column) => ({ ...column, formatString: formatIn(report, column.formatString) }))
    const drawing = { answer: { ...answer, columns }, visual, speech: createSpeech(language, null) } as Drawing
    const texts = cardDetails(drawing).map(({ text }) => text)
    expect(texts).toHaveLength(3)
    expect(texts).toEqual(expect.arrayContaining(words))
  })

  test('the chart beside the last month says why its last bar is not that month', async () => {
    const at = find('SalesOverview', 'resumo', 'vendasPorMes')
    expect(at.visual.subtitle).toBe('Em dez/2013 há só vendas on-line')
    const inDecember = (table: string) =>
      cell(`select count(*) from ${table} where OrderDateKey between 20131201 and 20131231`)
    expect([await inDecember('FactResellerSales'), ((await inDecember('FactInternetSales')) ?? 0) > 0]).toEqual([
      0,
      true,
    ])
  })

  test.each([
    ['the company', company, ''],
    ['a seller', seller('linda3'), `and EmailAddress = 'linda3@adventure-works.com'`],
    ['a seller without orders in the last month', seller('amy0'), `and EmailAddress = 'amy0@adventure-works.com'`],
  ])('of the last month of the resellers, under the rows of %s', async (_, identity, own) => {
    const from = 'FactResellerSales join DimEmployee using (EmployeeKey)'
    const last = `(select max(OrderDateKey) // 100 from ${from} where true ${own})`
    const sum = (before: string) =>
      `(select sum(SalesAmount) from ${from} where OrderDateKey // 100 = ${last} - ${before} ${own})`
    const [row] = (await ask(find('ResellerPerformance', 'vendedores', 'vendasDoUltimoMes'), identity)).rows
    expect(row?.[0]).toBeCloseTo((await cell(`select ${sum('0')}`)) ?? 0, 4)
    expect(String(row?.[1]).slice(0, 7).replace('-', '')).toBe(String(await cell(`select ${last}`)))
    expect(row?.[2]).toBeCloseTo((await cell(`select ${sum('0')} / ${sum('1')} - 1`)) ?? 0, 9)
    expect(row?.[3]).toBeCloseTo((await cell(`select ${sum('0')} / ${sum('100')} - 1`)) ?? 0, 9)
  })

  test('of the product table, where the total margin is not a sum of margins', async () => {
    const { totals, columns } = await ask(find('Products', 'margem', 'tabelaProdutos'))
    const margin = columns.findIndex((column) => column.displayName === 'Margem')
    const expected = await cell(`
      select 1 - sum(cost) / sum(sales) from (
        select OrderDateKey, SalesAmount as sales, TotalProductCost as cost from FactResellerSales
        union all select OrderDateKey, SalesAmount, TotalProductCost from FactInternetSales)
      where ${inPeriod('OrderDateKey')}`)
    expect(totals?.[margin]).toBeCloseTo(expected ?? 0, 9)
  })

  test('of each year and category in the matrix', async () => {
    const at = find('SalesOverview', 'categorias', 'matriz')
    const { subtotals = [] } = await ask(at)
    const byCategoryAndYear = subtotals.find(({ by }) => by.join() === '0,2')?.rows
    const rows = await sql(`
      select EnglishProductCategoryName, CalendarYear, sum(SalesAmount)::double from (
        select OrderDateKey, ProductKey, SalesAmount from FactResellerSales
        union all select OrderDateKey, ProductKey, SalesAmount from FactInternetSales)
      join DimDate on DateKey = OrderDateKey join DimProduct using (ProductKey)
      join DimProductSubcategory using (ProductSubcategoryKey) join DimProductCategory using (ProductCategoryKey)
      where CalendarYear between 2011 and 2013 group by all`)
    const words: Record<string, string> = {
      Bikes: 'Bicicletas',
      Components: 'Componentes',
      Clothing: 'Vestuário',
      Accessories: 'Acessórios',
    }
    expect(byCategoryAndYear).toHaveLength(rows.length)
    for (const [category, year, sales] of rows) {
      const found = byCategoryAndYear?.find((row) => row[0] === words[String(category)] && row[2] === year)
      expect(found?.[3]).toBeCloseTo(Number(sales), 3)
    }
  })

  test('of the ten largest resellers of a year, in order', async () => {
    const year: ReportFilter = {
      filterType: 1,
      target: { table: 'Date', column: 'Year' },
      operator: 'In',
      values: [2012],
    }
    const { rows } = await ask(find('ResellerPerformance', 'revendas', 'maioresRevendas'), company, [year])
    const expected = await sql(`
      select ResellerName, sum(SalesAmount)::double from FactResellerSales join DimReseller using (ResellerKey)
      where OrderDateKey between 20120101 and 20121231 group by 1 order by 2 desc limit 10`)
    expect(rows.map((row) => row[0])).toEqual(expected.map((row) => row[0]))
    expect(rows.map((row) => Number(row[1]).toFixed(2))).toEqual(expected.map((row) => Number(row[1]).toFixed(2)))
  })
})

describe('a report shows one period', () => {
  const isDate = (field: Field) => field.table === 'Date'

  test.each(REPORTS)('%s: every axis of time has only years of the slicer on its page', async (report) => {
    for (const page of new Set(visuals.filter((at) => at.report.id === report).map((at) => at.page))) {
      const years = new Map<string, Set<string>>()
      for (const at of visuals.filter((each) => each.page === page)) {
        const { columns, rows } = await ask(at)
        const time = columns.findIndex(({ field }) => isDate(field) && field.name.startsWith('Year'))
        const found = rows.map((row) => /\d{4}/.exec(String(row[time]))?.[0] ?? '')
        if (time >= 0) years.set(at.visual.type === 'slicer' ? 'slicer' : at.visual.name, new Set(found))
      }
      const slicer = years.get('slicer') ?? new Set<string>()
      for (const [visual, shown] of years)
        expect([visual, [...shown].filter((year) => !slicer.has(year))]).toEqual([visual, []])
    }
  })

  test.each(REPORTS)('%s: a card and the total of a table or matrix agree', async (report) => {
    const totals: Record<string, Set<string>> = {}
    for (const at of visuals.filter((each) => each.report.id === report)) {
      const isCard = at.visual.type === 'card'
      const ranks = at.visual.filters.some(({ filterType }) => filterType === 5)
      if (!isCard && !['tableEx', 'pivotTable'].includes(at.visual.type)) continue
      if (ranks) continue // The table shows the first rows only, and their total.
      const answer = await ask(at)
      const shown = isCard ? answer.rows[0] : answer.totals
      for (const [index, { field, queryRef }] of answer.columns.entries()) {
        if (field.kind === 'column') continue
        const key = `${queryRef} ${JSON.stringify(at.page.filters)}`
        totals[key] = (totals[key] ?? new Set()).add(Number(shown?.[index]).toFixed(4))
      }
    }
    expect(Object.keys(totals).length).toBeGreaterThan(4)
    for (const [measure, values] of Object.entries(totals)) expect([measure, values.size]).toEqual([measure, 1])
  })
})

describe('each kind of filter keeps the same rows as SQL', () => {
  const country = { table: 'Territory', column: 'Country' }
  const date = { table: 'Date', column: 'Date' }
  const size = { table: 'Product', column: 'Size' }
  const advanced = (target: FilterTarget, ...conditions: FilterCondition[]): ReportFilter => ({
    filterType: 0,
    target,
    logicalOperator: 'And',
    conditions,
  })

  test.each<[string, ReportFilter, string]>([
    [
      'in a list',
      { filterType: 1, target: country, operator: 'In', values: ['France', 'Canada'] },
      `SalesTerritoryCountry in ('France', 'Canada')`,
    ],
    [
      'not in a list',
      { filterType: 1, target: country, operator: 'NotIn', values: ['France', 'Canada'] },
      `SalesTerritoryCountry not in ('France', 'Canada')`,
    ],
    [
      'blank in a list',
      { filterType: 1, target: size, operator: 'In', values: [null, '44'] },
      `(Size is null or Size = '44')`,
    ],
    ['not blank', { filterType: 1, target: size, operator: 'NotIn', values: [null] }, 'Size is not null'],
    [
      'contains',
      advanced(country, { operator: 'Contains', value: 'united' }),
      `SalesTerritoryCountry ilike '%united%'`,
    ],
    [
      'does not contain',
      advanced(country, { operator: 'DoesNotContain', value: 'a' }),
      `SalesTerritoryCountry not ilike '%a%'`,
    ],
    [
      'a star is matched literally',
      advanced({ table: 'Reseller', column: 'Reseller' }, { operator: 'Contains', value: 'a*b' }),
      `ResellerName ilike '%a\\*b%' escape '\\'`,
    ],
    [
      'starts with',
      advanced(country, { operator: 'StartsWith', value: 'united' }),
      `SalesTerritoryCountry ilike 'united%'`,
    ],
    [
      'does not start with',
      advanced(country, { operator: 'DoesNotStartWith', value: 'UNITED' }),
      `SalesTerritoryCountry not ilike 'united%'`,
    ],
    ['is', advanced(country, { operator: 'Is', value: 'Germany' }), `SalesTerritoryCountry = 'Germany'`],
    ['is not', advanced(country, { operator: 'IsNot', value: 'Germany' }), `SalesTerritoryCountry <> 'Germany'`],
    ['is blank', advanced(size, { operator: 'IsBlank' }), 'Size is null'],
    ['is not blank', advanced(size, { operator: 'IsNotBlank' }), 'Size is not null'],
    [
      'a range of dates',
      advanced(
        date,
        { operator: 'GreaterThanOrEqual', value: '2012-03-01T00:00:00.000Z' },
        { operator: 'LessThan', value: '2012-07-01T00:00:00.000Z' },
      ),
      `FullDateAlternateKey >= date '2012-03-01' and FullDateAlternateKey < date '2012-07-01'`,
    ],
    [
      // The data of the model end in 2013, so the months count from its last day.
      'the last six months',
      { filterType: 4, target: date, operator: 0, timeUnitsCount: 6, timeUnitType: 4, includeToday: false },
      `FullDateAlternateKey >= date '2013-06-01' and FullDateAlternateKey < date '2013-12-01'`,
    ],
    [
      'pairs',
      {
        filterType: 6,
        target: [country, { table: 'Date', column: 'Year' }],
        operator: 'In',
        values: [
          [{ value: 'France' }, { value: 2012 }],
          [{ value: 'Canada' }, { value: 2013 }],
        ],
      },
      `(SalesTerritoryCountry, CalendarYear::int) in (('France', 2012), ('Canada', 2013))`,
    ],
    [
      'the two largest',
      {
        filterType: 5,
        target: country,
        operator: 'Top',
        itemCount: 2,
        orderBy: { table: 'ResellerSales', measure: 'Reseller Sales' },
      },
      `SalesTerritoryCountry in ('United States', 'Canada')`,
    ],
  ])('%s', async (_, filter, where) => {
    const { rows } = await ask(find('ResellerPerformance', 'vendedores', 'vendas'), company, [filter])
    const expected = await cell(`
      select sum(SalesAmount) from FactResellerSales join DimSalesTerritory using (SalesTerritoryKey)
      join DimDate on DateKey = OrderDateKey join DimProduct using (ProductKey) join DimReseller using (ResellerKey)
      where (${where}) and ${inPeriod('OrderDateKey')}`)
    const found = rows[0]?.[0] ?? null
    expect([found === null, Number(found).toFixed(3)]).toEqual([expected === null, Number(expected).toFixed(3)])
  })
})

describe('roles', () => {
  const people =
    'stephen0 michael9 linda3 jillian0 garrett1 tsvi0 pamela0 shu0 jose1 david8 amy0 jae0 ranjit0 tete0 syed0 rachel0 lynn0'.split(
      ' ',
    )

  test.each(people)('%s sees only their own sales, quota and name', async (name) => {
    const mine = `join DimEmployee using (EmployeeKey) where EmailAddress = '${name}@adventure-works.com'`
    expect(await card('vendedores', 'vendas', seller(name))).toBeCloseTo(
      (await cell(`select sum(SalesAmount) from FactResellerSales ${mine} and ${inPeriod('OrderDateKey')}`)) ??
        Number.NaN,
      4,
    )
    expect(await card('vendedores', 'meta', seller(name))).toBe(
      await cell(`select sum(SalesAmountQuota) from FactSalesQuota ${mine} and ${inPeriod('DateKey')}`),
    )
    const { rows } = await ask(find('ResellerPerformance', 'vendedores', 'vendasEMeta'), seller(name))
    expect(rows).toHaveLength(1)
  })

  test.each(['stephen0', 'amy0', 'syed0'])('%s sees the rows of the team in the role Manager', async (name) => {
    const identity: Identity = { ...seller(name), roles: ['Manager'] }
    const team = `(select e.EmployeeKey from DimEmployee e left join DimEmployee m on m.EmployeeKey = e.ParentEmployeeKey
      where '${name}@adventure-works.com' in (e.EmailAddress, m.EmailAddress))`
    expect(await card('vendedores', 'vendas', identity)).toBeCloseTo(
      (await cell(
        `select sum(SalesAmount) from FactResellerSales where EmployeeKey in ${team} and ${inPeriod('OrderDateKey')}`,
      )) ?? Number.NaN,
      4,
    )
    expect(await card('vendedores', 'meta', identity)).toBe(
      await cell(
        `select sum(SalesAmountQuota) from FactSalesQuota where EmployeeKey in ${team} and ${inPeriod('DateKey')}`,
      ),
    )
  })

  test.each(['France', 'United States', 'Germany'])(
    'a reader with the country %s sees only its rows',
    async (country) => {
      const identity: Identity = { username: 'a@b.example', roles: ['Country'], customData: country }
      const there = `join DimSalesTerritory using (SalesTerritoryKey) where SalesTerritoryCountry = '${country}'`
      expect(await card('vendedores', 'vendas', identity)).toBeCloseTo(
        (await cell(`select sum(SalesAmount) from FactResellerSales ${there} and ${inPeriod('OrderDateKey')}`)) ??
          Number.NaN,
        4,
      )
      const online = await ask(find('SalesOverview', 'lojaOnline', 'vendasOnline'), identity)
      expect(online.rows[0]?.[0]).toBeCloseTo(
        (await cell(`select sum(SalesAmount) from FactInternetSales ${there} and ${inPeriod('OrderDateKey')}`)) ??
          Number.NaN,
        4,
      )
    },
  )

  test('a seller sees no online sales and no customers', async () => {
    const online = await ask(find('SalesOverview', 'lojaOnline', 'vendasOnline'), seller('linda3'))
    expect(online.rows).toEqual([[null]])
    const names = { table: 'Customer', column: 'Customer', filters: [] }
    expect((await answerValues(sample.engine, names, asking(seller('linda3')))).values).toEqual([])
  })

  test('an unknown address sees no sales', async () => {
    expect(await card('vendedores', 'vendas', seller('nobody'))).toBeNull()
  })

  test.each<[string, Identity | null]>([
    ['no identity', null],
    ['an identity without a role', { ...company, roles: [] }],
    ['an unknown role', { ...company, roles: ['Boss'] }],
  ])('%s is refused', async (_, identity) => {
    await expect(card('vendedores', 'vendas', identity)).rejects.toMatchObject({ code: 'identity' })
  })
})

test('every slicer of a report has a unique name, because saved states refer to it', () => {
  for (const { id, pages } of reports) {
    const slicers = pages.flatMap((page) => page.visuals.filter(({ type }) => type === 'slicer'))
    expect(new Set(slicers.map(({ name }) => name)).size, id).toBe(slicers.length)
    expect(slicers.length, id).toBeGreaterThan(1)
  }
})

describe('values of a column', () => {
  const values = (
    table: string,
    column: string,
    more: { search?: string; limit?: number; filters?: ReportFilter[] } = {},
  ) => answerValues(sample.engine, { table, column, filters: [], ...more }, asking(company))

  test('are sorted by their sort-by column', async () => {
    const found = await values('Date', 'Month')
    expect(found.values.slice(0, 4)).toEqual(['jan', 'fev', 'mar', 'abr'])
    expect(found).toMatchObject({ truncated: false, dataType: 'string' })
  })

  test('are searched case-insensitively and accent-insensitively', async () => {
    expect((await values('Product Subcategory', 'Subcategoria', { search: 'GUIDAO' })).values).toEqual([])
    expect((await values('Product Subcategory', 'Subcategoria', { search: 'GUIDOES' })).values).toEqual(['Guidões'])
  })

  test('stop at the limit and are marked as truncated', async () => {
    const found = await values('Reseller', 'Reseller', { limit: 10 })
    expect(found.values).toHaveLength(10)
    expect(found.truncated).toBe(true)
  })
})

const translationInto = async (language: string): Promise<Translation> => {
  const translation = pickTranslation(await readTranslations(import.meta.dirname), language)
  if (!translation) throw new Error(`The samples have no translation into ${language}.`)
  return translation
}

const OTHER_LANGUAGES = [
  {
    language: 'en-US',
    translatesAll: true,
    brazilian: /\b(fev|abr|mai|ago|set|out|dez)\/|º tri|Bicicletas|Estados Unidos|Europa|Sem território/,
    money: '"$"#,0',
    sameAsEnglish: null,
  },
  {
    language: 'es',
    translatesAll: true,
    brazilian: /\b(jan|fev|abr|mai|ago|set|out|dez)\/|º tri|Vestuário|Acessórios|Alemanha|França|Preto|Sem |Gerência/,
    money: '#,0 "US$"',
    sameAsEnglish: ['Australia', 'Manual'],
  },
  // What is the same in Brazil and in Portugal stays as the author wrote it.
  {
    language: 'pt-PT',
    translatesAll: false,
    brazilian: /º tri$|Guidões|Freios|Câmbios|Revenda com|Atacado|Colorido|Cinza$/,
    money: '#,0 "US$"',
    sameAsEnglish: [],
  },
]

test.each([
  ['pt-BR', 'Pedidos'],
  ['pt', 'Pedidos'],
  ['pt-PT', 'Encomendas'],
  ['es-MX', 'Pedidos'],
  ['en-GB', 'Orders'],
])('a reader with the language %s reads “%s”', async (language, expected) => {
  const { texts } = await translationInto(language)
  expect(texts.get('Pedidos') ?? 'Pedidos').toBe(expected)
})

test('the translation for readers in Brazil changes nothing', async () => {
  const brazilian = await translationInto('pt-BR')
  for (const report of reports) expect(translateReport(report, brazilian)).toEqual({ ...report, formats: {} })
})

describe.each(OTHER_LANGUAGES)('in $language', ({ language, translatesAll, brazilian, money, sameAsEnglish }) => {
  test('every text of the reports is translated, and every translation is used', async () => {
    const { texts } = await translationInto(language)
    const isKnown = (text: string) => texts.has(text) || !translatesAll
    const found = new Set<string>()
    const collect = (value: unknown, key: string): void => {
      if (typeof value === 'string' && ['name', 'displayName', 'title', 'subtitle', 'altText', 'text'].includes(key))
        found.add(value)
      else if (typeof value === 'object' && value !== null)
        for (const [name, part] of Object.entries(value)) collect(part, Array.isArray(value) ? key : name)
    }
    for (const report of reports) {
      collect(report.pages, 'pages')
      collect(report.bookmarks, 'bookmarks')
      collect(report.filters, 'filters')
      expect([report.name, isKnown(report.name)]).toEqual([report.name, true])
      for (const page of report.pages) {
        expect([page.displayName, isKnown(page.displayName)]).toEqual([page.displayName, true])
        for (const visual of page.visuals) {
          const shown = [
            visual.title,
            visual.subtitle ?? null,
            visual.altText,
            ...(visual.text ?? []).flatMap(({ runs }) => runs.map((run) => run.text)),
          ]
          const labels = Object.values(visual.wells).flatMap((well) => well.map(({ displayName }) => displayName))
          for (const text of [...shown, ...labels]) expect([text, !text || isKnown(text)]).toEqual([text, true])
        }
      }
      for (const { displayName } of report.bookmarks)
        expect([displayName, isKnown(displayName)]).toEqual([displayName, true])
    }
    const names = new Set(reports.map(({ name }) => name))
    for (const text of texts.keys()) expect([text, found.has(text) || names.has(text)]).toEqual([text, true])
  })

  test('every column that replaces another has only values in the language', async () => {
    const { columns } = await translationInto(language)
    const english = (await translationInto('en-US')).columns
    const valuesOf = async (table: string, column: string) =>
      (await answerValues(sample.engine, { table, column, filters: [], limit: 1_000 }, asking(company))).values
    for (const [given, column] of columns) {
      const table = given.slice(0, given.indexOf('['))
      const values = await valuesOf(table, column)
      expect([column, values.filter((value) => brazilian.test(String(value)))]).toEqual([column, []])
      expect(values.length).toBe((await valuesOf(table, given.slice(given.indexOf('[') + 1, -1))).length)
      const untranslated = new Set(sameAsEnglish ? await valuesOf(table, english.get(given) ?? '') : [])
      const kept = values.filter(
        (value) => value !== null && untranslated.has(value) && !sameAsEnglish?.includes(String(value)),
      )
      expect([column, kept]).toEqual([column, []])
    }
  })

  test('money has the sign where the language writes it', async () => {
    const at = find('SalesOverview', 'resumo', 'vendas')
    const { columns } = await ask(at)
    const report = translateReport(at.report, await translationInto(language))
    expect(formatIn(report, columns[0]?.formatString ?? null)).toBe(money)
  })

  test.each(withRows.map((at) => [`${at.report.id}/${at.page.name}/${at.visual.name}`, at] as const))(
    '%s has the same rows, without words of Brazil',
    async (_, index) => {
      const translation = await translationInto(language)
      const report = translateReport(index.report, translation)
      const page = report.pages.find(({ name }) => name === index.page.name)
      const visual = page?.visuals.find(({ name }) => name === index.visual.name)
      if (!page || !visual) throw new Error('The translation lost a visual.')
      const [own, other] = await Promise.all([ask(index), ask({ report, page, visual })])
      expect(other.rows).toHaveLength(own.rows.length)
      expect(other.totals).toEqual(own.totals)
      const texts = other.rows.flat().filter((value) => typeof value === 'string')
      expect(texts.filter((text) => brazilian.test(text))).toEqual([])
      for (const { formatString } of other.columns)
        expect(formatIn(report, formatString) ?? '').not.toContain('"US$" #')
    },
  )

  test.each(reports.flatMap((report) => report.bookmarks.map((bookmark) => [bookmark.name, report] as const)))(
    'the bookmark %s shows the same rows',
    async (name, report) => {
      const translated = translateReport(report, await translationInto(language))
      const rows = async (of: ReportDefinition) => {
        const bookmark = of.bookmarks.find((one) => one.name === name)
        const page = of.pages.find((one) => one.name === bookmark?.page)
        const visual = page?.visuals.find((one) => /chart$/i.test(one.type))
        if (!bookmark || !page || !visual) throw new Error('The bookmark opens no page with a chart.')
        const filters = [...bookmark.filters, ...Object.values(bookmark.slicers).flat()]
        const answer = await ask({ report: of, page, visual }, company, filters)
        return answer.rows
          .flat()
          .filter((value) => typeof value === 'number')
          .toSorted((a, b) => a - b)
      }
      expect(await rows(report)).not.toEqual([])
      expect(await rows(translated)).toEqual(await rows(report))
    },
  )
})
