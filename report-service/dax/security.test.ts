import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '../model/model.ts'
import { createAnswerCache, sizeOfRows } from './answer-cache.ts'
import { openEngine, type Identity, type QueryResult } from './engine.ts'
import { openTiny, ROLES, type Opened } from './tiny-model.ts'

let tiny: Opened
beforeAll(async () => {
  tiny = await openTiny(ROLES)
}, 60_000)
afterAll(() => tiny.close())

const as = (roles: string[], more: Partial<Identity> = {}): Identity => ({
  username: 'ana@example.com',
  roles,
  customData: null,
  ...more,
})

async function value(expression: string, identity: Identity | null): Promise<Value> {
  const { rows } = await tiny.engine.query(`EVALUATE ROW("x", ${expression})`, { identity })
  return rows[0]?.[0] ?? null
}

describe('a model with roles', () => {
  test.each<[string, Identity | null]>([
    ['no identity', null],
    ['an identity without a role', as([])],
    ['an unknown role', as(['Everyone', 'Boss'])],
    ['an identity without a name', as(['Self'], { username: ' ' })],
    ['an identity without custom data that the role needs', as(['By Region'])],
    ['a name with a NUL character', as(['Self'], { username: 'rui@example.com\0' })],
  ])('refuses %s', async (_, identity) => {
    await expect(value('[Total]', identity)).rejects.toMatchObject({ code: 'identity' })
    await expect(tiny.engine.query('EVALUATE {1}', { identity })).rejects.toMatchObject({ code: 'identity' })
  })

  test('shows all rows to a role without a filter', async () => {
    expect(await value('[Total]', as(['everyone']))).toBe(460.5)
  })

  test('shows a reader only their own rows, and ignores the case of the name', async () => {
    expect(await value('[Total]', as(['Self']))).toBe(157)
    expect(await value('[Total]', as(['Self'], { username: 'RUI@Example.com' }))).toBe(200)
    expect(await value('[Total]', as(['Self'], { username: 'nobody@example.com' }))).toBeNull()
  })

  test.each([
    'CALCULATE([Total], ALL(Sales))',
    'CALCULATE([Total], REMOVEFILTERS())',
    'CALCULATE([Total], ALL(Customer))',
    'SUMX(ALL(Sales), Sales[Amount])',
    'SUMX(ALL(Customer), [Total])',
    'SUMX(FILTER(ALL(Sales), TRUE()), Sales[Amount])',
    'CALCULATE([Total], USERELATIONSHIP(Sales[Shipped], Calendar[Date]))',
    'SUMX(UNION(Sales, ALL(Sales)), 0) + [Total]',
  ])('shows no additional rows through %s', async (expression) => {
    expect(await value(expression, as(['Self']))).toBe(157)
  })

  test('hides rows and their values in lists', async () => {
    const { rows } = await tiny.engine.query('EVALUATE Customer', { identity: as(['Self']) })
    expect(rows).toEqual([[1, 'Porto', 'ana@example.com']])
    expect(await value('COUNTROWS(ALL(Customer[Email]))', as(['Self']))).toBe(1)
    expect(await value('LOOKUPVALUE(Customer[City], Customer[Key], 2)', as(['Self']))).toBeNull()
    expect(await value('COUNTROWS(Sales)', as(['Self']))).toBe(3)
  })

  test('excludes the blank row from a negative rule', async () => {
    expect(await value('[Total]', as(['Not Porto']))).toBe(200)
    expect(await value('COUNTROWS(VALUES(Customer[City]))', as(['Not Porto']))).toBe(1)
  })

  test('follows the declared relationships when the query activates others', async () => {
    const of2020 = as(['Of 2020'])
    expect(await value('[Total]', of2020)).toBe(310)
    // Sale 2 was ordered in 2020 and shipped in 2021. This role must not see the shipping year.
    expect(await value('[Shipped Total]', of2020)).toBe(110)
    const { rows } = await tiny.engine.query('EVALUATE SUMMARIZECOLUMNS(Calendar[Year], "x", [Shipped Total])', {
      identity: of2020,
    })
    expect(rows).toEqual([[2020, 110]])
  })

  test('combines roles with OR for each table', async () => {
    expect(await value('[Total]', as(['Self', 'Not Porto']))).toBe(357)
    expect(await value('[Total]', as(['Self', 'Everyone']))).toBe(460.5)
    expect(await value('[Total]', as(['Dear']))).toBe(300)
    // Each role has no filter on the other role's table.
    expect(await value('[Total]', as(['Self', 'Dear']))).toBe(460.5)
  })

  test('filters through a bidirectional bridge table', async () => {
    const south = as(['By Region'], { customData: 'south' })
    expect(await value('SUM(Visit[Count])', south)).toBe(4)
    expect(await value('[Total]', south)).toBe(200)
    expect(await value('COUNTROWS(City)', south)).toBe(1)
    expect(await value('[Total]', as(['By Region'], { customData: 'North' }))).toBe(457.5)
    expect(await value('[Total]', as(['By Region'], { customData: 'West' }))).toBeNull()
  })

  test('does not reuse one reader’s identity for another', async () => {
    const names = ['ana@example.com', 'rui@example.com', 'eva@example.com', 'ana@example.com']
    const totals = await Promise.all(names.map((username) => value('[Total]', as(['Self'], { username }))))
    expect(totals).toEqual([157, 200, 100.5, 157])
  })

  test('gives identities that ask a new query at the same moment their own rows', async () => {
    const names = ['ana@example.com', 'rui@example.com', 'eva@example.com']
    const totals = await Promise.all(names.map((username) => value('[Total] + 1000', as(['Self'], { username }))))
    expect(totals).toEqual([1157, 1200, 1100.5])
  })

  test('returns the identity of the reader', async () => {
    expect(await value('USERPRINCIPALNAME() & "/" & CUSTOMDATA()', as(['Everyone'], { customData: 'x' }))).toBe(
      'ana@example.com/x',
    )
  })
})

