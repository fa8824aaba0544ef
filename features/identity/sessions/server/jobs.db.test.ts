import { expect, it } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { people } from '#testing/world.ts'
import { endExpired, forgetSessions } from './store.ts'

const portal = testPortal()

it('deletes sessions a month after they ended, expired or became idle, and no others', async () => {
  const day = 86_400_000
  const ago = (days: number) => new Date(Date.now() - days * day)
  const session = {
    user_id: people.userOfNorte.id,
    auth_type: 'password',
    host: 'norte.localhost',
    address: '127.0.0.1',
  }
  const remainingSessions = await portal.platform(async (db) => {
    const rows = [
      { host: 'ended', idle_minutes: 240, expires_at: ago(-1), last_seen_at: ago(0), ended_at: ago(31) },
      { host: 'ran-out', idle_minutes: 240, expires_at: ago(31), last_seen_at: ago(31), ended_at: null },
      { host: 'asleep', idle_minutes: 240, expires_at: ago(-60), last_seen_at: ago(32), ended_at: null },
      { host: 'ended-lately', idle_minutes: 240, expires_at: ago(-1), last_seen_at: ago(0), ended_at: ago(29) },
      { host: 'lately-run-out', idle_minutes: 240, expires_at: ago(1), last_seen_at: ago(1), ended_at: null },
      { host: 'screen', idle_minutes: 240, expires_at: ago(0.8), last_seen_at: ago(1), ended_at: null },
      { host: 'screen-gone', idle_minutes: 240, expires_at: ago(1.5), last_seen_at: ago(1.6), ended_at: null },
      { host: 'running', idle_minutes: 240, expires_at: ago(-1), last_seen_at: ago(0), ended_at: null },
    ]
    await db.deleteFrom('sessions').execute()
    await db
      .insertInto('sessions')
      .values(
        rows.map(({ ended_at: _, ...row }) => ({
          ...session,
          ...row,
          ...(row.host.startsWith('screen') ? { auth_type: 'playlist' } : {}),
        })),
      )
      .execute()
    for (const { host, ended_at } of rows) {
      if (ended_at) await db.updateTable('sessions').set({ ended_at }).where('host', '=', host).execute()
    }
    await endExpired(db)
    await forgetSessions(db, 30)
    return db.selectFrom('sessions').select(['host', 'ended_by', 'person_standing']).orderBy('host').execute()
  })
  // An ended session has no copy of the standing, so changes of a person need not update it.
  expect(remainingSessions).toEqual([
    { host: 'ended-lately', ended_by: null, person_standing: null },
    { host: 'lately-run-out', ended_by: 'expired', person_standing: null },
    { host: 'running', ended_by: null, person_standing: expect.objectContaining({ state: 'A' }) },
    // E3: the screen of a playlist may be renewed for a day after its end.
    { host: 'screen', ended_by: null, person_standing: expect.objectContaining({ state: 'A' }) },
    { host: 'screen-gone', ended_by: 'expired', person_standing: null },
  ])
})
