import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '../model/model.ts'
import { openTiny, type Opened } from './tiny-model.ts'

let tiny: Opened
beforeAll(async () => {
  tiny = await openTiny()
}, 60_000)
afterAll(() => tiny.close())

const ask = (dax: string) => tiny.engine.query(dax, { identity: null })

async function rows(dax: string): Promise<Value[][]> {
  return (await ask(dax)).rows
}

/** Value of one expression in an empty filter context. */
async function value(expression: string): Promise<Value> {
  const [row] = await rows(`EVALUATE ROW("x", ${expression})`)
  return row?.[0] ?? null
}

/** Rounds numbers, because sums of floating point numbers may differ in the last digit. */
function rounded(one: Value): Value {
  return typeof one === 'number' ? Number(one.toFixed(9)) : one
}

describe('scalar expressions', () => {
  test.each<[string, Value]>([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['2 ^ 3 ^ 2', 64],
    ['-2 ^ 2', -4],
    ['2 ^ -1', 0.5],
    ['7 / 2', 3.5],
    ['"a" & 1 & TRUE()', 'a1TRUE'],
    ['1 = 1 && NOT 2 < 1', true],
    ['"Ana" = "ANA"', true],
    ['"Ana" == "ANA"', true],
    ['"a" < "B"', true],
    ['2 IN {1, 2}', true],
    ['3 IN {1, 2}', false],
    ['NOT 3 IN {1, 2}', true],
    ['(1, "b") IN {(1, "a"), (1, "B")}', true],
    ['BLANK() IN {0}', false],
    ['0 IN {BLANK()}', false],
    ['BLANK() IN {BLANK()}', true],
    ['BLANK() = 0', true],
    ['BLANK() == 0', false],
    ['BLANK() = ""', true],
    ['BLANK() + 1', 1],
    ['1 - BLANK()', 1],
    ['BLANK() - 1', -1],
    ['BLANK() * 5', null],
    ['BLANK() + BLANK()', null],
    ['BLANK() / 5', null],
    ['BLANK() & "x"', 'x'],
    ['DIVIDE(1, 0)', null],
    ['DIVIDE(1, 0, 9)', 9],
    ['DIVIDE(1, BLANK(), 9)', 9],
    ['DIVIDE(7, 2)', 3.5],
    ['IF(BLANK(), 1, 2)', 2],
    ['IF(1 > 2, 1)', null],
    ['SWITCH(2, 1, "one", 2, "two", "more")', 'two'],
    ['SWITCH(3, 1, "one", 2, "two")', null],
    ['SWITCH(TRUE(), 1 > 2, "a", 2 > 1, "b", "c")', 'b'],
    ['ISBLANK(BLANK())', true],
    ['ISBLANK("")', false],
    ['COALESCE(BLANK(), 3)', 3],
    ['YEAR(DATE(2013, 14, 1))', 2014],
    ['MONTH(dt"2013-11-29")', 11],
    ['DATE(2020, 1, 1) + 1', '2020-01-02T00:00:00'],
    ['DATE(2020, 1, 3) - DATE(2020, 1, 1)', 2],
    ['FORMAT(1234.5, "#,0.00")', '1,234.50'],
    ['FORMAT(0.256, "0.0%")', '25.6%'],
    // https://learn.microsoft.com/dax/format-function-dax: "If value is BLANK(), the function returns an empty string."
    ['FORMAT(BLANK(), "0.00")', ''],
    ['FORMAT(BLANK(), "yyyy-mm-dd")', ''],
    ['FORMAT(SUMX(FILTER(Sales, FALSE()), 1), "#,0")', ''],
    ['FORMAT(MAXX(FILTER(Sales, FALSE()), Sales[Ordered]), "yyyy")', ''],
    ['ISBLANK(FORMAT(BLANK(), "0"))', false],
    ['ROUND(2.5, 0)', 3],
    ['MOD(-3, 2)', 1],
    ['INT(-1.5)', -2],
    ['LEFT("abc", 2) & RIGHT("abc", 1) & MID("abc", 2, 1)', 'abcb'],
    ['ROUNDUP(1.1, 1)', 1.1],
    ['ROUNDUP(-1.11, 1)', -1.2],
    ['ROUNDDOWN(-1.19, 1)', -1.1],
    ['POWER(2, 3) + SIGN(-4)', 7],
    ['SUBSTITUTE("a-b-c", "-", "+")', 'a+b+c'],
    ['EOMONTH(DATE(2020, 1, 31), 1)', '2020-02-29T00:00:00'],
    ['EDATE(DATE(2020, 1, 31), 1)', '2020-02-29T00:00:00'],
    ['DATEDIFF(DATE(2020, 1, 31), DATE(2020, 2, 1), MONTH)', 1],
    ['WEEKDAY(DATE(2020, 1, 5))', 1],
    ['WEEKDAY(DATE(2020, 1, 5), 2)', 7],
    ['PATHCONTAINS("1|7|31", 7) && NOT PATHCONTAINS("1|7|31", 3)', true],
    ['PATHCONTAINS("", BLANK())', false],
    ['PATHITEM("1|7|31", 2, INTEGER)', 7],
    ['PATHITEM("1|7|31", 4)', null],
    ['PATHLENGTH("1|7|31")', 3],
    ['VAR a = 2 VAR b = a * 3 RETURN a + b', 8],
  ])('%s returns %j', async (expression, expected) => {
    expect(await value(expression)).toEqual(expected)
  })
})

