import { expect, it } from 'vitest'
import type { ReceivedOf } from '#platform/contract/call.ts'
import type { showStatus } from '../contract.ts'
import { concernsOf } from './status-concerns.ts'

type Status = ReceivedOf<typeof showStatus>

const process: Status['processes'][number] = {
  id: '00000001-0000-4000-8000-000000000001',
  kind: 'worker',
  machine: 'one',
  pid: 7,
  version: '0.1.0',
  started_at: new Date('2026-11-21T10:00:00Z'),
  seen_at: new Date('2026-11-21T11:00:00Z'),
  is_silent: false,
  memory_bytes: 1e8,
  lag_ms: 1,
  disk_free_bytes: 5e9,
  disk_bytes: 1e10,
}
const well: Status = {
  version: '0.1.0',
  processes: [process],
  database: {
    version: '17.6',
    size_bytes: 1e7,
    connections: 4,
    most_connections: 100,
    replicas: 0,
    migrations: 3,
    last_migration: '2026-11-21',
    migrated_at: new Date('2026-11-21T10:00:00Z'),
  },
  jobs: { waiting: 2, active: 1, failed: 0, oldest_seconds: 600 },
  mails: { waiting: 0, failed: 0, oldest_seconds: null },
  report_service: 'ready',
  failures: [{ code: 'call.failed', count: 1, last_at: new Date('2026-11-21T10:00:00Z') }],
}
const kindsOf = (status: Status) => concernsOf(status).map(({ kind }) => kind)

it('a platform that works has no concern, also with work in the queue and with earlier errors', () => {
  expect(concernsOf(well)).toEqual([])
  expect(concernsOf({ ...well, report_service: null })).toEqual([])
})

it('each thing that needs a person is a concern, with the screen where it is mended', () => {
  expect(kindsOf({ ...well, report_service: 'away' })).toEqual(['reportsAway'])
  expect(kindsOf({ ...well, report_service: 'rebuilding' })).toEqual(['reportsRebuilding'])
  expect(concernsOf({ ...well, jobs: { ...well.jobs, failed: 3 } })).toEqual([
    { kind: 'jobsFailed', count: 3, screen: '/jobs' },
  ])
  expect(concernsOf({ ...well, mails: { ...well.mails, failed: 1, oldest_seconds: 601 } })).toEqual([
    { kind: 'mailsLate', seconds: 601, screen: '/mails' },
    { kind: 'mailsFailed', count: 1, screen: '/mails' },
  ])
  expect(kindsOf({ ...well, jobs: { ...well.jobs, oldest_seconds: 601 } })).toEqual(['jobsLate'])
})

it('each silent process is a concern, and a full disk is one for all', () => {
  const silent = { ...process, is_silent: true }
  expect(concernsOf({ ...well, processes: [process, silent, silent] })).toEqual([
    { kind: 'silent', process: silent },
    { kind: 'silent', process: silent },
  ])
  const full = { ...process, disk_free_bytes: 9e8 }
  expect(
    kindsOf({ ...well, processes: [full, full, { ...process, disk_free_bytes: null, disk_bytes: null }] }),
  ).toEqual(['disk'])
})
