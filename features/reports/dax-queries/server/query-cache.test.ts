import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { keptAnswers } from '#catalogue/limits.ts'
import { createQueryCache, type ReportData } from './commands.ts'

type Query = { dax: string; datasetId: string; effectiveIdentity: unknown; workspaceId: string }

/** Answers each query with one row that says for whom it is, and counts the queries. */
function service(rowCount = 1, filler = '') {
  const queries: Query[] = []
  const clientOf = (account: { secret_sealed: Buffer }) => ({
    executeQueries: (query: Query) => {
      queries.push(query)
      const { dax, datasetId, effectiveIdentity, workspaceId } = query
      const row = {
        '[For]': JSON.stringify([dax, datasetId, effectiveIdentity, workspaceId, String(account.secret_sealed)]),
        ...(filler && { '[Filler]': filler }),
      }
      return Promise.resolve(Array.from({ length: rowCount }, () => row))
    },
  })
  return { queries, embedding: { clientOf } as never }
}

const dataOf = (overrides: Partial<ReportData> = {}, workspace: Partial<ReportData['workspace']> = {}): ReportData => ({
  workspace: {
    kind: 'local',
    directory_id: 'd',
    app_id: 'a',
    secret_sealed: Buffer.from('s'),
    service_id: 'w',
    ...workspace,
  },
  datasetId: 'd',
  identity: null,
  isAsleep: false,
  ...overrides,
})

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1_000)
const clockAt = (seconds: number) => ({ now: () => at(seconds) })

const someOf = (...values: string[]) => fc.constantFrom(...values)
const identity = fc.option(
  fc.record({
    username: someOf('ana', 'ben'),
    roles: fc.subarray(['North', 'South']),
    customData: fc.option(someOf('x')),
  }),
)
const question = fc.record({
  dax: someOf('EVALUATE A', 'EVALUATE B'),
  datasetId: someOf('d', 'e'),
  identity,
  service_id: someOf('w', 'v'),
  secret: someOf('s', 't'),
})

it('E6: each caller gets the answer for their own identity, data set and account, and each question is asked once', () =>
  fc.assert(
    fc.asyncProperty(fc.array(question, { maxLength: 30 }), async (asked) => {
      const { queries, embedding } = service()
      const { ask } = createQueryCache(embedding)
      const answers = await Promise.all(
        asked.map(({ dax, secret, service_id, ...data }) =>
          ask(dataOf(data, { service_id, secret_sealed: Buffer.from(secret) }), dax, {
            clock: clockAt(0),
            dueAt: at(0),
          }),
        ),
      )
      const wanted = asked.map((each) => {
        const who = each.identity && { ...each.identity, roles: each.identity.roles }
        return JSON.stringify([each.dax, each.datasetId, who, each.service_id, each.secret])
      })
      const got = answers.map(({ answer }) => ('rows' in answer ? answer.rows[0]?.['[For]'] : answer.problem))
      expect(got).toEqual(wanted)
      expect(queries).toHaveLength(new Set(wanted).size)
      expect(answers.filter(({ isNew }) => isNew)).toHaveLength(queries.length)
    }),
  ))

it.each([
  ['a run that was due before it was asked', 0, 10, 5, 1],
  ['not a run that is due later', 0, 30, 20, 2],
  ['nobody after a minute', 0, keptAnswers.seconds + 1, 0, 2],
])('an answer serves %s', async (_, first, second, dueAt, queryCount) => {
  const { queries, embedding } = service()
  const { ask } = createQueryCache(embedding)
  await ask(dataOf(), 'EVALUATE A', { clock: clockAt(first + 7), dueAt: at(first) })
  await ask(dataOf(), 'EVALUATE A', { clock: clockAt(second + 7), dueAt: at(dueAt) })
  expect(queries).toHaveLength(queryCount)
})

it('V2: answers leave the memory after a minute, also when nobody asks any more', async () => {
  vi.useFakeTimers()
  try {
    const { embedding } = service()
    const { ask, held } = createQueryCache(embedding)
    await ask(dataOf(), 'EVALUATE A', { clock: clockAt(0), dueAt: at(0) })
    expect(held()).toMatchObject({ answers: 1 })
    expect(held().bytes).toBeGreaterThan(0)
    vi.advanceTimersByTime(keptAnswers.seconds * 1_000)
    expect(held()).toEqual({ answers: 0, bytes: 0 })
  } finally {
    vi.useRealTimers()
  }
})

it('V2: answers have at most 32 MB together, and one that is too big is not kept', async () => {
  const { embedding } = service(1, 'x'.repeat(keptAnswers.bytesOfOne - 1_000))
  const { ask, held } = createQueryCache(embedding)
  const now = { clock: clockAt(0), dueAt: at(0) }
  const count = Math.ceil(keptAnswers.bytes / keptAnswers.bytesOfOne) + 5
  for (let index = 0; index < count; index += 1) await ask(dataOf(), `EVALUATE ${index}`, now)
  expect(held().bytes).toBeLessThanOrEqual(keptAnswers.bytes)
  expect(held().bytes).toBeGreaterThan(keptAnswers.bytes - keptAnswers.bytesOfOne)
  const big = service(1, 'x'.repeat(keptAnswers.bytesOfOne))
  const other = createQueryCache(big.embedding)
  await other.ask(dataOf(), 'EVALUATE A', now)
  expect(other.held()).toEqual({ answers: 0, bytes: 0 })
})

it('a long answer and a problem are for those who wait for them, and for nobody later', async () => {
  const long = service(keptAnswers.rows + 1)
  const shared = createQueryCache(long.embedding)
  const now = { clock: clockAt(0), dueAt: at(0) }
  await Promise.all([shared.ask(dataOf(), 'A', now), shared.ask(dataOf(), 'A', now)])
  expect(long.queries).toHaveLength(1)
  await shared.ask(dataOf(), 'A', now)
  expect(long.queries).toHaveLength(2)
})