test('a model without roles refuses an identity with a role', async () => {
  const open = await openTiny()
  await expect(open.engine.query('EVALUATE {1}', { identity: as(['Self']) })).rejects.toMatchObject({
    code: 'identity',
  })
  expect((await open.engine.query('EVALUATE {1}', { identity: as([]) })).rows).toEqual([[1]])
  await open.close()
}, 30_000)

describe('the results under a role equal those of a database with only the visible rows', () => {
  let only: Opened
  beforeAll(async () => {
    only = await openTiny([], {
      Customer: 'Key,City,Email\n1,Porto,ana@example.com\n',
      Sales:
        'Id,ProductKey,CustomerKey,Ordered,Shipped,Quantity,Amount\n' +
        '1,1,1,2020-01-01,2020-01-02,1,100\n3,2,1,2021-01-01,2021-01-01,1,50\n5,9,1,2020-01-01,2020-01-01,1,7\n',
    })
  }, 60_000)
  afterAll(() => only.close())

  test.each([
    'EVALUATE Sales ORDER BY Sales[Id]',
    'EVALUATE SUMMARIZECOLUMNS(Product[Color], Calendar[Year], "t", [Total], "s", [Share], "n", [Orders]) ORDER BY Product[Color], Calendar[Year]',
    'EVALUATE SUMMARIZECOLUMNS(Customer[City], "t", [Total] + 0, "p", SUM(Budget[Planned])) ORDER BY Customer[City]',
    'EVALUATE SUMMARIZECOLUMNS(Product[Name], "x", SUMX(VALUES(Calendar[Year]), [Total] * [Pieces])) ORDER BY Product[Name]',
    'EVALUATE SUMMARIZECOLUMNS(Product[Name], "r", RANKX(ALL(Product[Name]), [Total]), "t", [Total]) ORDER BY Product[Name]',
    'EVALUATE ADDCOLUMNS(VALUES(Product[Name]), "t", CALCULATE([Total], ALL(Customer)), "all", [All Total]) ORDER BY Product[Name]',
    'EVALUATE TOPN(1, VALUES(Product[Color]), [Total])',
    'EVALUATE SUMMARIZE(Sales, Product[Color], Customer[City], "t", [Total]) ORDER BY Product[Color]',
    'EVALUATE ROW("d", DISTINCTCOUNT(Sales[ProductKey]), "c", COUNTROWS(VALUES(Sales[Quantity])), "m", MAXX(ALL(Sales), Sales[Amount]))',
    'EVALUATE ROW("p", CALCULATE(COUNTROWS(Product), Sales), "b", CALCULATE(SUM(Budget[Planned]), FILTER(ALL(Sales), Sales[Amount] > 60)))',
    'EVALUATE ROW("u", COUNTROWS(UNION(VALUES(Customer[Email]), ALL(Customer[Email]))), "l", LOOKUPVALUE(Customer[Email], Customer[Key], 2))',
    'EVALUATE CALCULATETABLE(VALUES(Customer[City]), REMOVEFILTERS(Customer))',
    'EVALUATE EXCEPT(VALUES(Sales[Id]), {1})',
    'EVALUATE ROW("x", CONCATENATEX(ALL(Customer), Customer[Email], ","), "s", SELECTEDVALUE(Customer[City]))',
  ])('%s', async (dax) => {
    const under = await tiny.engine.query(dax, { identity: as(['Self']) })
    expect(inAnyOrder(under)).toEqual(inAnyOrder(await only.engine.query(dax, { identity: null })))
  })
})

test('a stored result never reaches an identity with other rows', async () => {
  const alone = await openEngine(
    tiny.engine.model,
    tiny.path,
    createAnswerCache<QueryResult>({ maxBytes: 0, maxAnswerBytes: -1 }, sizeOfRows), // stores nothing
  )
  const ask = async (engine: Opened['engine'], dax: string, identity: Identity) => {
    const result = await engine.query(dax, { identity }).catch((error: Error) => error.message)
    return typeof result === 'string' ? result : inAnyOrder(result)
  }
  const identity = fc.record({
    username: fc.constantFrom('ana@example.com', 'rui@example.com', 'eva@example.com', 'ANA@example.com', 'nobody'),
    roles: fc.uniqueArray(fc.constantFrom(...ROLES.map(({ name }) => name)), { minLength: 1, maxLength: 2 }),
    customData: fc.constantFrom(null, 'north', 'south', 'ana@example.com'),
  })
  const question = fc.constantFrom(
    'EVALUATE Customer',
    'EVALUATE ROW("x", [Total])',
    'EVALUATE ROW("x", USERPRINCIPALNAME())',
    'EVALUATE ROW("x", "" & CUSTOMDATA())',
    'EVALUATE SUMMARIZECOLUMNS(Customer[City], "t", [Total])',
    'EVALUATE VALUES(Visit[City])',
  )
  try {
    await fc.assert(
      fc.asyncProperty(question, identity, identity, async (dax, first, second) => {
        for (const each of [first, second]) {
          expect(await ask(tiny.engine, dax, each), JSON.stringify([dax, each])).toEqual(await ask(alone, dax, each))
        }
      }),
      { numRuns: 1_000 },
    )
  } finally {
    alone.close()
  }
}, 60_000)

/** Sorts the rows, because without ORDER BY and between ties the order is undefined. */
function inAnyOrder(answer: QueryResult): QueryResult {
  const text = (row: unknown[]) => JSON.stringify(row)
  return { ...answer, rows: answer.rows.toSorted((a, b) => text(a).localeCompare(text(b))) }
}
