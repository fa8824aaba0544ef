// What every plain entity must do, proven once: permissions, walls, search, order, pages, versions, validation, the trail.
// A slice adds tests of what is its own. Next: platform/server/resource.ts.
import { describe, expect, it } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import type { CrudCalls, crudCalls } from '#platform/contract/entity.ts'
import type { TestPortal } from './portal.ts'
import { people } from './world.ts'

/** Whatever the fields of an entity, its calls have this form. */
type Calls = ReturnType<typeof crudCalls>

/**
 * `sample(name)` is a record that may be added under this name. Example:
 * `behavesLikeResource(testPortal(), shiftCalls, { noun: 'shift', sample: (name) => ({ name, hours }) })`.
 */
export function behavesLikeResource<C extends CrudCalls>(
  portal: TestPortal,
  given: C,
  { noun, sample }: { noun: string; sample: (name: string) => SentOf<C['add']> },
): void {
  const calls = given as unknown as Calls
  const admin = () => portal.as('adminOfNorte')
  const added = async (name: string): Promise<string> => {
    const { status, body } = await admin().ask(calls.add, sample(name) as never)
    expect(status).toBe(200)
    return body.id
  }

  describe('as every resource', () => {
    it('adds, and reads back what was added', async () => {
      const id = await added('Primeira')
      const { body } = await admin().ask(calls.read, { id })
      expect(body).toMatchObject({ id, name: 'Primeira', version: 1, can: ['update', 'remove'] })
    })

    it('T1, T2: is unseen, unread, unchanged and unremoved from another business unit', async () => {
      const id = await added('Nossa')
      const foreign = portal.as('adminOfLeste')
      const { body } = await foreign.ask(calls.list, { search: 'Nossa' })
      expect(body.total).toBe(0)
      expect((await foreign.ask(calls.select, { search: 'Nossa' })).body).toEqual([])
      expect((await foreign.ask(calls.read, { id })).status).toBe(404)
      expect((await foreign.ask(calls.update, { id, version: 1 })).status).toBe(404)
      expect((await foreign.ask(calls.remove, { id })).status).toBe(404)
      expect((await admin().ask(calls.read, { id })).status).toBe(200)
    })

    it('is refused to a plain reader, call by call', async () => {
      const reader = portal.as('userOfNorte')
      const id = await added('Alheia')
      const answers = await Promise.all([
        reader.ask(calls.list, {}),
        reader.ask(calls.select, {}),
        reader.ask(calls.read, { id }),
        reader.ask(calls.add, sample('Minha') as never),
        reader.ask(calls.update, { id, version: 1 }),
        reader.ask(calls.remove, { id }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
    })

    it('searches without case and accents, takes % literally, sorts and pages on the server', async () => {
      for (const name of ['Ação 100%', 'Zeta ação', 'Beta ação']) await added(name)
      const names = async (asked: Record<string, unknown>) => {
        const { body } = await admin().ask(calls.list, asked)
        return (body.data as unknown as { name: string }[]).map(({ name }) => name)
      }
      expect(await names({ search: 'ACAO' })).toEqual(['Ação 100%', 'Beta ação', 'Zeta ação'])
      expect(await names({ search: 'acao', sort: 'name', order: 'desc' })).toEqual([
        'Zeta ação',
        'Beta ação',
        'Ação 100%',
      ])
      expect(await names({ search: '100%' })).toEqual(['Ação 100%'])
      expect(await names({ search: '1_0%' })).toEqual([])
      expect(await names({ search: 'acao', page: 2 })).toEqual([])
      const { body } = await admin().ask(calls.select, { search: 'beta' })
      expect(body.map(({ label }) => label)).toEqual(['Beta ação'])
    })

    it('refuses a second one of the name, with the sentence at the field', async () => {
      await added('Dupla')
      const { status, raw } = await admin().ask(calls.add, sample('Dupla') as never)
      expect(status).toBe(409)
      expect(raw.errors).toEqual({ name: raw.message })
    })

    it('names the field that is wrong, and keeps nothing of it', async () => {
      const { status, raw } = await admin().send({
        method: 'POST',
        url: `/api/${calls.add.path}`,
        body: { name: '  ' },
      })
      expect(status).toBe(400)
      expect(raw.errors).toHaveProperty('name')
    })

    it('D2: changes what is sent, keeps the rest, and refuses a stale version', async () => {
      const id = await added('Antes')
      const { body: before } = await admin().ask(calls.read, { id })
      expect((await admin().ask(calls.update, { id, version: 1, name: 'Depois' })).status).toBe(200)
      const { body } = await admin().ask(calls.read, { id })
      expect(body).toEqual({ ...before, name: 'Depois', version: 2 })
      const stale = await admin().ask(calls.update, { id, version: 1, name: 'Tarde' })
      expect([stale.status, stale.raw.key]).toEqual([409, 'stale_version'])
    })

    it('removes once', async () => {
      const id = await added('Efêmera')
      expect((await admin().ask(calls.remove, { id })).status).toBe(200)
      expect((await admin().ask(calls.remove, { id })).status).toBe(404)
    })

    it('D5: leaves in the trail who did what, and what changed', async () => {
      const id = await added('Rastro')
      await admin().ask(calls.update, { id, version: 1, name: 'Rastro 2' })
      await admin().ask(calls.remove, { id })
      const entries = await portal.platform((db) =>
        db
          .selectFrom('audit_entries')
          .select(['event', 'changes', 'actor_id', 'target_name'])
          .where('target_id', '=', id)
          .orderBy('at')
          .execute(),
      )
      expect(entries.map(({ event }) => event)).toEqual([`${noun}.added`, `${noun}.updated`, `${noun}.removed`])
      expect(entries[1]?.changes).toEqual({ name: ['Rastro', 'Rastro 2'] })
      expect(entries.every(({ actor_id }) => actor_id === people.adminOfNorte.id)).toBe(true)
    })
  })
}
