import { expect, it } from 'vitest'
import { PowerBiError, type PowerBiErrorCode } from '#powerbi/server/power-bi.ts'
import { askData, type ReportData } from './commands.ts'

const clock = { now: () => new Date() }
const data = { workspace: { service_id: 'w' }, datasetId: 'd', identity: null, isAsleep: false } as ReportData

const askWith = (executeQueries: () => Promise<unknown>, overrides: Partial<ReportData> = {}) =>
  askData({ clientOf: () => ({ executeQueries }) } as never, { ...data, ...overrides }, 'EVALUATE A', clock)

it('answers texts that PostgreSQL can store', async () => {
  const found = await askWith(() => Promise.resolve([{ '[T]': 'a\0b\uD800c', '[N]': 1, '[B]': null }]))
  expect(found).toMatchObject({ rows: [{ '[T]': 'ab\uFFFDc', '[N]': 1, '[B]': null }] })
})

it.each([
  ['query', null, 'query'],
  ['query', 'DatasetExecuteQueriesRowLimitExceeded', 'too_many_rows'],
  ['too_large', null, 'too_many_rows'],
  ['unsupported', null, 'row_security'],
  ['credentials', null, 'account'],
  ['forbidden', null, 'refused'],
  ['throttled', null, 'busy'],
  ['network', null, 'unreachable'],
  ['conflict', null, 'failed'],
] as [PowerBiErrorCode, string | null, string][])('answers the error %s (%s) as %s', async (code, reason, problem) => {
  expect(await askWith(() => Promise.reject(new PowerBiError(code, 'executeQueries', { reason })))).toMatchObject({
    problem,
  })
})

it('sends no query to a paused capacity, and rethrows other faults', async () => {
  expect(await askWith(() => expect.unreachable(), { isAsleep: true })).toEqual({ problem: 'asleep', detail: null })
  await expect(askWith(() => Promise.reject(new Error('a fault of ours')))).rejects.toThrow('a fault of ours')
})
