import { expect, it, vi } from 'vitest'
import { upload } from '#catalogue/limits.ts'
import type { Database } from '../database/kysely.ts'
import { openPool, runNamed } from '../database/pool.ts'
import { createGate } from '../session/gate.ts'
import { testPortal } from '#testing/portal.ts'
import { people, tenants } from '#testing/world.ts'
import { newFilePath } from './file-path.ts'
import { noteFile } from './kept-files.ts'

const portal = testPortal()
const { id: tenantId, partner_id: partnerId } = tenants.norte
const note = (db: Database) =>
  noteFile(db, {
    path: newFilePath('public', tenantId, 'png'),
    owner: { tenantId, partnerId },
    kind: 'theme.logo',
    bytes: 1,
  })

it('V6: two uploads at once do not pass the limit of unused uploads together', async () => {
  const values = { partner_id: partnerId, tenant_id: tenantId, kind: 'theme.logo', bytes: 1 }
  const many = Array.from({ length: upload.unusedAnHour - 1 }, () => ({
    ...values,
    path: newFilePath('public', tenantId, 'png'),
  }))
  await portal.platform((db) => db.insertInto('files').values(many).execute())
  const pool = openPool({ url: portal.databaseUrl, max: 10, onError: () => undefined })
  const gate = createGate(pool, { info: () => undefined })
  const who = people.adminOfNorte
  const credentials = { token: await portal.tokenOf(who), address: '127.0.0.1', host: who.host }
  const noted = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const first = gate.write(credentials, async (db) => {
    await note(db)
    noted.resolve()
    await commit.promise
  })
  await noted.promise
  let isOver = false
  const second = gate
    .write(credentials, note)
    .then(
      () => null,
      (error: unknown) => error,
    )
    .finally(() => (isOver = true))
  const waits = async () =>
    (await runNamed(pool, `select from pg_locks where locktype = 'advisory' and not granted`, [])).length > 0
  await vi.waitFor(async () => expect(isOver || (await waits())).toBe(true), { timeout: 10_000 })
  commit.resolve()
  await first
  expect(await second).toMatchObject({ code: 'call.throttled' })
  await pool.end()
})
