import { z } from 'zod'
import { userImports } from '#catalogue/limits.ts'
import type { Inviting } from '#features/identity/passwords/server/commands.ts'
import { type AnyJob, job, type JobContext, waitingJob } from '#platform/server/jobs/job.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import { importNext, stop } from './apply.ts'
import { addPeopleKind, undoKind } from './service.ts'
import { eraseOld } from './store.ts'
import { stopUndo, undoNext } from './undo.ts'

type Batches = {
  next: (context: JobContext & { tenantId: TenantId }, id: string) => Promise<boolean>
  stop: (context: JobContext, id: string) => Promise<void>
}

/**
 * A job that works on an import in batches, with one transaction for each. When the process stops, a new job continues with the remaining
 * rows.
 */
const inBatches = (kind: typeof addPeopleKind | typeof undoKind, { next, stop: giveUp }: Batches) =>
  waitingJob({
    ...kind,
    retries: 5,
    run: async ({ transaction, signal, tenantId, isLastAttempt }, { id }) => {
      if (tenantId === null) return
      try {
        let isMore = true
        while (isMore) {
          if (signal.aborted) return await transaction(({ enqueue }) => enqueue(kind, { id }))
          isMore = await transaction((context) => next({ ...context, tenantId }, id))
        }
      } catch (error) {
        if (isLastAttempt) await transaction((context) => giveUp(context, id))
        throw error
      }
    },
  })

const eraseOldImports = job({
  name: 'user_import.erase_old',
  scope: 'platform',
  isolation: 'statement',
  input: z.object({}),
  everySeconds: 3_600,
  run: async ({ db, log }) => {
    const erased = await eraseOld(db, userImports)
    if (erased > 0) log.info({ erased }, 'old imports of people')
  },
})

export const userImportJobs = (inviting: Inviting): AnyJob[] => [
  inBatches(addPeopleKind, { next: (context, id) => importNext(context, inviting, id), stop }),
  inBatches(undoKind, { next: undoNext, stop: stopUndo }),
  eraseOldImports,
]
