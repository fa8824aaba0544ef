// Jobs that come by themselves. Every process looks; the slot lets one of them put the job in. Slots missed while nobody ran are not
// made up for: the present one is put in once, late, never a burst.
import type { Clock } from '../clock.ts'
import type { Gate } from '../session/gate.ts'
import type { AnyJob, Log } from './job.ts'
import type { Queue } from './queue.ts'
import { takeSlot } from './slots.ts'

const lookEveryMs = 15_000

type Needs = { queue: Pick<Queue, 'enqueue'>; gate: Gate; clock: Clock; log: Log; jobs: readonly AnyJob[] }

/** Looks now and again; the answer ends it. A look that fails (the database is away) is made up for by the next. */
export function putInDueJobs(needs: Needs): () => void {
  /** Slots this process has seen taken: not asked for again. */
  const seen = new Map<string, string>()
  const look = () =>
    lookOnce(needs, seen).catch((error: unknown) => needs.log.warn({ err: error }, 'due jobs could not be put in'))
  void look()
  const timer = setInterval(() => void look(), lookEveryMs)
  return () => clearInterval(timer)
}

export async function lookOnce({ queue, gate, clock, jobs }: Needs, seen: Map<string, string>): Promise<void> {
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

/** The beginning of the span of `seconds` that an instant falls in. */
export function slotAt(now: Date, seconds: number): string {
  const span = seconds * 1_000
  return new Date(Math.floor(now.getTime() / span) * span).toISOString()
}