describe('aggregates', () => {
  test.each<[string, Value]>([
    ['[Total]', 460.5],
    ['AVERAGE(Sales[Quantity])', 11 / 6],
    ['MIN(Sales[Amount])', 3],
    ['MAX(Product[Name])', 'Town'],
    ['MAX(Sales[Ordered])', '2021-01-01T00:00:00'],
    ['COUNT(Sales[ProductKey])', 5],
    ['COUNTROWS(Sales)', 6],
    ['COUNTROWS(FILTER(Sales, FALSE()))', null],
    // BLANK counts as one value. Red and red are equal.
    ['DISTINCTCOUNT(Sales[ProductKey])', 5],
    ['DISTINCTCOUNT(Product[Color])', 3],
    // https://learn.microsoft.com/dax/countblank-function-dax: "Counts the number of blank cells in a column", zeros are not counted.
    // It does not mention empty texts. https://dax.guide/countblank: "Any empty string is considered as a blank for COUNTBLANK
    // purposes, even though ISBLANK would return FALSE for an empty string", and the function never returns 0.
    ['COUNTBLANK(Note[Text])', 2],
    ['COUNTROWS(FILTER(Note, ISBLANK(Note[Text])))', 1],
    ['COUNTBLANK(Sales[ProductKey])', 1],
    ['COUNTBLANK(Note[Id])', null],
    ['CALCULATE(COUNTBLANK(Note[Text]), Note[Id] > 2)', null],
    ['SUMX(Sales, Sales[Quantity] * Sales[Amount])', 100 + 400 + 50 + 502.5 + 7 + 3],
    ['SUMX(Sales, Sales[Quantity] * RELATED(Product[Price]))', 100 + 200 + 50 + 100],
    ['AVERAGEX(Product, [Total])', 450.5 / 3],
    ['MAXX(Product, [Total])', 300],
    ['MINX(VALUES(Customer[City]), [Total])', 3],
    ['COUNTX(Product, [Total])', 3],
    ['MEDIAN(Product[Price])', 35],
    ['VAR.P(Sales[Quantity])', 33 / 6 - (11 / 6) ** 2],
    ['PRODUCTX({2, 3, 4}, [Value])', 24],
    [
      'CONCATENATEX(FILTER(Product, Product[Price] > 10), Product[Name], ", ", Product[Price], DESC)',
      'Road, Hill, Town',
    ],
    ['SUMX(Product, RANKX(ALL(Product), [Total]) * Product[Key])', 1 * 1 + 3 * 2 + 2 * 3 + 5 * 4],
    ['MAXX(Product, RANKX(ALL(Product), Product[Price], , ASC))', 5],
    ['COUNTROWS(FILTER(Product, COUNTROWS(FILTER(ALL(Product), Product[Price] > EARLIER(Product[Price]))) >= 2))', 2],
  ])('%s returns %j', async (expression, expected) => {
    expect(rounded(await value(expression))).toEqual(rounded(expected))
  })

  test('include every duplicate row', async () => {
    // Two rows of Budget are identical: a measure evaluated for either row includes both.
    const dax =
      'DEFINE MEASURE Budget[Planned Sum] = SUM(Budget[Planned]) EVALUATE ROW("x", SUMX(Budget, [Planned Sum]))'
    expect(await rows(dax)).toEqual([[500 + 20 + 60 + 60]])
  })
})

describe('the blank row', () => {
  test('groups keys without a matching row', async () => {
    expect(await rows('EVALUATE SUMMARIZECOLUMNS(Product[Name], "x", [Total]) ORDER BY Product[Name]')).toEqual([
      [null, 10],
      ['Hill', 50],
      ['Road', 300],
      ['Town', 100.5],
    ])
  })

  test('is included in VALUES and ALL, but not in DISTINCT or COUNTROWS', async () => {
    expect(await value('COUNTROWS(VALUES(Product[Name]))')).toBe(5)
    expect(await value('COUNTROWS(DISTINCT(Product[Name]))')).toBe(4)
    expect(await value('COUNTROWS(ALL(Product))')).toBe(5)
    expect(await value('COUNTROWS(Product)')).toBe(4)
    expect(await value('COUNTROWS(VALUES(Calendar[Date]))')).toBe(4)
  })

  test('is included when an iterator uses VALUES', async () => {
    expect(await value('SUMX(VALUES(Product[Name]), [Total])')).toBe(460.5)
    expect(await value('SUMX(VALUES(Product), [Total])')).toBe(460.5)
    expect(await value('SUMX(Product, [Total])')).toBe(450.5)
    expect(await value('CALCULATE([Total], VALUES(Product))')).toBe(460.5)
    expect(await value('CALCULATE([Total], FILTER(Product, TRUE()))')).toBe(450.5)
  })

  test('propagates along a chain of tables', async () => {
    expect(await rows('EVALUATE SUMMARIZECOLUMNS(City[City], "x", [Total] + 0) ORDER BY City[City]')).toEqual([
      [null, 3],
      ['Braga', 200],
      ['Porto', 257.5],
    ])
  })
})

