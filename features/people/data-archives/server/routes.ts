import { dataArchives } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { downloadOf } from '#platform/server/export/download.ts'
import { filePath } from '#platform/server/files/file-path.ts'
import { forgetFile } from '#platform/server/files/kept-files.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import { file, handle, type Route, rows, type WriteContext } from '#platform/server/http/route.ts'
import { mayArchive } from '#features/people/users/server/queries.ts'
import { listArchives, readArchiveFile, requestArchive, requestOwnArchive } from '../contract.ts'
import { writeArchiveKind } from './jobs.ts'
import * as store from './store.ts'

const keptMs = dataArchives.keptHours * 3_600_000

const list = rows(listArchives, store.ownQuery, (found, { actor }) =>
  found.map(({ user_id, ready_at, ...archive }) => ({
    ...archive,
    own: user_id === actor.userId,
    expires_at: archive.state === 'ready' && ready_at ? new Date(ready_at.getTime() + keptMs) : null,
  })),
)

async function request({ db, actor, audit, enqueue }: WriteContext, person: { id: string; name: string }) {
  if ((await store.countOfDay(db, actor.userId)) >= dataArchives.perDay) fail('call.throttled', { retryAfter: 3_600 })
  const id = await store.add(db, person.id)
  await enqueue(writeArchiveKind, { id }, { group: actor.tenantId ?? actor.userId })
  await audit({ target: { type: 'user', id: person.id, name: person.name } })
  return { status: true as const, id }
}

const requestOwn = handle(requestOwnArchive, async (context) => {
  const { actor, db } = context
  // Staff have no membership: the portal keeps nothing about them here but their account.
  if (!(await mayArchive(db, actor, actor.userId))) fail('call.not_found')
  return request(context, { id: actor.userId, name: actor.name })
})

const requestOther = handle(requestArchive, async (context, { id }) => {
  const person = await mayArchive(context.db, context.actor, id)
  if (!person) fail('call.not_found')
  return request(context, { id, name: person.name })
})

export const routes = ({ storage }: { storage: FileStorage }): Route[] => [
  list,
  requestOwn,
  requestOther,
  file(readArchiveFile, ({ actor, transaction }, { id }) =>
    downloadOf(actor, async () => {
      // The bytes are read first: when the storage fails, the archive stays ready.
      const path = (await transaction(({ db }) => store.findReadyPath(db, id))) ?? fail('call.not_found')
      const bytes = (await storage.read(filePath(path))) ?? fail('call.not_found')
      const name = await transaction(async ({ db, audit }) => {
        const taken = await store.take(db, id)
        // The right may have ended since the request.
        if (!taken || !(await mayArchive(db, actor, taken.user_id))) return fail('call.not_found')
        await audit({ target: { type: 'user', id: taken.user_id, name: taken.name } })
        await forgetFile(db, path)
        return taken.name
      })
      return { name: `${name}.zip`, type: 'application/zip', bytes }
    }),
  ),
]
