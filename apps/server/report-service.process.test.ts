// A report service that hangs is killed and restarted.
import { mkdtempSync, rmSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { commandOf } from '#platform/server/machine/processes.ts'
import { niceness, type ReportService, startReportService } from './report-service.ts'
import { until } from './testing/running-portal.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'vitrine reports '))
const options = {
  dataDir,
  publicUrl: 'http://reports.localhost',
  allowedOrigins: [],
  signingKey: 'x'.repeat(40),
  principals: [],
  samples: [],
  log: () => undefined,
}

let service: ReportService

afterEach(async () => {
  const pid = pidOf(service)
  if (commandOf(pid) !== null) process.kill(pid, 'SIGCONT')
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

function pidOf({ pid }: ReportService): number {
  const number = pid()
  if (number === undefined) throw new Error('a started process has a number')
  return number
}

const answers = ({ url }: ReportService) =>
  fetch(url).then(
    () => true,
    () => false,
  )

it('V1: is killed when it does not start in time, and restarted', async () => {
  service = await startReportService({ ...options, readyWithinMs: 10_000 })
  const first = pidOf(service)
  process.kill(first, 'SIGKILL')
  expect(await until(() => pidOf(service) !== first)).toBe(true)
  const hung = pidOf(service)
  process.kill(hung, 'SIGSTOP')
  expect(await until(async () => pidOf(service) !== hung && (await answers(service)))).toBe(true)
  expect(commandOf(hung)).toBeNull()
})

it('V1: is killed when it is frozen, and replaced at the same address', async () => {
  const lines: string[] = []
  const probe = { everyMs: 200, withinMs: 2_000, failures: 2 }
  service = await startReportService({ ...options, probe, log: (line) => void lines.push(line) })
  const { url } = service
  const frozen = pidOf(service)
  process.kill(frozen, 'SIGSTOP')
  expect(await until(async () => pidOf(service) !== frozen && (await answers(service)), 120_000)).toBe(true)
  expect(commandOf(frozen)).toBeNull()
  expect(service.url).toBe(url)
  expect(lines).toContain(`The report service (process ${frozen}) does not answer; it is killed.`)
})

it('V1: is not killed while it answers late', async () => {
  const lines: string[] = []
  const probe = { everyMs: 100, withinMs: 30_000, failures: 1 }
  service = await startReportService({ ...options, probe, log: (line) => void lines.push(line) })
  const slow = pidOf(service)
  process.kill(slow, 'SIGSTOP')
  await sleep(2_000)
  process.kill(slow, 'SIGCONT')
  expect(await answers(service)).toBe(true)
  expect([pidOf(service), lines]).toEqual([slow, []])
})

it('V3: runs below the priority of the portal, and does so after a restart', async () => {
  service = await startReportService(options)
  const first = pidOf(service)
  expect(getPriority(first)).toBe(getPriority(process.pid) + niceness)
  process.kill(first, 'SIGKILL')
  expect(await until(async () => pidOf(service) !== first && (await answers(service)))).toBe(true)
  expect(getPriority(pidOf(service))).toBe(getPriority(process.pid) + niceness)
})

it('V6: is killed when it does not stop in time', async () => {
  service = await startReportService({ ...options, leavesWithinMs: 500 })
  const hung = pidOf(service)
  process.kill(hung, 'SIGSTOP')
  await service.stop()
  expect(commandOf(hung)).toBeNull()
})
