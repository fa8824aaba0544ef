import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRows, openSample, type SampleEngine } from '../samples/sample-engine.ts'
import type { Identity } from './engine.ts'

let sample: SampleEngine
let sql: (text: string) => Promise<unknown[][]>
beforeAll(async () => {
  sample = await openSample()
  sql = await openRows()
}, 60_000)
afterAll(() => sample.close())

/** One expression in DAX and in SQL. */
type Said = { dax: string; sql: string }

const GROUPS: Said[] = [
  { dax: 'Territory[Country]', sql: 'SalesTerritoryCountry' },
  { dax: "'Date'[Year]", sql: 'CalendarYear' },
  { dax: "'Product Category'[Category]", sql: 'EnglishProductCategoryName' },
  { dax: 'Product[Color]', sql: 'Color' },
  { dax: 'Employee[E-mail]', sql: 'EmailAddress' },
  { dax: 'ResellerSales[Quantity]', sql: 'OrderQuantity' },
]

const SALES = 'sum(SalesAmount)::double'
const VALUES: Said[] = [
  { dax: '[Reseller Sales]', sql: SALES },
  { dax: 'COUNTROWS(ResellerSales)', sql: 'count(*)' },
  { dax: '[Reseller Orders]', sql: 'count(distinct SalesOrderNumber)' },
  { dax: 'AVERAGE(ResellerSales[Unit Price])', sql: 'avg(UnitPrice)' },
  {
    dax: 'MAX(ResellerSales[Quantity]) - MIN(ResellerSales[Quantity]) + [Reseller Orders] * 0',
    sql: 'max(OrderQuantity) - min(OrderQuantity)',
  },
  {
    dax: 'CALCULATE([Reseller Sales], KEEPFILTERS(Product[Color] = "red"))',
    sql: `sum(SalesAmount) filter (where Color = 'Red')::double`,
  },
  { dax: "SUMX(VALUES('Date'[Month Number]), [Reseller Sales])", sql: SALES },
  { dax: 'SUMX(Product, [Reseller Sales])', sql: SALES },
  {
    dax: 'SUMX(ResellerSales, ResellerSales[Quantity] * ResellerSales[Unit Price])',
    sql: 'sum(OrderQuantity * UnitPrice)::double',
  },
  {
    dax: "SUMX(ResellerSales, IF(RELATED('Date'[Year]) = 2012, ResellerSales[Sales Amount]))",
    sql: 'sum(SalesAmount) filter (where CalendarYear = 2012)::double',
  },
  {
    dax: 'COUNTROWS(SUMMARIZE(ResellerSales, Reseller[ResellerKey], Product[Color]))',
    sql: "count(distinct ResellerKey || '/' || coalesce(Color, '-'))",
  },
  {
    dax: 'COUNTROWS(FILTER(VALUES(Employee[E-mail]), [Reseller Sales] > 0))',
    sql: 'count(distinct DimEmployee.EmployeeKey)',
  },
]

const COUNTRIES = ['France', 'Germany', 'Canada', 'United States', 'NA', 'Nowhere']
const list = (texts: string[], quote: string): string => texts.map((one) => `${quote}${one}${quote}`).join(', ')

const filter: fc.Arbitrary<Said> = fc.oneof(
  fc.subarray(COUNTRIES, { minLength: 1 }).map((some) => ({
    dax: `TREATAS({${list(some, '"')}}, Territory[Country])`,
    sql: `SalesTerritoryCountry in (${list(some, "'")})`,
  })),
  fc.subarray(['Red', 'Black', 'Silver']).map((some) => ({
    dax: `TREATAS({${[...some.map((one) => `"${one.toUpperCase()}"`), 'BLANK()'].join(', ')}}, Product[Color])`,
    sql: `(Color is null or Color in (${list(['', ...some], "'")}))`,
  })),
  fc.constantFrom(2010, 2011, 2012, 2013).map((year) => ({
    dax: `FILTER(VALUES('Date'[Year]), 'Date'[Year] >= ${year})`,
    sql: `CalendarYear >= ${year}`,
  })),
  fc.nat(30).map((min) => ({
    dax: `FILTER(ALL(ResellerSales[Quantity]), ResellerSales[Quantity] > ${min})`,
    sql: `OrderQuantity > ${min}`,
  })),
  fc.nat(2000).map((max) => ({
    // DAX compares BLANK as zero.
    dax: `FILTER(VALUES(Product[List Price]), Product[List Price] < ${max})`,
    sql: `coalesce(ListPrice, 0) < ${max}`,
  })),
  fc.nat(500).map((max) => ({
    dax: `FILTER(Product, Product[Standard Cost] <= ${max})`,
    sql: `coalesce(StandardCost, 0) <= ${max}`,
  })),
)

const SELLERS = ['linda3', 'jillian0', 'syed0', 'stephen0', 'nobody']
type Person = { is: Identity; sql: string }

const everyone: Person = { is: { username: 'x@example.com', roles: ['Company'], customData: null }, sql: 'true' }