describe('CALCULATE', () => {
  test.each<[string, number]>([
    ['[Red Total]', 400.5],
    ['CALCULATE([Red Total], Product[Color] = "Blue")', 400.5],
    ['CALCULATE([Total], KEEPFILTERS(Product[Color] = "Red"), Product[Name] = "Town")', 100.5],
    ['CALCULATE(CALCULATE([Total], KEEPFILTERS(Product[Color] = "Red")), Product[Color] IN {"Red", "Blue"})', 400.5],
    ['CALCULATE([Total], Product[Color] <> "Red")', 60],
    ['CALCULATE([Total], Product[Color] = BLANK())', 10],
    ['CALCULATE([Total], Product[Price] > 60 || Product[Color] = "Blue")', 350],
    ['CALCULATE([Total], Product[Price] > 30, Customer[City] = "Porto")', 150],
    ['CALCULATE([Total], FILTER(Product, [Total] > 60))', 400.5],
    ['CALCULATE([Total], FILTER(ALL(Product[Color]), Product[Color] = "Blue"))', 50],
    ['CALCULATE([Total], FILTER(Sales, Sales[Quantity] > 1))', 300.5],
    ['CALCULATE(COUNTROWS(Product), FILTER(Sales, Sales[Quantity] > 1))', 2],
    ['CALCULATE(SUM(Budget[Planned]), FILTER(Sales, Sales[Quantity] > 1))', 500],
    ['CALCULATE(SUM(Budget[Planned]), Sales)', 580],
    ['CALCULATE([Total], TREATAS({"Hill", "Town"}, Product[Name]))', 150.5],
    ['CALCULATE([Total], TREATAS({("Road", "Red"), ("Hill", "Red")}, Product[Name], Product[Color]))', 300],
    [
      'CALCULATE([Total], TREATAS(SELECTCOLUMNS(FILTER(Budget, Budget[Planned] > 100), "k", Budget[ProductKey]), Product[Key]))',
      300,
    ],
    [
      'CALCULATE(CALCULATE([Total], REMOVEFILTERS(Product[Color])), Product[Color] = "Blue", Product[Price] < 60)',
      160.5,
    ],
    ['CALCULATE(CALCULATE([Total], ALL(Sales)), Product[Color] = "Blue")', 460.5],
    [
      'CALCULATE(CALCULATE([Total], ALLEXCEPT(Product, Product[Color])), Product[Color] = "Red", Product[Name] = "Road")',
      400.5,
    ],
    ['CALCULATE(CALCULATE([Total], REMOVEFILTERS()), Product[Color] = "Blue")', 460.5],
    ['CALCULATE([Shipped Total], Calendar[Year] = 2021)', 350.5],
    ['CALCULATE([Total], Calendar[Year] = 2021)', 150.5],
    ['CALCULATE([Total], Calendar[Year] = MAX(Calendar[Year]))', 150.5],
    ['CALCULATE([Total], CALCULATETABLE(VALUES(Product[Name]), Product[Color] = "Blue"))', 50],
  ])('%s returns %d', async (expression, expected) => {
    expect(await value(expression)).toBeCloseTo(expected, 9)
  })

  test('converts the current row to filters', async () => {
    const dax =
      'EVALUATE ADDCOLUMNS(Product, "t", CALCULATE(SUM(Sales[Amount])), "all", SUM(Sales[Amount])) ORDER BY Product[Key]'
    const found = await rows(dax)
    expect(found.map((row) => row.slice(-2))).toEqual([
      [300, 460.5],
      [50, 460.5],
      [100.5, 460.5],
      [null, 460.5],
    ])
  })

  test('overrides an outer filter with the current row of an inner iterator', async () => {
    expect(await value('CALCULATE(SUMX(ALL(Product[Color]), [Total]), Product[Color] = "Blue")')).toBe(460.5)
    expect(await value('CALCULATE(SUMX(VALUES(Product[Color]), [Total]), Product[Color] = "Blue")')).toBe(50)
  })

  test('replaces the filter on one column of a row and keeps the others', async () => {
    const dax = 'EVALUATE ADDCOLUMNS(Product, "x", CALCULATE([Total], Product[Color] = "Red")) ORDER BY Product[Key]'
    expect((await rows(dax)).map((row) => row.at(-1))).toEqual([300, null, 100.5, null])
  })

  test('evaluates a variable in the context of its definition', async () => {
    const dax = `EVALUATE SUMMARIZECOLUMNS(Product[Color], "x",
      VAR mine = [Total] RETURN COUNTROWS(FILTER(ALL(Product[Color]), [Total] > mine))) ORDER BY Product[Color]`
    expect(await rows(dax)).toEqual([
      [null, 2],
      ['Blue', 1],
    ])
  })
})

