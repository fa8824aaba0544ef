// Scheduled jobs. Every process polls for jobs whose time slot has begun; the slot lets only one process enqueue the job. Slots missed
// while no process ran are not caught up: the present slot is enqueued once, late.
import type { Clock } from '../clock.ts'
import type { Gate } from '../session/gate.ts'
import type { AnyJob, Log } from './job.ts'
import type { Queue } from './queue.ts'
import { takeSlot } from './slots.ts'

const pollIntervalMs = 15_000

type ScheduleDependencies = {
  queue: Pick<Queue, 'enqueue'>
  gate: Gate
  clock: Clock
  log: Log
  jobs: readonly AnyJob[]
}

/** Checks at a fixed interval; the answer stops it. After a failed check (the database is unavailable) the next one continues. */
export function putInDueJobs(needs: ScheduleDependencies): () => void {
  /** Slots that this process knows to be taken, so that it does not ask for them again. */
  const seen = new Map<string, string>()
  const poll = () =>
    enqueueDueJobs(needs, seen).catch((error: unknown) =>
      needs.log.warn({ err: error }, 'due jobs could not be enqueued'),
    )
  void poll()
  const timer = setInterval(() => void poll(), pollIntervalMs)
  return () => clearInterval(timer)
}

export async function enqueueDueJobs(
  { queue, gate, clock, jobs }: ScheduleDependencies,
  seen: Map<string, string>,
): Promise<void> {
  for (const job of jobs) {
    if (!job.everySeconds) continue
    const slot = slotAt(clock.now(), job.everySeconds)
    if (seen.get(job.name) === slot) continue
    await gate.acrossTenants(`schedule of ${job.name}`, async (db) => {
      if (await takeSlot(db, null, `due ${job.name}`, slot)) await queue.enqueue(db, job, {}, { slot })
    })
    seen.set(job.name, slot)
  }
}

/** The beginning of the interval of `seconds` that contains the instant. */
export function slotAt(now: Date, seconds: number): string {
  const span = seconds * 1_000
  return new Date(Math.floor(now.getTime() / span) * span).toISOString()
}
