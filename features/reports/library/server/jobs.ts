// Reads the names of the pages of reports from their services, for the search, and the outline of the first page, for the cover. A report is read once a day, and also soon after it is added
// or gets another source. Next: store.ts (which reports are due).
import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import { type AnyJob, job, type JobKind, waitingJob } from '#platform/server/jobs/job.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { outlineOf } from './rules.ts'
import * as store from './store.ts'

const readKind = {
  name: 'report.read_pages',
  scope: 'tenant',
  input: z.object({ ids: z.array(id()) }),
} satisfies JobKind

/** Claims the reports that are due, so that no other process reads them meanwhile. */
const findReportsToRead = job({
  name: 'report.find_pages_to_read',
  scope: 'platform',
  isolation: 'enqueues',
  input: z.object({}),
  everySeconds: 60,
  run: async ({ db, enqueue }) => {
    for (const { tenant_id: tenantId, ids } of await store.claimDuePages(db))
      await enqueue(readKind, { ids }, { tenantId })
  },
})

/** Reads the pages of some reports. A report whose service does not answer is due again after the pause of the claim. */
const readPages = (embedding: Embedding) =>
  waitingJob({
    ...readKind,
    retries: 0,
    run: async ({ transaction }, { ids }) => {
      for (const source of await transaction(({ db }) => store.pageSources(db, ids))) {
        try {
          const place = [source.service_id, source.service_report_id] as const
          const [pages, outline] = await embedding.ask(source, (service) =>
            Promise.all([service.pages(...place), service.outline(...place)]),
          )
          await transaction(({ db }) => store.keepPages(db, source, pages, outline && outlineOf(outline)))
        } catch {
          continue
        }
      }
    },
  })

export const reportJobs = ({ embedding }: { embedding: Embedding }): AnyJob[] => [
  findReportsToRead,
  readPages(embedding),
]