describe('SUMMARIZECOLUMNS', () => {
  test('crosses tables and removes groups with only BLANK values', async () => {
    const dax =
      'EVALUATE SUMMARIZECOLUMNS(Product[Color], Calendar[Year], "t", [Total], "n", [Orders]) ORDER BY Product[Color], Calendar[Year]'
    expect(await rows(dax)).toEqual([
      [null, 2020, 10, 2],
      ['Blue', 2021, 50, 1],
      ['Red', 2020, 300, 2],
      ['Red', 2021, 100.5, 1],
    ])
  })

  test('returns every combination for an expression that is never BLANK', async () => {
    const found = await rows('EVALUATE SUMMARIZECOLUMNS(Product[Color], Calendar[Year], "t", [Total] + 0)')
    expect(found).toHaveLength(3 * 2)
  })

  test('combines several filter tables with AND', async () => {
    const dax = `EVALUATE SUMMARIZECOLUMNS(Product[Name], TREATAS({"red"}, Product[Color]),
      FILTER(VALUES(Product[Price]), Product[Price] > 50), KEEPFILTERS(TREATAS({2020}, Calendar[Year])), "t", [Total])`
    expect(await rows(dax)).toEqual([['Road', 300]])
  })

  test('computes a share of the total without groups', async () => {
    const dax =
      'EVALUATE SUMMARIZECOLUMNS(Product[Color], "s", [Share], "a", [All Total], "r", [Red Total]) ORDER BY [s]'
    const found = await rows(dax)
    expect(found.map((row) => row[0])).toEqual([null, 'Blue', 'Red'])
    expect(found.map((row) => Number(row[1]))).toEqual([10, 50, 400.5].map((part) => expect.closeTo(part / 460.5, 12)))
    expect(found.map((row) => row.slice(2))).toEqual(Array.from({ length: 3 }, () => [460.5, 400.5]))
  })

  test('restores the filters of the query with ALLSELECTED', async () => {
    const dax = `EVALUATE SUMMARIZECOLUMNS(Product[Name], TREATAS({"Red"}, Product[Color]),
      "t", [Total], "of", CALCULATE([Total], ALLSELECTED()), "p", CALCULATE([Total], ALLSELECTED(Product))) ORDER BY Product[Name]`
    expect(await rows(dax)).toEqual([
      ['Road', 300, 400.5, 400.5],
      ['Town', 100.5, 400.5, 400.5],
    ])
  })

  test('filters from the many side only through bidirectional relationships', async () => {
    const dax = 'EVALUATE SUMMARIZECOLUMNS(Region[Name], "v", SUM(Visit[Count]), "t", [Total]) ORDER BY Region[Name]'
    expect(await rows(dax)).toEqual([
      ['North', 14, 457.5],
      ['South', 4, 200],
    ])
  })

  test('without groups returns one row', async () => {
    expect(await rows('EVALUATE SUMMARIZECOLUMNS("t", [Total], "b", BLANK())')).toEqual([[460.5, null]])
  })

  test('without expressions lists the groups', async () => {
    expect(await rows('EVALUATE SUMMARIZECOLUMNS(Product[Color]) ORDER BY Product[Color] DESC')).toEqual([
      ['Red'],
      ['Blue'],
      [null],
    ])
  })

  test('aggregates two tables in one query', async () => {
    const dax =
      'EVALUATE SUMMARIZECOLUMNS(Product[Name], "t", [Total], "p", SUM(Budget[Planned])) ORDER BY Product[Name]'
    expect(await rows(dax)).toEqual([
      [null, 10, null],
      ['Hill', 50, 80],
      ['Road', 300, 500],
      ['Town', 100.5, null],
    ])
  })

  test('computes totals to date for year, quarter and month', async () => {
    const dax = `EVALUATE SUMMARIZECOLUMNS(Calendar[Date], "t", [Total], "y", TOTALYTD([Total], Calendar[Date]),
      "m", CALCULATE([Total], DATESMTD(Calendar[Date]))) ORDER BY Calendar[Date]`
    expect(await rows(dax)).toEqual([
      ['2020-01-01T00:00:00', 107, 107, 107],
      ['2020-01-02T00:00:00', 203, 310, 310],
      ['2021-01-01T00:00:00', 150.5, 150.5, 150.5],
      ['2021-01-02T00:00:00', null, 150.5, 150.5],
    ])
    const years =
      'EVALUATE SUMMARIZECOLUMNS(Calendar[Year], "y", TOTALYTD([Total], Calendar[Date])) ORDER BY Calendar[Year]'
    expect(await rows(years)).toEqual([
      [2020, 310],
      [2021, 150.5],
    ])
    expect(await value('SUMX(VALUES(Calendar[Year]), TOTALQTD([Total], Calendar[Date]))')).toBe(460.5)
    await expect(value('TOTALYTD([Total], Calendar[Date], "6-30")')).rejects.toMatchObject({ code: 'binding' })
    await expect(value('CALCULATE([Total], SAMEPERIODLASTYEAR(Calendar[Date]))')).rejects.toMatchObject({
      code: 'unsupported',
    })
  })

  test.each<[string, Value]>([
    ['CALCULATE([Total], DATESBETWEEN(Calendar[Date], dt"2020-01-02", dt"2021-01-01"))', 353.5],
    ['CALCULATE([Total], DATESBETWEEN(Calendar[Date], BLANK(), dt"2020-01-01"))', 107],
    ['CALCULATE([Total], DATESBETWEEN(Calendar[Date], dt"2020-01-02", BLANK()))', 353.5],
    ['CALCULATE([Total], DATESBETWEEN(Calendar[Date], dt"2021-01-01", dt"2020-01-01"))', null],
    // The days replace the other filters on the calendar.
    [
      'CALCULATE(CALCULATE([Total], DATESBETWEEN(Calendar[Date], BLANK(), dt"2020-01-01")), Calendar[Year] = 2021)',
      107,
    ],
  ])('%s keeps the days between two dates, both included', async (dax, expected) => {
    expect(await value(dax)).toBe(expected)
  })

  test('refuses DATESBETWEEN on a column without dates, and with a missing day', async () => {
    await expect(value('CALCULATE([Total], DATESBETWEEN(Calendar[Year], 2020, 2021))')).rejects.toMatchObject({
      code: 'binding',
    })
    await expect(value('CALCULATE([Total], DATESBETWEEN(Calendar[Date], BLANK()))')).rejects.toMatchObject({
      code: 'binding',
    })
  })

  // https://learn.microsoft.com/dax/calculate-function-dax and https://www.sqlbi.com/articles/time-intelligence-in-power-bi-desktop/:
  // a filter on the date column of a date table removes the other filters on that table.
  test.each<[string, Value]>([
    ['CALCULATE([Total], Calendar[Date] = dt"2020-01-01")', 107],
    ['CALCULATE([Total], Calendar[Date] <= MAX(Calendar[Date]))', 460.5],
    ['CALCULATE([Total], FILTER(ALL(Calendar[Date]), Calendar[Date] <= dt"2020-01-02"))', 310],
    ['CALCULATE([Total], TREATAS({dt"2020-01-01"}, Calendar[Date]))', 107],
    ['CALCULATE([Total], DATESYTD(Calendar[Date]))', 150.5],
    ['CALCULATE([Total], Calendar[Date] <= dt"2020-01-02", Product[Color] = "Blue")', null],
    // KEEPFILTERS adds its filter to the others.
    ['CALCULATE([Total], KEEPFILTERS(Calendar[Date] = dt"2020-01-01"))', null],
    // The other columns of the calendar replace only themselves.
    ['CALCULATE([Total], Calendar[Month] = 1)', 150.5],
    // No relationship leads to this column, so it is not the date column of a date table.
    ['CALCULATE([Total], Sales[Ordered] = dt"2020-01-01")', null],
  ])('in 2021, %s returns %j', async (expression, expected) => {
    expect(await value(`CALCULATE(${expression}, Calendar[Year] = 2021)`)).toBe(expected)
  })

  test('supports ISINSCOPE and ISFILTERED', async () => {
    const dax = `EVALUATE SUMMARIZECOLUMNS(Product[Color], TREATAS({"Blue"}, Product[Color]),
      "in", ISINSCOPE(Product[Color]), "not", ISINSCOPE(Product[Name]), "filtered", ISFILTERED(Product[Color]))`
    expect(await rows(dax)).toEqual([['Blue', true, false, true]])
  })

  test('supports nested iterators within groups', async () => {
    const dax = `EVALUATE SUMMARIZECOLUMNS(Customer[City], "x",
      SUMX(VALUES(Product[Color]), SUMX(VALUES(Calendar[Year]), [Total] * [Pieces]))) ORDER BY Customer[City]`
    // Porto: Red 2020 100*1, Blue 2021 50*1, Red 2021 100.5*5, no product 7*1; Braga: Red 2020 200*2; no city 3*1.
    expect(await rows(dax)).toEqual([
      [null, 3],
      ['Braga', 400],
      ['Porto', 100 + 50 + 502.5 + 7],
    ])
  })
})

