// Imports of people who exist, their pause, and their way back.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { userImports as limits } from '#catalogue/limits.ts'
import { createHosts } from '#platform/server/hosts.ts'
import type { Mailing } from '#platform/server/mail/senders.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import { sql } from 'kysely'
import { type TestWorker, testWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { uploadOf } from '#testing/uploads.ts'
import { masterInNorte, people, tenants } from '#testing/world.ts'
import { removeUser, updateUser } from '#features/people/users/contract.ts'
import * as calls from '../contract.ts'
import { importNext } from './apply.ts'
import { userImportJobs } from './jobs.ts'
import * as service from './service.ts'
import { eraseOld } from './store.ts'
import { undoNext } from './undo.ts'

const portal = testPortal()
const admin = () => portal.as('adminOfNorte')
const soon = { timeout: 25_000, interval: 50 }
const inviting = {
  hosts: createHosts(new URL('http://localhost')),
  mailing: { senderOf: async () => null } as unknown as Mailing,
  showsMails: true,
}

let worker: TestWorker
beforeAll(async () => {
  worker = await testWorker(portal.databaseUrl, userImportJobs(inviting))
})
afterAll(() => worker.close())
beforeEach(() =>
  portal.platform(async (db) => {
    await db.deleteFrom('user_imports').execute()
    await db.updateTable('tenants').set({ user_limit: 50 }).execute()
    await db.updateTable('settings').set({ send_invitations: false }).execute()
    const restored = [
      [people.userOfNorte, 'user', null],
      [people.otherUserOfNorte, 'user', '+5511911112222'],
      [people.adminOfNorte, 'admin', null],
    ] as const
    for (const [{ id, name, email }, profile, phone] of restored) {
      await db.updateTable('users').set({ name, email, language: 'pt-BR' }).where('id', '=', id).execute()
      await db
        .updateTable('memberships')
        .set({ profile, phone, department: null, state: 'A', block_on: null, toggles: [] })
        .where('user_id', '=', id)
        .execute()
    }
    await db
      .deleteFrom('memberships')
      .where('user_id', 'in', db.selectFrom('users').select('id').where('email', 'like', '%@import.example'))
      .execute()
  }),
)

const heading = 'Nome;E-mail;Telefone;Perfil;Departamento'
const columns = ['nome_usuario', 'email', 'phone', 'perfil_usuario', 'department']
const ugo = people.userOfNorte
const otto = people.otherUserOfNorte

type Choice = { existing?: calls.ExistingChoice; matched_by?: calls.MatchField }
async function uploaded(...lines: string[]): Promise<string> {
  const bytes = new TextEncoder().encode([heading, ...lines].join('\n'))
  const { status, raw } = await admin().send({
    method: 'POST',
    url: '/api/auth/users/import/upload',
    ...uploadOf({ name: 'pessoas.csv' }, bytes, 'x.csv', 'text/csv'),
  })
  expect(status, JSON.stringify(raw)).toBe(200)
  return String(raw['id'])
}
async function reviewed(choice: Choice, ...lines: string[]): Promise<string> {
  const id = await uploaded(...lines)
  expect((await admin().ask(calls.mapImport, { id, columns, ...choice })).status).toBe(200)
  return id
}
const seen = async (id: string) => (await admin().ask(calls.readImport, { id })).body
const rowsOf = async (id: string, show: (typeof calls.rowFilters)[number] = 'all') =>
  (await admin().ask(calls.listImportRows, { id, show, size: 100 })).body.data
const reaches = (id: string, state: calls.ImportState) =>
  vi.waitFor(async () => {
    const found = await seen(id)
    expect(found.state).toBe(state)
    return found
  }, soon)
async function imported(choice: Choice, ...lines: string[]) {
  const id = await reviewed(choice, ...lines)
  expect((await admin().ask(calls.startImport, { id })).status).toBe(200)
  return reaches(id, 'done')
}
const personOf = (email: string) =>
  portal.platform((db) =>
    db
      .selectFrom('users as u')
      .innerJoin('memberships as m', 'm.user_id', 'u.id')
      .select(['u.id', 'u.name', 'u.email', 'm.phone', 'm.profile', 'm.department', 'm.version'])
      .where('u.email', '=', email)
      .where('m.tenant_id', '=', tenants.norte.id)
      .executeTakeFirst(),
  )
const entriesAbout = (id: string, event: string) =>
  portal.platform((db) =>
    db
      .selectFrom('audit_entries')
      .select(['actor_id', 'changes'])
      .where('event', '=', event)
      .where('target_id', '=', id)
      .orderBy('at', 'desc')
      .execute(),
  )
const undo = async (id: string) => {
  const answer = await admin().ask(calls.undoImport, { id, name: typedName('pessoas.csv') })
  expect(answer.status).toBe(200)
  return reaches(id, 'undone')
}
/** Sets the state as a start would, without a job, so that a test runs the batches. */
const running = (id: string, state = 'running', actorId = people.adminOfNorte.id) =>
  portal.platform((db) =>
    db
      .updateTable('user_imports')
      .set({
        state,
        started_at: sql<Date>`now()`,
        starter: JSON.stringify({
          actorId,
          actorEmail: 'a',
          tenantId: tenants.norte.id,
          partnerId: tenants.norte.partner_id,
          address: null,
        }),
      })
      .where('id', '=', id)
      .execute(),
  )
const inNorte = (work: typeof undoNext, id: string) =>
  worker.gate.inTenant(tenants.norte.id, (db, tenantId) =>
    work(
      {
        db,
        tenantId,
        enqueue: async () => undefined,
        announce: async () => undefined,
        clock: { now: () => new Date() },
      } as never,
      id,
    ),
  )
const batch = (id: string) => inNorte((context, each) => importNext(context, inviting, each), id)

describe('people who exist', () => {
  it('are skipped by default, also when the row has other values', async () => {
    const found = await imported({}, `Outro Nome;${ugo.email};;;Vendas`, 'Ana;ana@import.example;;;')
    expect(found.rows).toMatchObject({ success: 1, same: 1, changed: 0, failed: 0 })
    expect(await personOf(ugo.email)).toMatchObject({ name: ugo.name, department: null })
  })

  it('are displayed field by field before the import, and nothing is changed yet', async () => {
    const id = await reviewed(
      { existing: 'update' },
      `Ugo Novo;${ugo.email.toUpperCase()};;;Vendas`,
      `${otto.name};${otto.email};;;`,
      'Ana;ana@import.example;;;',
      ';bia@import.example;;;',
    )
    const found = await seen(id)
    expect(found).toMatchObject({
      existing: 'update',
      matched_by: 'email',
      rows: { pending: 4, faulty: 1 },
      planned: { new: 1, change: 1, same: 1 },
      fields: [
        { field: 'department', count: 1 },
        { field: 'nome_usuario', count: 1 },
      ],
    })
    expect((await rowsOf(id, 'change'))[0]).toMatchObject({
      number: 2,
      plan: {
        kind: 'change',
        changes: expect.arrayContaining([
          { field: 'nome_usuario', before: ugo.name, after: 'Ugo Novo' },
          { field: 'department', before: null, after: 'Vendas' },
        ]),
      },
    })
    expect((await rowsOf(id, 'same')).map(({ number }) => number)).toEqual([3])
    expect((await rowsOf(id, 'new')).map(({ number }) => number)).toEqual([4])
    expect(await personOf(ugo.email)).toMatchObject({ name: ugo.name, department: null })
  })

  it('get only their empty fields filled, or all given fields updated; an empty cell deletes nothing', async () => {
    await portal.platform((db) =>
      db.updateTable('memberships').set({ department: 'Compras' }).where('user_id', '=', otto.id).execute(),
    )
    const lines = [`Ugo Novo;${ugo.email};11988887777;;Vendas`, `Otto Novo;${otto.email};;;Vendas`]
    const filled = await imported({ existing: 'fill' }, ...lines)
    expect(filled.rows).toMatchObject({ changed: 1, same: 1 })
    expect(await personOf(ugo.email)).toMatchObject({ name: ugo.name, phone: '+5511988887777', department: 'Vendas' })
    expect(await personOf(otto.email)).toMatchObject({
      name: otto.name,
      phone: '+5511911112222',
      department: 'Compras',
    })
    const updated = await imported({ existing: 'update' }, ...lines)
    expect(updated.rows).toMatchObject({ changed: 2, same: 0 })
    expect(await personOf(otto.email)).toMatchObject({
      name: 'Otto Novo',
      phone: '+5511911112222',
      department: 'Vendas',
    })
  })

  it('are changed with an audit entry each, before and after, in the name of the person who started', async () => {
    await imported({ existing: 'update' }, `Ugo Novo;${ugo.email};;;Vendas`)
    const [entry] = await entriesAbout(ugo.id, 'user.updated')
    expect(entry).toEqual({
      actor_id: people.adminOfNorte.id,
      changes: { name: [ugo.name, 'Ugo Novo'], department: [null, 'Vendas'] },
    })
  })

  it('are found by their telephone, in any spelling, and may then get another e-mail', async () => {
    const found = await imported(
      { existing: 'update', matched_by: 'phone' },
      ';otto.novo@import.example;(11) 91111-2222;;',
      'Ana;ana@import.example;11900001111;;',
    )
    expect(found.rows).toMatchObject({ changed: 1, success: 1 })
    expect(await personOf('otto.novo@import.example')).toMatchObject({ id: otto.id, name: otto.name })
  })

  it('Z5: cannot be changed more than the form allows: oneself, a higher profile, another home', async () => {
    await portal.platform(async (db) => {
      await db.updateTable('memberships').set({ profile: 'user' }).where('user_id', '=', otto.id).execute()
      await db.updateTable('users').set({ home_tenant_id: tenants.sul.id }).where('id', '=', otto.id).execute()
    })
    const id = await reviewed(
      { existing: 'update' },
      `;${people.adminOfNorte.email};;leitor;`,
      `Otto Novo;${otto.email};;;`,
      `;${ugo.email};;Chefe;`,
    )
    expect(
      (await rowsOf(id, 'faulty')).map(({ number, faults }) => [number, faults[0]?.field, faults[0]?.kind]),
    ).toEqual([
      [2, 'row', 'refused'],
      [3, 'row', 'refused'],
      [4, 'perfil_usuario', 'invalid'],
    ])
    await portal.platform((db) =>
      db.updateTable('users').set({ home_tenant_id: tenants.norte.id }).where('id', '=', otto.id).execute(),
    )
  })

  it('Z5: the right is judged again when the row is imported', async () => {
    const id = await reviewed({ existing: 'update' }, `Ugo Novo;${ugo.email};;;`, 'Ana;ana@import.example;;;')
    // The person on whose behalf the job runs is a reader by now.
    await running(id, 'running', otto.id)
    expect(await batch(id)).toBe(false)
    expect(await seen(id)).toMatchObject({ state: 'cancelled', problem: 'right_lost', rows: { pending: 2 } })
    expect(await personOf(ugo.email)).toMatchObject({ name: ugo.name })
    expect(await personOf('ana@import.example')).toBeUndefined()
  })

  it('Z5: only who may change people chooses to change them', async () => {
    const id = await uploaded(`Ugo;${ugo.email};;;`)
    const answer = await portal.as('userOfNorte').ask(calls.mapImport, { id, columns, existing: 'update' })
    expect(answer.status).toBe(403)
  })

  it('fail when they changed or left after the review, and are not added again', async () => {
    await imported({}, 'Bia;bia@import.example;;;')
    const id = await reviewed(
      { existing: 'update' },
      `;${ugo.email};;;Vendas`,
      ';bia@import.example;;;Vendas',
      ';BIA@import.example;;;Compras',
    )
    expect((await rowsOf(id, 'faulty')).map(({ faults }) => faults[0]?.message)).toEqual([
      'Another row of the file is about the same person',
    ])
    await portal.platform((db) =>
      db.updateTable('memberships').set({ department: 'Compras' }).where('user_id', '=', ugo.id).execute(),
    )
    const bia = await personOf('bia@import.example')
    expect((await admin().ask(removeUser, { id: bia?.id ?? '' })).status).toBe(200)
    await running(id)
    await batch(id)
    expect((await rowsOf(id, 'failed')).map(({ number, faults }) => [number, faults[0]?.message])).toEqual([
      [2, 'This person changed after the review'],
      [3, 'This person left the unit after the review'],
      [4, 'Another row of the file is about the same person'],
    ])
    expect(await personOf('bia@import.example')).toBeUndefined()
  })

  it('Z5: are not changed before a person saw a review that differs since: the start stores it and is refused', async () => {
    const id = await reviewed({ existing: 'update' }, `;${ugo.email};;;Vendas`)
    await portal.platform((db) =>
      db.updateTable('memberships').set({ department: 'Compras' }).where('user_id', '=', ugo.id).execute(),
    )
    const { status, raw } = await admin().ask(calls.startImport, { id })
    expect([status, raw['key']]).toEqual([409, 'stale_version'])
    expect(await seen(id)).toMatchObject({ state: 'review', rows: { pending: 1 } })
    expect((await rowsOf(id, 'change'))[0]?.plan?.changes).toEqual([
      { field: 'department', before: 'Compras', after: 'Vendas' },
    ])
    expect((await admin().ask(calls.startImport, { id })).status).toBe(200)
    expect((await reaches(id, 'done')).rows).toMatchObject({ changed: 1 })
  })

  it('the last administrator cannot lose the profile through an import', async () => {
    const extra = await imported({}, 'Ana;ana@import.example;;administrador;')
    expect(extra.rows.success).toBe(1)
    await portal.platform((db) =>
      db
        .updateTable('memberships')
        .set({ block_on: '2099-01-01' })
        .where('user_id', '=', people.adminOfNorte.id)
        .execute(),
    )
    const found = await imported({ existing: 'update' }, ';ana@import.example;;leitor;')
    expect(found.rows).toMatchObject({ changed: 0, failed: 1 })
    expect(await personOf('ana@import.example')).toMatchObject({ profile: 'admin' })
  })
})

describe('a running import', () => {
  const rest = 150
  const batched = limits.plainBatchRows
  const lines = Array.from({ length: batched + rest }, (_, at) => `P;p${String(at)}@import.example;;;`)
  beforeEach(() => portal.platform((db) => db.updateTable('tenants').set({ user_limit: 2_000 }).execute()))

  it('J1, J3: pauses after its batch, survives a lost transaction, and continues with the rows that are left', async () => {
    const id = await reviewed({}, ...lines)
    await running(id)
    await batch(id)
    expect((await admin().ask(calls.pauseImport, { id })).status).toBe(200)
    expect(await batch(id)).toBe(false)
    expect(await seen(id)).toMatchObject({ state: 'paused', rows: { success: batched, pending: rest } })
    expect((await admin().ask(calls.editImportCell, { id, number: 150, column: 0, value: 'x' })).status).toBe(409)
    await expect(
      worker.gate.inTenant(tenants.norte.id, async (db, tenantId) => {
        await db.updateTable('user_imports').set({ state: 'running' }).where('id', '=', id).execute()
        await importNext({ db, tenantId, enqueue: async () => undefined } as never, inviting, id)
        throw new Error('the process was killed')
      }),
    ).rejects.toThrow('killed')
    expect((await seen(id)).rows).toMatchObject({ success: batched, pending: rest })
    expect((await admin().ask(calls.continueImport, { id })).status).toBe(200)
    expect((await reaches(id, 'done')).rows).toMatchObject({ success: batched + rest, pending: 0 })
    expect(
      await portal.platform((db) =>
        db
          .selectFrom('audit_entries')
          .select('event')
          .where('event', 'in', ['user.import_paused', 'user.import_continued'])
          .orderBy('at')
          .execute(),
      ),
    ).toEqual([{ event: 'user.import_paused' }, { event: 'user.import_continued' }])
  })

  it('is cancelled with the imported people, or they are taken back', async () => {
    const kept = await reviewed({}, 'Ana;ana@import.example;;;', 'Bia;bia@import.example;;;')
    await running(kept)
    await batch(kept)
    expect((await admin().ask(calls.cancelImport, { id: kept, take_back: 'N' })).status).toBe(200)
    expect(await seen(kept)).toMatchObject({ state: 'cancelled', rows: { success: 2 } })
    expect(await personOf('ana@import.example')).toBeDefined()
    // An import that may change people has smaller batches.
    const taken = await reviewed({ existing: 'fill' }, ...lines.slice(0, limits.batchRows + rest))
    await running(taken)
    await batch(taken)
    expect((await admin().ask(calls.cancelImport, { id: taken, take_back: 'S' })).status).toBe(200)
    expect((await reaches(taken, 'undone')).rows).toMatchObject({ undone: limits.batchRows, kept: 0, pending: rest })
    expect(await personOf('p0@import.example')).toBeUndefined()
  })
})

describe('the way back', () => {
  it('removes the people whom the import added and nobody touched, and lists the rest with why', async () => {
    const { id } = await imported(
      {},
      'Ana;ana@import.example;;;',
      'Bia;bia@import.example;;;',
      'Caio;caio@import.example;;;',
      'Duda;duda@import.example;;;',
    )
    const [bia, caio, duda] = await Promise.all(
      ['bia', 'caio', 'duda'].map((name) => personOf(`${name}@import.example`)),
    )
    await portal.platform(async (db) => {
      await db
        .updateTable('memberships')
        .set({ last_sign_in_at: new Date() })
        .where('user_id', '=', bia?.id ?? '')
        .execute()
    })
    const change = { id: caio?.id ?? '', version: 1, department: 'Vendas' }
    expect((await admin().ask(updateUser, change)).status).toBe(200)
    expect((await admin().ask(removeUser, { id: duda?.id ?? '' })).status).toBe(200)
    const found = await undo(id)
    expect(found.rows).toMatchObject({ undone: 1, kept: 2 })
    expect(found.undo_until).toBeNull()
    expect((await rowsOf(id, 'kept')).map(({ person, faults }) => [person, faults[0]?.message])).toEqual([
      ['Bia', 'Has signed in or set a password'],
      ['Caio', 'Changed after the import'],
    ])
    expect(await personOf('ana@import.example')).toBeUndefined()
    expect(await personOf('bia@import.example')).toBeDefined()
    expect(await personOf('caio@import.example')).toBeDefined()
    const removed = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('actor_id')
        .where('event', '=', 'user.removed')
        .where('target_name', '=', 'Ana')
        .execute(),
    )
    expect(removed).toEqual([{ actor_id: people.adminOfNorte.id }])
  })

  it('changes a phone number back that was imported before numbers had the code of their country', async () => {
    const { id } = await imported({ existing: 'update' }, `Otto;${otto.email};11988887777;;Vendas`)
    await portal.platform((db) =>
      db
        .updateTable('user_import_rows')
        .set({
          before: sql`before || '{"phone": "11911112222"}'`,
          after: sql`after || '{"phone": "11988887777"}'`,
        })
        .where('import_id', '=', id)
        .where('user_id', '=', otto.id)
        .execute(),
    )
    expect((await undo(id)).rows).toMatchObject({ undone: 1, kept: 0 })
    expect(await personOf(otto.email)).toMatchObject({ phone: '+5511911112222', department: null })
  })

  it('changes people back, each with an audit entry, unless they changed since', async () => {
    const { id } = await imported(
      { existing: 'update' },
      `Ugo Novo;${ugo.email};11988887777;administrador;Vendas`,
      `Otto Novo;${otto.email};;;Vendas`,
    )
    const now = await personOf(otto.email)
    await admin().ask(updateUser, { id: otto.id, version: now?.version ?? 0, department: 'Compras' })
    expect((await undo(id)).rows).toMatchObject({ undone: 1, kept: 1 })
    expect(await personOf(ugo.email)).toMatchObject({ name: ugo.name, phone: null, profile: 'user', department: null })
    expect(await personOf(otto.email)).toMatchObject({ name: 'Otto Novo', department: 'Compras' })
    const [entry] = await entriesAbout(ugo.id, 'user.updated')
    expect(entry?.changes).toMatchObject({ department: ['Vendas', null], name: ['Ugo Novo', ugo.name] })
    // The old values are deleted with the effect.
    const rows = await portal.platform((db) =>
      db.selectFrom('user_import_rows').select(['before', 'after']).where('state', '=', 'undone').execute(),
    )
    expect(rows).toEqual([{ before: null, after: null }])
  })

  it('Z5: leaves the groups that the import joined, and gives no group back that was revoked since', async () => {
    const names = ['Grupo antigo', 'Grupo da planilha', 'Grupo novo']
    const [old = '', joined = '', later = ''] = await portal.platform(async (db) => {
      await db.deleteFrom('user_groups').where('name', 'in', names).execute()
      const values = names.map((name) => ({ tenant_id: tenants.norte.id, name }))
      const groups = await db.insertInto('user_groups').values(values).returning(['id', 'name']).execute()
      return names.map((name) => groups.find((group) => group.name === name)?.id ?? '')
    })
    const member = (group_id: string) => ({ tenant_id: tenants.norte.id, user_id: ugo.id, group_id })
    await portal.platform((db) => db.insertInto('user_group_members').values(member(old)).execute())
    const id = await uploaded(`;${ugo.email};;;Grupo da planilha`)
    const targets = [...columns.slice(0, 4), 'group_ids']
    expect((await admin().ask(calls.mapImport, { id, columns: targets, existing: 'update' })).status).toBe(200)
    expect((await admin().ask(calls.startImport, { id })).status).toBe(200)
    await reaches(id, 'done')
    const groups = () =>
      portal.platform(async (db) => {
        const found = db.selectFrom('user_group_members').select('group_id').where('user_id', '=', ugo.id)
        return (await found.where('group_id', 'in', [old, joined, later]).execute()).map(({ group_id }) => group_id)
      })
    expect((await groups()).toSorted()).toEqual([old, joined].toSorted())
    await portal.platform(async (db) => {
      await db.deleteFrom('user_group_members').where('group_id', '=', old).execute()
      await db.insertInto('user_group_members').values(member(later)).execute()
    })
    expect((await undo(id)).rows).toMatchObject({ undone: 1, kept: 0 })
    expect(await groups()).toEqual([later])
  })

  it('keeps a person who has another value than the imported one, and says so', async () => {
    const { id } = await imported({ existing: 'update' }, `Ugo Novo;${ugo.email};;;Vendas`)
    // The person changes the own name in the profile, which is no change of the membership.
    await portal.platform((db) =>
      db.updateTable('users').set({ name: 'Ugo Próprio' }).where('id', '=', ugo.id).execute(),
    )
    expect((await undo(id)).rows).toMatchObject({ undone: 0, kept: 1 })
    expect((await rowsOf(id, 'kept'))[0]?.faults[0]?.message).toBe('Changed after the import')
    expect(await personOf(ugo.email)).toMatchObject({ name: 'Ugo Próprio', department: 'Vendas' })
  })

  it.each([
    ['user', 'administrador', 'edit_reports', 'adminOfNorte', ['user', ['edit_reports']]],
    ['admin', 'leitor', 'remote_access', 'adminOfNorte', ['user', []]],
    ['admin', 'leitor', 'remote_access', masterInNorte, ['admin', ['remote_access']]],
  ] as const)(
    'Z5: gives a profile back with its toggles, or not at all: %s, %s, %s, %s',
    async (profile, written, toggle, who, expected) => {
      await portal.platform((db) =>
        db
          .updateTable('memberships')
          .set({ profile, toggles: [toggle] })
          .where('user_id', '=', ugo.id)
          .execute(),
      )
      const { id } = await imported({ existing: 'update' }, `;${ugo.email};;${written};`)
      const standing = async () => {
        const found = await portal.platform((db) =>
          db
            .selectFrom('memberships')
            .select(['profile', 'toggles'])
            .where('user_id', '=', ugo.id)
            .executeTakeFirstOrThrow(),
        )
        return [found.profile, found.toggles]
      }
      expect((await standing())[1]).toEqual([])
      const answer = await portal.as(who).ask(calls.undoImport, { id, name: typedName('pessoas.csv') })
      expect(answer.status).toBe(200)
      const { rows } = await reaches(id, 'undone')
      expect(await standing()).toEqual(expected)
      expect(rows.kept).toBe(expected[0] === profile ? 0 : 1)
    },
  )

  it('Z5: an API key begins neither an import nor its undoing, also when a call forgets to refuse it', async () => {
    const asKey = (work: (context: never) => Promise<void>) =>
      worker.gate.inTenant(tenants.norte.id, (db) =>
        work({
          db,
          actor: { userId: people.adminOfNorte.id, realPerson: null, apiKey: { name: 'ERP', scopes: ['user.add'] } },
          caller: { address: '127.0.0.1' },
          enqueue: async () => undefined,
          audit: async () => undefined,
        } as never),
      )
    const { id } = await imported({}, 'Ana;ana@import.example;;;')
    const refused = { code: 'access.functionality_refused' }
    await expect(asKey((context) => service.undo(context, id, typedName('pessoas.csv')))).rejects.toMatchObject(refused)
    await running(id, 'paused')
    await expect(asKey((context) => service.resume(context, id))).rejects.toMatchObject(refused)
    expect((await seen(id)).state).toBe('paused')
  })

  it.each(['review', 'paused'])(
    'stays possible for its days when the import was left in the state %s',
    async (state) => {
      const { id } = await imported({}, 'Ana;ana@import.example;;;', 'Bia;x;;;')
      expect((await admin().ask(calls.reviewImportAgain, { id })).status).toBe(200)
      await portal.platform((db) =>
        db
          .updateTable('user_imports')
          .set({ state, changed_at: sql<Date>`now() - make_interval(days => ${limits.keptDays + 1}::integer)` })
          .where('id', '=', id)
          .execute(),
      )
      expect(await portal.platform((db) => eraseOld(db, limits))).toBe(0)
      const found = await seen(id)
      expect(found).toMatchObject({ state: 'cancelled', rows: { pending: 0, success: 1 } })
      expect(found.undo_until).not.toBeNull()
      expect((await undo(id)).rows).toMatchObject({ undone: 1 })
      expect(await personOf('ana@import.example')).toBeUndefined()
    },
  )

  it('needs the typed name, the right to remove people, and ends after its days', async () => {
    const { id } = await imported({}, 'Ana;ana@import.example;;;')
    const typed = typedName('pessoas.csv')
    expect((await admin().ask(calls.undoImport, { id, name: 'pessoas.csv' })).status).toBe(400)
    expect((await portal.as('masterOfAlfa').ask(calls.undoImport, { id, name: typed })).status).toBe(403)
    expect((await portal.as('adminOfSul').ask(calls.undoImport, { id, name: typed })).status).toBe(404)
    await portal.platform((db) =>
      db
        .updateTable('user_imports')
        .set({ started_at: sql<Date>`now() - make_interval(days => ${limits.undoDays + 1}::integer)` })
        .where('id', '=', id)
        .execute(),
    )
    const { status, raw } = await admin().ask(calls.undoImport, { id, name: typed })
    expect([status, raw['key']]).toEqual([409, 'import_undo_ended'])
    expect(await personOf('ana@import.example')).toBeDefined()
  })

  it('J3: takes each row back once, also when a batch is lost or three workers run', async () => {
    await portal.platform((db) => db.updateTable('tenants').set({ user_limit: 2_000 }).execute())
    const lines = Array.from({ length: 120 }, (_, at) => `P;p${String(at)}@import.example;;;`)
    const { id } = await imported({}, ...lines)
    await portal.platform((db) =>
      db
        .updateTable('user_imports')
        .set({ state: 'undoing', undoer: sql<string>`starter` })
        .where('id', '=', id)
        .execute(),
    )
    await expect(
      inNorte(async (context, each) => {
        await undoNext(context, each)
        throw new Error('the process was killed')
      }, id),
    ).rejects.toThrow('killed')
    expect((await seen(id)).rows.undone).toBe(0)
    const all = async (): Promise<void> => {
      if (await inNorte(undoNext, id)) await all()
    }
    await Promise.all([all(), all(), all()])
    expect(await seen(id)).toMatchObject({ state: 'undone', rows: { undone: 120, kept: 0 } })
  })

  it('Z5: the right to take back is judged in each batch', async () => {
    const { id } = await imported({}, 'Ana;ana@import.example;;;')
    await portal.platform((db) =>
      db
        .updateTable('user_imports')
        .set({
          state: 'undoing',
          undoer: JSON.stringify({
            actorId: otto.id,
            actorEmail: 'a',
            tenantId: tenants.norte.id,
            partnerId: null,
            address: null,
          }),
        })
        .where('id', '=', id)
        .execute(),
    )
    expect(await inNorte(undoNext, id)).toBe(false)
    expect(await seen(id)).toMatchObject({ state: 'cancelled', problem: 'right_lost' })
    expect(await personOf('ana@import.example')).toBeDefined()
  })

  it('T9: after some days only what can be taken back is kept, and later nothing', async () => {
    const { id } = await imported({}, 'Ana;ana@import.example;;;', 'Bia;x;;;')
    const age = (days: number) =>
      portal.platform((db) =>
        db
          .updateTable('user_imports')
          .set({
            changed_at: sql<Date>`now() - make_interval(days => ${days}::integer)`,
            started_at: sql<Date>`now() - make_interval(days => ${days}::integer)`,
          })
          .where('id', '=', id)
          .execute(),
      )
    await age(limits.keptDays + 1)
    expect(await portal.platform((db) => eraseOld(db, limits))).toBe(0)
    const rows = await portal.platform((db) => db.selectFrom('user_import_rows').select(['state', 'cells']).execute())
    expect(rows).toEqual([{ state: 'success', cells: [] }])
    await age(limits.undoDays + 1)
    expect(await portal.platform((db) => eraseOld(db, limits))).toBe(1)
  })
})
