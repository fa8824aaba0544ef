import { describe, expect, it } from 'vitest'
import { decoded, matched, nextRun, nextRuns, notStarted, runsADay, runsFrom, stateOf } from './rules.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const scheduleAt = (times: string[], days = everyDay) => ({ enabled: true, days, times })
const iso = (date: Date | null) => date?.toISOString() ?? null

describe('the times of a schedule', () => {
  it('are local times of the business unit', () => {
    const monday = runsFrom(scheduleAt(['06:00', '18:30'], [1]), 'America/Sao_Paulo', '2026-11-22', 7)
    expect(monday.map(({ day, time, at: instant }) => [day, time, iso(instant)])).toEqual([
      ['2026-11-23', '06:00', '2026-11-23T09:00:00.000Z'],
      ['2026-11-23', '18:30', '2026-11-23T21:30:00.000Z'],
    ])
  })

  it('run once at a clock change: when the skipped hour ends, and at the first occurrence of a repeated time', () => {
    // Madrid skips 02:00–03:00 on 29 March 2026, and repeats it on 25 October.
    const skipped = runsFrom(scheduleAt(['02:30']), 'Europe/Madrid', '2026-03-29', 1)
    expect(skipped.map((run) => iso(run.at))).toEqual(['2026-03-29T01:30:00.000Z'])
    const repeated = runsFrom(scheduleAt(['02:30']), 'Europe/Madrid', '2026-10-25', 1)
    expect(repeated.map((run) => iso(run.at))).toEqual(['2026-10-25T00:30:00.000Z'])
    // After the first of the two, the next run is on the following day.
    expect(iso(nextRun(scheduleAt(['02:30']), 'Europe/Madrid', new Date('2026-10-25T00:30:00Z')))).toBe(
      '2026-10-26T01:30:00.000Z',
    )
  })

  it('keep their local time before and after a clock change', () => {
    const runs = runsFrom(scheduleAt(['08:00']), 'Europe/Lisbon', '2026-10-24', 3)
    expect(runs.map((run) => iso(run.at))).toEqual([
      '2026-10-24T07:00:00.000Z',
      '2026-10-25T08:00:00.000Z',
      '2026-10-26T08:00:00.000Z',
    ])
  })

  it('lead to the next run: a week later when its time has just passed, none when switched off', () => {
    const weekly = scheduleAt(['06:00'], [1])
    expect(iso(nextRun(weekly, 'UTC', new Date('2026-11-23T06:00:00Z')))).toBe('2026-11-30T06:00:00.000Z')
    expect(iso(nextRun(weekly, 'UTC', new Date('2026-11-23T05:59:59Z')))).toBe('2026-11-23T06:00:00.000Z')
    expect(nextRun({ ...weekly, enabled: false }, 'UTC', new Date())).toBeNull()
  })

  it('are listed as the next ones, up to the asked number, also when each needs a week', () => {
    const weekly = scheduleAt(['06:00'], [1])
    expect(nextRuns(weekly, 'UTC', new Date('2026-11-23T06:00:00Z'), 3).map(iso)).toEqual([
      '2026-11-30T06:00:00.000Z',
      '2026-12-07T06:00:00.000Z',
      '2026-12-14T06:00:00.000Z',
    ])
    expect(nextRuns({ ...weekly, enabled: false }, 'UTC', new Date(), 3)).toEqual([])
  })
})

describe('a chain of data sets', () => {
  const links = (...chain: [string, string | null, number][]) =>
    new Map(chain.map(([id, after_id, runs]) => [id, { id, after_id, runs }]))

  it('counts the runs of the data sets that it follows, and detects a circle', () => {
    expect(runsADay('c', links(['a', null, 3], ['b', 'a', 1], ['c', 'b', 2]))).toBe(6)
    expect(runsADay('a', links(['a', 'b', 3], ['b', 'a', 1]))).toBeNull()
    expect(runsADay('a', links(['a', 'a', 1]))).toBeNull()
  })
})

const failed = (errorCode: string) => ({
  status: 'Failed',
  serviceExceptionJson: JSON.stringify({ errorCode, errorDescription: 'Ana at db-1' }),
})

describe('errors of the service', () => {
  it.each([
    ['ModelRefreshFailed_CredentialsNotSpecified', 'credentials'],
    ['DM_GWPipeline_Gateway_InvalidConnectionCredentials', 'credentials'],
    ['DM_GWPipeline_Gateway_DataSourceAccessError', 'source'],
    ['DM_GWPipeline_Client_GatewayUnreachable', 'gateway'],
    ['DMTS_MonikerWithUnboundDataSources', 'gateway'],
    ['ModelRefresh_ShortMessage_Timeout', 'timeout'],
    ['OutOfMemoryError', 'memory'],
    ['CapacityNotActive', 'capacity'],
    ['ModelRefresh_ShortMessage_ProcessingError', 'model'],
    ['ModelRefreshFailed', 'model'],
    ['Mashup_ColumnNotFound', 'query'],
    ['ServiceStopped', 'stopped'],
    ['SomethingNew', 'other'],
  ])('%s is explained as %s', (code, problem) => {
    expect(decoded(failed(code))).toEqual({ problem, service_code: code })
  })

  it('keep a code and never a sentence, which may name people and servers', () => {
    expect(decoded(failed('Ana could not sign in at db-1'))).toEqual({ problem: 'other', service_code: null })
    expect(decoded({ status: 'Failed', serviceExceptionJson: '{' })).toEqual({ problem: 'other', service_code: null })
    expect(decoded({ status: 'Disabled', serviceExceptionJson: null }).problem).toBe('disabled')
  })

  it('that refuse a start are explained, too', () => {
    expect(notStarted({ code: 'bad_request', reason: 'InvalidRequest' }).problem).toBe('running')
    expect(notStarted({ code: 'bad_request', reason: 'RefreshLimitReached' }).problem).toBe('limit')
    expect(notStarted({ code: 'throttled', reason: null }).problem).toBe('busy')
    expect(notStarted({ code: 'credentials', reason: 'AADSTS7000215' }).problem).toBe('account')
  })

  it('an unknown status is a running refresh', () => {
    expect(['Unknown', 'Completed', 'Failed', 'Cancelled', 'NotStarted'].map((status) => stateOf({ status }))).toEqual([
      'running',
      'completed',
      'failed',
      'canceled',
      'running',
    ])
  })
})

describe('the history of the service', () => {
  const listed = (requestId: string, startTime: string) => ({
    requestId,
    startTime,
    endTime: null,
    refreshType: 'ViaApi',
    status: 'Unknown',
    serviceExceptionJson: null,
  })
  const started = new Date('2026-11-22T10:00:00Z')

  it('matches a refresh of the portal with the first unknown one that began after it, in any order', () => {
    const own = { id: 'own', request_id: null, state: 'running', started_at: started }
    const known = { id: 'old', request_id: 'r1', state: 'completed', started_at: started }
    const found = matched(
      [
        listed('r3', '2026-11-22T10:30:00Z'),
        listed('r2', '2026-11-22T10:00:01Z'),
        listed('r1', '2026-11-22T09:00:00Z'),
        listed('r0', '2026-11-22T08:00:00Z'),
      ],
      [own, known],
    )
    expect([...found]).toEqual([
      ['r1', 'old'],
      ['r2', 'own'],
    ])
  })
})
