// Scheduled deletions: whoever's day has come no longer enters (open_session() sees to that); within the hour they are erased.
import type { Gate } from '#platform/server/session/gate.ts'
import { eraseDue } from './service.ts'

const everyMs = 3_600_000

type Needs = {
  gate: Gate
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
}

/** Looks now and each hour; the answer ends it. Several processes may look: each person is erased by one of them. */
export function sweepDueUsers({ gate, log }: Needs): () => void {
  const sweep = () =>
    eraseDue(gate).then(
      ({ erased, kept }) => (erased + kept > 0 ? log.info({ erased, kept }, 'scheduled deletions') : undefined),
      (error: unknown) => log.warn({ err: error }, 'scheduled deletions could not be made'),
    )
  void sweep()
  const timer = setInterval(() => void sweep(), everyMs)
  return () => clearInterval(timer)
}
