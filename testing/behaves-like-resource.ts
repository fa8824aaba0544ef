// The tests that every plain entity must pass: permissions, row-level security, search, order, pages, versions, validation, audit trail.
// A feature adds tests for its own behaviour. Next: platform/server/resource.ts.
import { describe, expect, it } from 'vitest'
import type { SentOf } from '#platform/contract/call.ts'
import type { CrudCalls, crudCalls } from '#platform/contract/entity.ts'
import type { TestPortal } from './portal.ts'
import { type Person, people } from './world.ts'

/** The calls of any entity. */
type Calls = ReturnType<typeof crudCalls>

/**
 * `sample(name)` is a valid record with this name. Example:
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

  describe('like every resource', () => {
    it('adds a record and reads it back', async () => {
      const id = await added('Primeira')
      const { body } = await admin().ask(calls.read, { id })
      expect(body).toMatchObject({ id, name: 'Primeira', version: 1, can: ['update', 'remove'] })
    })

    it('T1, T2: is invisible to another business unit in every call', async () => {
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

    it('is refused to a plain user, call by call', async () => {
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

    it('searches without case and accents, treats % literally, sorts and pages on the server', async () => {
      for (const name of ['Ação 100%', 'Zeta ação', 'Beta ação']) await added(name)
      const names = async (options: Record<string, unknown>) => {
        const { body } = await admin().ask(calls.list, options)
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
      const behind = await admin().ask(calls.list, { search: 'acao', page: 2 })
      expect([behind.body.data, behind.body.total]).toEqual([[], 3])
      const { body } = await admin().ask(calls.select, { search: 'beta' })
      expect(body.map(({ label }) => label)).toEqual(['Beta ação'])
    })

    it('A1: exports the list’s rows in its order and without formulas, with the list’s permission', async () => {
      for (const name of ['=cmd|calc', 'Zeta arquivo', 'Beta arquivo']) await added(name)
      const sent = async (who: Person, query: string) => {
        const headers = { host: who.host, authorization: `Bearer ${await portal.tokenOf(who)}` }
        return portal.portal.app.inject({ method: 'GET', url: `/api/${calls.export.path}?${query}`, headers })
      }
      const names = async (query: string) => {
        const { statusCode, body } = await sent(people.adminOfNorte, `format=csv&${query}`)
        expect(statusCode).toBe(200)
        const [, ...lines] = body.replace('\uFEFF', '').trimEnd().split('\r\n')
        return lines.map((line) => line.split(',')[0])
      }
      expect(await names('search=ARQUIVO&sort=name&order=desc')).toEqual(['Zeta arquivo', 'Beta arquivo'])
      expect(await names('search=cmd&columns=name')).toEqual(["'=cmd|calc"])
      const { body } = await admin().ask(calls.list, {})
      expect((await names('')).length).toBe(body.total)
      expect((await sent(people.adminOfLeste, 'format=csv&search=arquivo')).body).not.toContain('arquivo')
      expect((await sent(people.userOfNorte, 'format=csv')).statusCode).toBe(403)
      const entries = await portal.platform((db) =>
        db.selectFrom('audit_entries').select('target_type').where('event', '=', 'list.exported').execute(),
      )
      expect(entries.some(({ target_type }) => target_type === noun)).toBe(true)
    })

    it('refuses a second record with the same name in any spelling, with the message at the field', async () => {
      await added('Sessão dupla')
      for (const name of ['Sessão dupla', 'SESSAO Dupla']) {
        const { status, raw } = await admin().ask(calls.add, sample(name) as never)
        expect([status, raw.errors]).toEqual([409, { name: raw.message }])
      }
    })

    it('names the invalid field and stores nothing', async () => {
      const { status, raw } = await admin().send({
        method: 'POST',
        url: `/api/${calls.add.path}`,
        body: { name: '  ' },
      })
      expect(status).toBe(400)
      expect(raw.errors).toHaveProperty('name')
    })

    it('D2: changes the sent fields, keeps the others, and refuses a stale version', async () => {
      const id = await added('Antes')
      const { body: before } = await admin().ask(calls.read, { id })
      expect((await admin().ask(calls.update, { id, version: 1, name: 'Depois' })).status).toBe(200)
      const { body } = await admin().ask(calls.read, { id })
      expect(body).toEqual({ ...before, name: 'Depois', version: 2 })
      const stale = await admin().ask(calls.update, { id, version: 1, name: 'Tarde' })
      expect([stale.status, stale.raw.key]).toEqual([409, 'stale_version'])
    })

    it('removes a record once', async () => {
      const id = await added('Efêmera')
      expect((await admin().ask(calls.remove, { id })).status).toBe(200)
      expect((await admin().ask(calls.remove, { id })).status).toBe(404)
    })

    it('D5: records actor and changes in the audit trail', async () => {
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