describe('tables', () => {
  test('TOPN returns the first rows, including ties', async () => {
    expect(await rows('EVALUATE TOPN(1, VALUES(Product[Name]), [Total])')).toEqual([['Road']])
    expect(await rows('EVALUATE TOPN(2, Sales, Sales[Quantity], DESC) ORDER BY Sales[Id]')).toHaveLength(2)
    expect(await rows('EVALUATE TOPN(3, VALUES(Sales[Quantity]), Sales[Quantity], ASC)')).toHaveLength(3)
    expect(await value('SUMX(TOPN(1, Sales, Sales[Quantity], ASC), 1)')).toBe(4)
    expect(await rows('EVALUATE TOPN(2, Sales)')).toHaveLength(2)
  })

  test('TOPN is evaluated for each group', async () => {
    const dax = `EVALUATE SUMMARIZECOLUMNS(Calendar[Year], "best", CALCULATE([Total], TOPN(1, VALUES(Product[Name]), [Total]))) ORDER BY Calendar[Year]`
    expect(await rows(dax)).toEqual([
      [2020, 300],
      [2021, 100.5],
    ])
  })

  test('supports SUMMARIZE, ADDCOLUMNS and SELECTCOLUMNS', async () => {
    expect(await rows('EVALUATE SUMMARIZE(Sales, Product[Color], "n", [Orders]) ORDER BY [n], Product[Color]')).toEqual(
      [
        ['Blue', 1],
        [null, 2],
        ['Red', 3],
      ],
    )
    const { columns, rows: found } = await ask(
      'EVALUATE SELECTCOLUMNS(FILTER(Product, [Total] > 60), "n", Product[Name], "t", [Total]) ORDER BY [t]',
    )
    expect(columns).toEqual([
      { name: '[n]', dataType: 'string', formatString: null },
      { name: '[t]', dataType: 'decimal', formatString: '0.00' },
    ])
    expect(found).toEqual([
      ['Town', 100.5],
      ['Road', 300],
    ])
  })

  // https://learn.microsoft.com/dax/summarize-function-dax and https://www.sqlbi.com/articles/all-the-secrets-of-summarize/:
  // the filter context of an added column is the rows of its group, with all columns of their expanded table.
  test('SUMMARIZE computes a plain aggregate for each group', async () => {
    const summarized = (expression: string, over = 'Sales', by = 'Product[Color]') =>
      rows(`EVALUATE SUMMARIZE(${over}, ${by}, "x", ${expression}) ORDER BY ${by}`)
    expect(await summarized('SUM(Sales[Amount])')).toEqual([
      [null, 10],
      ['Blue', 50],
      ['Red', 400.5],
    ])
    expect(await summarized('COUNTROWS(Sales) + MAX(Sales[Quantity])')).toEqual([
      [null, 3],
      ['Blue', 2],
      ['Red', 8],
    ])
    // Only the rows of the table that is summarized.
    expect(await summarized('SUM(Sales[Amount])', 'FILTER(Sales, Sales[Quantity] = 1)')).toEqual([
      [null, 10],
      ['Blue', 50],
      ['Red', 100],
    ])
    expect(await summarized('[Total]', 'FILTER(Sales, Sales[Quantity] = 1)')).toEqual([
      [null, 10],
      ['Blue', 50],
      ['Red', 100],
    ])
    expect(await summarized('CALCULATE(SUM(Sales[Amount]), Sales[Quantity] > 1)')).toEqual([
      [null, null],
      ['Blue', null],
      ['Red', 300.5],
    ])
    // Removing the filter on the color keeps the rows of the group: the other columns of the product still select them.
    expect(await summarized('CALCULATE(SUM(Sales[Amount]), ALL(Product[Color]))')).toEqual([
      [null, 10],
      ['Blue', 50],
      ['Red', 400.5],
    ])
    expect(await summarized('CALCULATE(SUM(Sales[Amount]), ALL(Sales))')).toEqual([
      [null, 460.5],
      ['Blue', 460.5],
      ['Red', 460.5],
    ])
    // Another table sees only the products in the group's sales.
    expect(await summarized('SUM(Budget[Planned])', 'FILTER(Sales, Sales[Quantity] = 1)')).toEqual([
      [null, null],
      ['Blue', 80],
      ['Red', 500],
    ])
    expect(await summarized('SUM(Budget[Planned])', 'Sales', 'Customer[City]')).toEqual([
      [null, null],
      ['Braga', 500],
      ['Porto', 580],
    ])
    expect(await summarized('IF(ISINSCOPE(Product[Color]), SUMX(Sales, Sales[Quantity] * Sales[Amount]))')).toEqual([
      [null, 10],
      ['Blue', 50],
      ['Red', 1002.5],
    ])
    const named = 'SUMMARIZE(ADDCOLUMNS(Product, "Band", IF(Product[Price] > 40, "high", "low")), [Band], "x", [Total])'
    expect(await rows(`EVALUATE ${named} ORDER BY [Band]`)).toEqual([
      ['high', 350],
      ['low', 100.5],
    ])
    const nested = 'SUMX(SUMMARIZE(Sales, Product[Color], "x", SUM(Sales[Amount])), [x] * [x])'
    expect(await rows(`EVALUATE SUMMARIZECOLUMNS(Calendar[Year], "n", ${nested}) ORDER BY Calendar[Year]`)).toEqual([
      [2020, 300 ** 2 + 10 ** 2],
      [2021, 50 ** 2 + 100.5 ** 2],
    ])
  })

  // https://learn.microsoft.com/dax/addcolumns-function-dax, selectcolumns-function-dax, row-function-dax
  test.each([
    'ADDCOLUMNS(Product, "a", 1, "A", 2)',
    'ADDCOLUMNS(Product, "Color", 1)',
    'SELECTCOLUMNS(Product, "a", Product[Name], "a", Product[Color])',
    'ROW("a", 1, "a", 2)',
    'SUMMARIZE(Sales, Product[Color], "x", [Total], "x", [Orders])',
    'SUMMARIZE(Sales, Product[Color], "color", [Total])',
    'SUMMARIZECOLUMNS(Product[Color], "x", [Total], "X", [Orders])',
  ])('%s is refused, because a name exists twice', async (dax) => {
    await expect(ask(`EVALUATE ${dax}`)).rejects.toMatchObject({ code: 'binding', message: /exists already/ })
  })

  test('supports UNION, EXCEPT, INTERSECT and CROSSJOIN', async () => {
    expect(await rows('EVALUATE UNION({1, 2}, {2, 3})')).toHaveLength(4)
    expect(await rows('EVALUATE EXCEPT({1, 2}, {2, 3})')).toEqual([[1]])
    expect(await rows('EVALUATE INTERSECT({1, 2}, {2, 3})')).toEqual([[2]])
    expect(await value('SUMX(CROSSJOIN(VALUES(Calendar[Year]), VALUES(Product[Color])), [Total])')).toBe(460.5)
  })

  test('calculated columns and tables are computed independently of their order', async () => {
    expect(
      await rows('EVALUATE SELECTCOLUMNS(Product, "n", [Name], "s", [Sold], "h", [Half], "d", [Dear]) ORDER BY [n]'),
    ).toEqual([
      ['Hill', 50, 25, false],
      ['Idle', null, 5, false],
      ['Road', 300, 50, true],
      ['Town', 100.5, 10, false],
    ])
    expect(await rows('EVALUATE Colors ORDER BY Colors[Color]')).toEqual([
      [null, 1],
      ['Blue', 1],
      ['Red', 2],
    ])
  })

  test('LOOKUPVALUE returns one value and throws for several', async () => {
    expect(await value('LOOKUPVALUE(Product[Price], Product[Name], "HILL")')).toBe(50)
    expect(await value('LOOKUPVALUE(Product[Price], Product[Name], "none", 7)')).toBe(7)
    await expect(value('LOOKUPVALUE(Product[Price], Product[Color], "Red")')).rejects.toMatchObject({ code: 'binding' })
  })

  test('SELECTEDVALUE and HASONEVALUE detect a single remaining value', async () => {
    const dax =
      'EVALUATE SUMMARIZECOLUMNS(Product[Color], "v", SELECTEDVALUE(Product[Name], "many"), "o", HASONEVALUE(Product[Name])) ORDER BY Product[Color]'
    const found = await rows(dax)
    expect(found.slice(1)).toEqual([
      ['Blue', 'Hill', true],
      ['Red', 'many', false],
    ])
  })
})

