import { z } from 'zod'
import { userImports } from '#catalogue/limits.ts'
import type { Inviting } from '#features/identity/passwords/server/commands.ts'
import { type AnyJob, job, waitingJob } from '#platform/server/jobs/job.ts'
import { addNext, addPeopleKind, stop } from './service.ts'
import { eraseOld } from './store.ts'

/**
 * The job that adds the people of an import, with one transaction for each batch. When the process stops, a new job continues with the
 * remaining rows.
 */
const addPeople = (inviting: Inviting) =>
  waitingJob({
    ...addPeopleKind,
    retries: 5,
    run: async ({ transaction, signal, tenantId, isLastAttempt }, { id }) => {
      if (tenantId === null) return
      try {
        let isMore = true
        while (isMore) {
          if (signal.aborted) return await transaction(({ enqueue }) => enqueue(addPeopleKind, { id }))
          isMore = await transaction((context) => addNext({ ...context, tenantId }, inviting, id))
        }
      } catch (error) {
        if (isLastAttempt) await transaction((context) => stop(context, id))
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
    const erased = await eraseOld(db, userImports.keptDays)
    if (erased > 0) log.info({ erased }, 'old imports of people')
  },
})

export const userImportJobs = (inviting: Inviting): AnyJob[] => [addPeople(inviting), eraseOldImports]
