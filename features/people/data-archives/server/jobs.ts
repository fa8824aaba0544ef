// Writes archives of the data of a person, and removes old ones. Next: content.ts (what an archive contains).
import { z } from 'zod'
import { id } from '#catalogue/fields.ts'
import { collect, writeArchive } from './write-archive.ts'
import { newFilePath, filePath } from '#platform/server/files/file-path.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import { type AnyJob, job, type JobKind, type WaitingJobContext, waitingJob } from '#platform/server/jobs/job.ts'
import { notify } from '#features/messaging/notifications/server/commands.ts'
import * as store from './store.ts'

export const writeArchiveKind = {
  name: 'data_archive.write',
  scope: 'tenant',
  input: z.object({ id: id() }),
} as const satisfies JobKind

export const dataArchiveJobs = (storage: FileStorage): AnyJob[] => [
  waitingJob({
    ...writeArchiveKind,
    retries: 3,
    atOnce: 1,
    atOncePerGroup: 1,
    run: async (context, input) => {
      try {
        await write(context, storage, input.id)
      } catch (error) {
        const { acrossTenants, tenantId, isLastAttempt } = context
        if (isLastAttempt && tenantId !== null)
          await acrossTenants('note a failed data archive', (db) => store.finish(db, tenantId, input.id, null))
        throw error
      }
    },
  }),
  job({
    name: 'data_archive.forget',
    scope: 'platform',
    isolation: 'statement',
    input: z.object({}),
    everySeconds: 3_600,
    run: ({ db }) => store.forgetOld(db),
  }),
]

/**
 * Row-level security hides what only the person may read, so the rows are read across business units, and each query names the person and
 * the unit.
 */
async function write(context: WaitingJobContext, storage: FileStorage, archiveId: string): Promise<void> {
  const { acrossTenants, tenantId, transaction, clock } = context
  if (tenantId === null) return
  const reason = 'the archive of the data of a person'
  const collected = await acrossTenants(reason, (db) => collect(db, tenantId, archiveId))
  if (!collected) return
  const readFile = (path: string) => storage.read(filePath(path))
  const bytes = await writeArchive(collected, readFile, clock.now())
  const path = newFilePath('private', tenantId, 'bin')
  const { partnerId, requestedBy } = collected
  await acrossTenants(reason, (db) =>
    store.noteFile(db, { path, tenant_id: tenantId, partner_id: partnerId, bytes: bytes.length }),
  )
  await storage.put(path, bytes)
  await acrossTenants(reason, (db) => store.finish(db, tenantId, archiveId, { path, bytes: bytes.length }))
  await transaction((each) =>
    notify(
      { ...each, tenantId },
      { people: [requestedBy] },
      'archive_ready',
      {},
      { path: '/profile', cause: `data archive ${archiveId}` },
    ),
  )
}