describe('a query result', () => {
  test('has the column names of the query, with type and format', async () => {
    const { columns } = await ask(
      'EVALUATE SUMMARIZECOLUMNS(Product[Color], Calendar[Date], "x", [Total], "y", [Orders] > 1)',
    )
    expect(columns).toEqual([
      { name: 'Product[Color]', dataType: 'string', formatString: null },
      { name: 'Calendar[Date]', dataType: 'dateTime', formatString: null },
      { name: '[x]', dataType: 'decimal', formatString: '0.00' },
      { name: '[y]', dataType: 'boolean', formatString: null },
    ])
  })

  test('stops at the row limit and is marked as truncated', async () => {
    const answer = await tiny.engine.query('EVALUATE Sales ORDER BY Sales[Id]', { identity: null, maxRows: 2 })
    expect(answer.truncated).toBe(true)
    expect(answer.rows.map((row) => row[0])).toEqual([1, 2])
    expect((await tiny.engine.query('EVALUATE Sales', { identity: null, maxRows: 6 })).truncated).toBe(false)
  })

  test('uses measures and variables defined in the query', async () => {
    const dax =
      'DEFINE MEASURE Sales[Half] = [Total] / 2 VAR f = TREATAS({"Blue"}, Product[Color]) EVALUATE SUMMARIZECOLUMNS(Product[Color], f, "h", [Half])'
    expect(await rows(dax)).toEqual([['Blue', 25]])
  })
})

