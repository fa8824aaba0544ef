import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { testPortal } from '#testing/portal.ts'
import { people } from '#testing/world.ts'

const portal = testPortal()

it.each(['auth/search?search=una', 'auth/tags/all?search=una', 'auth/tags/all/select?search=una'])(
  'V3: ten times /api/%s of one session run one after the other, beside its other reads',
  async (search) => {
    const token = await portal.tokenOf(people.adminOfNorte)
    const asker = portal.as({ token, host: people.adminOfNorte.host })
    const statusOf = async (url: string) => (await asker.send({ method: 'GET', url: `/api/${url}` })).status
    expect(await statusOf(search)).toBe(200)
    const holder = new pg.Client({ connectionString: portal.ownerUrl })
    await holder.connect()
    try {
      await holder.query('begin; lock table tags, user_groups in access exclusive mode')
      const waitingFor = async (name: string) => {
        const { rows } = await holder.query<{ waiting: number }>(
          'select count(*)::int as waiting from pg_locks where not granted and relation = $1::regclass',
          [name],
        )
        return rows[0]?.waiting
      }
      const searches = Array.from({ length: 10 }, () => statusOf(search))
      const reads = Array.from({ length: 3 }, () => statusOf('auth/group_users/all'))
      const answered = Promise.all([...searches, ...reads])
      // A business unit has four connections, and the searches came first.
      await vi.waitFor(async () => expect(await waitingFor('user_groups')).toBe(3), 4_000)
      expect(await waitingFor('tags')).toBe(1)
      await holder.query('rollback')
      await answered
    } finally {
      await holder.end()
    }
  },
)