const identity: fc.Arbitrary<Person> = fc.oneof(
  fc.constant(everyone),
  fc.constantFrom(...SELLERS).map((name) => ({
    is: { username: `${name.toUpperCase()}@adventure-works.com`, roles: ['Salesperson'], customData: null },
    sql: `EmailAddress = '${name}@adventure-works.com'`,
  })),
  fc.constantFrom('France', 'Canada').map((country) => ({
    is: { username: 'x@example.com', roles: ['Country'], customData: country },
    sql: `SalesTerritoryCountry = '${country}'`,
  })),
)

const FROM = `FactResellerSales join DimDate on OrderDateKey = DateKey
  join DimSalesTerritory using (SalesTerritoryKey) join DimProduct using (ProductKey)
  left join DimProductSubcategory using (ProductSubcategoryKey) left join DimProductCategory using (ProductCategoryKey)
  join DimEmployee on DimEmployee.EmployeeKey = FactResellerSales.EmployeeKey`

/** Rows with at least one value that is not BLANK, sorted, with numbers rounded to four digits. */
function comparable(rows: unknown[][], width: number): string[] {
  const shown = rows.filter((row) => row.slice(width).some((cell) => cell !== null))
  const text = (cell: unknown, index: number): string | null => {
    if (cell === null) return null
    return index < width ? `${cell as string | number}` : Number(cell).toFixed(4)
  }
  return shown.map((row) => JSON.stringify(row.map(text))).toSorted()
}

test('random groups, filters, values and roles give the same rows as hand-written SQL', async () => {
  const randomQuery = fc.record({
    groups: fc.subarray(GROUPS, { maxLength: 3 }),
    values: fc.subarray(VALUES, { minLength: 1, maxLength: 4 }),
    filters: fc.array(filter, { maxLength: 3 }),
    who: identity,
  })
  await fc.assert(
    fc.asyncProperty(randomQuery, async ({ groups, values, filters, who }) => {
      const named = values.map((one, index) => `"v${index}", ${one.dax}`)
      const parts = [...groups.map((one) => one.dax), ...filters.map((one) => one.dax), ...named]
      const answer = await sample.engine.query(`EVALUATE SUMMARIZECOLUMNS(${parts.join(', ')})`, { identity: who.is })
      const where = ['true', who.sql, ...filters.map((one) => one.sql)].join(' and ')
      const chosen = [...groups, ...values].map((one) => one.sql).join(', ')
      const by = groups.length > 0 ? ` group by ${groups.map((one) => one.sql).join(', ')}` : ''
      const expected = await sql(`select ${chosen} from ${FROM} where ${where}${by} having count(*) > 0`)
      expect(comparable(answer.rows, groups.length)).toEqual(comparable(expected, groups.length))
    }),
    // A difference is reported before the limit of the test, also when it is hard to shrink.
    { numRuns: 60, interruptAfterTimeLimit: 90_000, markInterruptAsFailure: true },
  )
}, 120_000)

test('DATESBETWEEN keeps the same days as SQL for random bounds, groups and roles, also for open ends', async () => {
  const day = fc.option(fc.date({ min: new Date('2010-12-01'), max: new Date('2014-02-28'), noInvalidDate: true }), {
    freq: 5,
  })
  const randomPeriod = fc.record({
    first: day,
    last: day,
    by: fc.subarray(GROUPS.slice(0, 4), { maxLength: 2 }),
    who: identity,
  })
  await fc.assert(
    fc.asyncProperty(randomPeriod, async ({ first, last, by, who }) => {
      const text = (date: Date) => date.toISOString().slice(0, 10)
      const bound = (date: Date | null) => (date === null ? 'BLANK()' : `dt"${text(date)}"`)
      const groups = by.filter((one) => !one.dax.startsWith("'Date'"))
      const sales = `CALCULATE([Reseller Sales], DATESBETWEEN('Date'[Date], ${bound(first)}, ${bound(last)}))`
      const parts = [...groups.map((one) => one.dax), `FILTER(VALUES('Date'[Year]), 'Date'[Year] = 2012)`]
      const dax = `EVALUATE SUMMARIZECOLUMNS(${[...parts, `"v", ${sales}`].join(', ')})`
      const answer = await sample.engine.query(dax, { identity: who.is })
      const from = first === null ? 'true' : `FullDateAlternateKey >= '${text(first)}'`
      const until = last === null ? 'true' : `FullDateAlternateKey <= '${text(last)}'`
      const chosen = [...groups.map((one) => one.sql), SALES].join(', ')
      const grouped = groups.length > 0 ? ` group by ${groups.map((one) => one.sql).join(', ')}` : ''
      const expected = await sql(
        `select ${chosen} from ${FROM} where ${who.sql} and ${from} and ${until}${grouped} having count(*) > 0`,
      )
      expect(comparable(answer.rows, groups.length)).toEqual(comparable(expected, groups.length))
    }),
    { numRuns: 40, interruptAfterTimeLimit: 90_000, markInterruptAsFailure: true },
  )
}, 120_000)