describe('refused and limited queries', () => {
  const endless = `EVALUATE ROW("x", SUMX(CROSSJOIN(${Array.from({ length: 14 }, () => 'Sales').join(', ')}), Sales[Amount]))`

  test.each<[string, string]>([
    ['EVALUATE', 'syntax'],
    ['EVALUATE Product Product', 'syntax'],
    ['EVALUATE ROW("x", 1 +)', 'syntax'],
    ['EVALUATE "unfinished', 'syntax'],
    ['EVALUATE ROW("x", §)', 'syntax'],
    ['EVALUATE Nope', 'binding'],
    ['EVALUATE VALUES(Product[Nope])', 'binding'],
    ['EVALUATE ROW("x", [Nope])', 'binding'],
    ['EVALUATE ROW("x", Product[Color])', 'binding'],
    ['EVALUATE ROW("x", [Looped])', 'binding'],
    ['EVALUATE ROW("x", SUM(Product[Color]))', 'binding'],
    ['EVALUATE ROW("x", 1 = "a")', 'binding'],
    ['EVALUATE ROW("x", 1 + "a")', 'binding'],
    ['EVALUATE ROW("x", DIVIDE(1))', 'binding'],
    ['EVALUATE ROW("x", CALCULATE([Total], [Total] > 1))', 'unsupported'],
    ['EVALUATE ROW("x", CALCULATE([Total], Product[Color] = "Red" || Customer[City] = "Porto"))', 'binding'],
    ['EVALUATE 1', 'binding'],
    ['EVALUATE ROW("x", IF(TRUE(), 1, "a"))', 'unsupported'],
    ['EVALUATE ROW("x", PERCENTILE.INC(Sales[Amount], 0.5))', 'unsupported'],
    ['EVALUATE GENERATE(Product, Sales)', 'unsupported'],
    ['EVALUATE Product START AT 1', 'unsupported'],
    // U6: names that every object inherits are no patterns.
    ...['constructor', '__proto__', 'toString', 'hasOwnProperty'].map((name): [string, string] => [
      `EVALUATE ROW("x", FORMAT(DATE(2024, 1, 1), "${name}"))`,
      'unsupported',
    ]),
  ])('%s throws %s', async (dax, code) => {
    await expect(ask(dax)).rejects.toMatchObject({ code })
  })

  test('errors have a position', async () => {
    await expect(ask('EVALUATE\n  ROW("x", Nope[a])')).rejects.toMatchObject({ position: { line: 2, column: 12 } })
  })

  test('refuses deep nesting and long chains with a limit error', async () => {
    const deep = `EVALUATE ROW("x", ${'('.repeat(3000)}1${')'.repeat(3000)})`
    await expect(ask(deep)).rejects.toMatchObject({ code: 'limit' })
    await expect(ask(`EVALUATE ROW("x", ${'1+'.repeat(20_000)}1)`)).rejects.toMatchObject({ code: 'limit' })
    await expect(ask(`EVALUATE ROW("x", ${'- '.repeat(20_000)}1)`)).rejects.toMatchObject({ code: 'limit' })
    await expect(ask(`EVALUATE {${'{('.repeat(5000)}`)).rejects.toMatchObject({ code: 'limit' })
    await expect(ask(`EVALUATE ROW("x", "${'a'.repeat(200_001)}")`)).rejects.toMatchObject({ code: 'limit' })
    expect(await value('1' + '+1'.repeat(150))).toBe(151)
  })

  test('refuses a query whose SQL grows exponentially', async () => {
    const doubled = Array.from({ length: 40 }, (_, index) => `VAR v${index + 1} = v${index} & v${index}`).join(' ')
    await expect(value(`VAR v0 = [Total] & "" ${doubled} RETURN v40`)).rejects.toMatchObject({ code: 'limit' })
  })

  test('stops an aborted query and reuses its connection', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    await expect(tiny.engine.query(endless, { identity: null, signal: stop.signal })).rejects.toMatchObject({
      code: 'limit',
    })
    await expect(tiny.engine.query(endless, { identity: null, timeLimit: 50 })).rejects.toMatchObject({ code: 'limit' })
    await expect(tiny.engine.query(endless, { identity: null, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'limit',
    })
    expect(await Promise.all(Array.from({ length: 12 }, () => value('1 + 1')))).toEqual(
      Array.from({ length: 12 }, () => 2),
    )
  }, 60_000)

  test('V5: a caller with many queries leaves one connection free for other callers', async () => {
    const stop = new AbortController()
    const options = { identity: null, caller: 'one', signal: stop.signal }
    const flood = Array.from({ length: 8 }, () => tiny.engine.query(endless, options))
    const ended = Promise.allSettled(flood)
    expect((await tiny.engine.query('EVALUATE {1}', { identity: null, caller: 'other' })).rows).toEqual([[1]])
    stop.abort()
    expect((await ended).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'rejected'))
  }, 20_000)

  test('accepts long lists', async () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => index + 2).join(', ')
    expect(
      await rows(
        `EVALUATE SUMMARIZECOLUMNS(Product[Name], TREATAS({${keys}}, Product[Key]), "t", [Total]) ORDER BY [t]`,
      ),
    ).toEqual([
      ['Hill', 50],
      ['Town', 100.5],
    ])
  }, 20_000)

  test('a closed engine finishes accepted queries and refuses new ones', async () => {
    const other = await openTiny()
    const queries = Array.from({ length: 8 }, () =>
      other.engine.query('EVALUATE ROW("x", [Total])', { identity: null }),
    )
    other.engine.close()
    const answers = await Promise.all(queries)
    expect(answers.map((answer) => answer.rows)).toEqual(Array.from({ length: 8 }, () => [[460.5]]))
    await expect(other.engine.query('EVALUATE {1}', { identity: null })).rejects.toThrow('closed')
    await other.close()
  }, 20_000)

  test('refuses a series with too many values', async () => {
    expect(await value('SUMX(GENERATESERIES(1, 9, 2), [Value])')).toBe(25)
    await expect(value('COUNTROWS(GENERATESERIES(1, 1000000000000))')).rejects.toMatchObject({ code: 'limit' })
  })

  test('treats quotes and semicolons in text as text', async () => {
    expect(await value(`"'; drop table Sales; --" & ""`)).toBe("'; drop table Sales; --")
    expect(await value('"a\0b" & "\u{1F6B2}"')).toBe('a\0b\u{1F6B2}')
    expect(await value('COUNTROWS(FILTER(Product, Product[Name] = "x\' or 1=1 --"))')).toBeNull()
  })
})
