// What of the status needs a person, and the screen on which they can resolve it.
import type { ReceivedOf } from '#platform/contract/call.ts'
import type { showStatus } from '../contract.ts'

type Status = ReceivedOf<typeof showStatus>
type Process = Status['processes'][number]

export type Concern =
  | { kind: 'reportsAway' | 'reportsRebuilding' | 'disk' }
  | { kind: 'silent'; process: Process }
  | { kind: 'jobsFailed' | 'mailsFailed'; count: number; screen: string }
  | { kind: 'jobsLate' | 'mailsLate'; seconds: number; screen: string | null }

/** Seconds for which a job or a mail may wait. A worker that is well takes it in less than a minute. */
const lateAfter = 600

/** The worst first: what people notice, then what is left to do. */
export function concernsOf({ report_service, processes, jobs, mails }: Status): Concern[] {
  const found: Concern[] = []
  if (report_service === 'away') found.push({ kind: 'reportsAway' })
  if (report_service === 'rebuilding') found.push({ kind: 'reportsRebuilding' })
  for (const process of processes) if (process.is_silent) found.push({ kind: 'silent', process })
  if (processes.some(isFull)) found.push({ kind: 'disk' })
  if (isLate(jobs)) found.push({ kind: 'jobsLate', seconds: jobs.oldest_seconds ?? 0, screen: null })
  if (isLate(mails)) found.push({ kind: 'mailsLate', seconds: mails.oldest_seconds ?? 0, screen: '/mails' })
  if (jobs.failed > 0) found.push({ kind: 'jobsFailed', count: jobs.failed, screen: '/jobs' })
  if (mails.failed > 0) found.push({ kind: 'mailsFailed', count: mails.failed, screen: '/mails' })
  return found
}

const isLate = ({ oldest_seconds }: Status['jobs' | 'mails']) => (oldest_seconds ?? 0) > lateAfter

/** Less than a tenth of the disk is free. */
export const isFull = ({ disk_free_bytes, disk_bytes }: Process) =>
  disk_bytes !== null && (disk_free_bytes ?? 0) < disk_bytes / 10
