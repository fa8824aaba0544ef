import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { userImports as limits } from '#catalogue/limits.ts'
import { createHosts } from '#platform/server/hosts.ts'
import type { Mailing } from '#platform/server/mail/senders.ts'
import { type TestWorker, testWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { untilServed } from '#testing/until-served.ts'
import { uploadOf } from '#testing/uploads.ts'
import { masterInNorte, people, tenants } from '#testing/world.ts'
import { addUser } from '#features/people/users/contract.ts'
import * as calls from '../contract.ts'
import { userImportJobs } from './jobs.ts'
import { importNext } from './apply.ts'
import { eraseOld } from './store.ts'

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
    await db.deleteFrom('mails').execute()
    await db
      .deleteFrom('memberships')
      .where('user_id', 'in', db.selectFrom('users').select('id').where('email', 'like', '%@import.example'))
      .execute()
    await db.updateTable('tenants').set({ user_limit: 50 }).execute()
    await db.updateTable('settings').set({ send_invitations: true }).execute()
  }),
)

const csv = (...lines: string[]) => new TextEncoder().encode(lines.join('\n'))
const send = (bytes: Uint8Array, who = admin(), name = 'pessoas.csv') =>
  who.send({ method: 'POST', url: '/api/auth/users/import/upload', ...uploadOf({ name }, bytes, 'x.csv', 'text/csv') })
async function sent(...lines: string[]): Promise<string> {
  const { status, raw } = await send(csv(...lines))
  expect(status, JSON.stringify(raw)).toBe(200)
  return String(raw['id'])
}
const heading = 'Nome;E-mail;Telefone;Perfil;Grupos'
const columns = ['nome_usuario', 'email', 'phone', 'perfil_usuario', 'group_ids']
async function reviewed(...lines: string[]): Promise<string> {
  const id = await sent(heading, ...lines)
  expect((await admin().ask(calls.mapImport, { id, columns })).status).toBe(200)
  return id
}
const seen = async (id: string) => (await admin().ask(calls.readImport, { id })).body
const counts = (more: Record<string, number>) => ({
  pending: 0,
  faulty: 0,
  success: 0,
  changed: 0,
  same: 0,
  failed: 0,
  removed: 0,
  undone: 0,
  kept: 0,
  ...more,
})
const rowsOf = async (id: string, show: (typeof calls.rowFilters)[number] = 'all') =>
  (await admin().ask(calls.listImportRows, { id, show, size: 100 })).body.data
const ended = (id: string) =>
  vi.waitFor(async () => {
    const found = await seen(id)
    expect(found.state).toBe('done')
    return found
  }, soon)
const download = async (path: string) => {
  const { statusCode, body } = await portal.portal.app.inject({
    method: 'GET',
    url: `/api/auth/users/import/${path}`,
    headers: {
      host: people.adminOfNorte.host,
      authorization: `Bearer ${await portal.tokenOf(people.adminOfNorte)}`,
      lang: 'pt-BR',
    },
  })
  expect(statusCode).toBe(200)
  return body
}
const added = () =>
  portal.platform((db) =>
    db
      .selectFrom('users')
      .select(['email', 'name', 'password_hash'])
      .where('email', 'like', '%@import.example')
      .orderBy('email')
      .execute(),
  )
const entries = (event: string) =>
  portal.platform((db) =>
    db
      .selectFrom('audit_entries')
      .select(['actor_id', 'actor_email', 'target_name', 'changes', 'tenant_id'])
      .where('event', '=', event)
      .orderBy('at', 'desc')
      .execute(),
  )

describe('the file', () => {
  it('is read, its columns are guessed, and nobody is added yet', async () => {
    const id = await sent('Nome completo;E-MAIL;Outra', 'Ana;ana@import.example;x')
    expect(await seen(id)).toMatchObject({
      name: 'pessoas.csv',
      state: 'mapping',
      headings: ['Nome completo', 'E-MAIL', 'Outra'],
      sample: [['Ana', 'ana@import.example', 'x']],
      columns: ['nome_usuario', 'email', ''],
      rows: counts({ pending: 1 }),
      planned: { new: 0, change: 0, same: 0 },
    })
    expect(await added()).toEqual([])
  })

  it.each([
    ['only headings', csv('Nome;E-mail')],
    ['nothing but blanks', csv(' ; ', ';')],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 1])],
    ['a broken workbook', csv('PK\u0003\u0004')],
    ['a PDF', csv('%PDF-1.7')],
  ])('with %s is refused with the sentence of the specification', async (_, bytes) => {
    const { status, raw } = await send(bytes)
    expect([status, raw['key'], raw['message']]).toEqual([400, 'invalid_import', 'Invalid import file or too few rows'])
  })

  it('A10: with too many rows or bytes is refused before anything is stored', async () => {
    const lines = Array.from({ length: limits.rows + 1 }, (_, at) => `P;p${String(at)}@import.example`)
    const { status, raw } = await send(csv('Nome;E-mail', ...lines))
    expect([status, raw['key'], raw['message']]).toEqual([
      400,
      'too_many_rows',
      'The file has more than 20000 rows. Divide it into smaller files.',
    ])
    expect((await send(new Uint8Array(limits.bytes + 1).fill(65))).status).toBe(413)
    expect(await portal.platform((db) => db.selectFrom('user_import_rows').selectAll().execute())).toEqual([])
  })

  it.each([
    ['an old workbook', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'import_old_workbook', /XLSX or CSV/],
    ['an open quote', csv('Nome;E-mail', '"Ana;ana@import.example'), 'import_open_quote', /never closed/],
    [
      'too many columns',
      csv('a;'.repeat(limits.columns) + 'a', 'b'),
      'import_too_many_columns',
      /more than 200 columns/,
    ],
  ])('A10: with %s says what is wrong', async (_, bytes, key, sentence) => {
    const { status, raw } = await send(bytes)
    expect([status, raw['key'], raw['message']]).toEqual([400, key, expect.stringMatching(sentence)])
  })

  it('A10: refuses the 31st file of a person in an hour', async () => {
    await portal.platform((db) =>
      sql`insert into user_imports (tenant_id, name, user_id, headings, columns, language)
        select ${tenants.norte.id}::uuid, 'a', ${people.adminOfNorte.id}::uuid, '{}', '{}', 'es' from generate_series(1, ${limits.filesAnHour}::integer)`.execute(
        db,
      ),
    )
    expect((await send(csv('Nome;E-mail', 'A;a@import.example'))).status).toBe(429)
  })

  it('Z1: is sent by administrators and staff in a business unit, and by nobody else', async () => {
    const file = () => csv('Nome;E-mail', 'A;a@import.example')
    expect((await send(file(), portal.as('userOfNorte'))).status).toBe(403)
    expect((await send(file(), portal.as('masterOfAlfa'))).status).toBe(403)
    expect((await send(file(), portal.as(masterInNorte))).status).toBe(200)
  })
})

describe('the review', () => {
  it('names what is wrong at each cell, in the reader’s language', async () => {
    const id = await reviewed(
      'Ana;ana@import.example;;;',
      ';bia@import.example;12;Chefe;Nenhum',
      `Caio;${people.userOfSul.email};;;`,
      'Duda;ANA@import.example;;;',
    )
    expect((await seen(id)).rows).toEqual(counts({ pending: 4, faulty: 3 }))
    expect((await rowsOf(id, 'valid')).map(({ number }) => number)).toEqual([2])
    expect(
      (await rowsOf(id, 'faulty')).map(({ number, faults }) => [
        number,
        ...faults.map(({ field, kind, message }) => `${field} ${kind} ${message ?? ''}`.trim()).toSorted(),
      ]),
    ).toEqual([
      [
        3,
        'group_ids refused This group does not exist!',
        'nome_usuario required',
        'perfil_usuario invalid',
        'phone invalid',
      ],
      [4, 'email refused This email already exists'],
      [5, 'email refused This email already exists'],
    ])
  })

  it('corrects a cell, and checks the other rows again', async () => {
    const id = await reviewed('Ana;ana@import.example;;;', 'Bia;ana@import.example;;;')
    expect((await rowsOf(id, 'faulty')).map(({ number }) => number)).toEqual([3])
    const { status } = await admin().ask(calls.editImportCell, {
      id,
      number: 2,
      column: 1,
      value: 'eva@import.example',
    })
    expect(status).toBe(200)
    expect(await rowsOf(id, 'faulty')).toEqual([])
    expect((await rowsOf(id))[0]?.cells[1]).toBe('eva@import.example')
    expect((await admin().ask(calls.editImportCell, { id, number: 99, column: 1, value: 'x' })).status).toBe(404)
    expect((await admin().ask(calls.editImportCell, { id, number: 2, column: 9, value: 'x' })).status).toBe(404)
  })

  it('removes rows by number, and all that have a fault', async () => {
    const id = await reviewed('Ana;ana@import.example;;;', 'Bia;x;;;', 'Caio;y;;;', 'Duda;duda@import.example;;;')
    await admin().ask(calls.removeImportRows, { id, numbers: [5], faulty: 'N' })
    expect((await rowsOf(id)).map(({ number }) => number)).toEqual([2, 3, 4])
    await admin().ask(calls.removeImportRows, { id, numbers: [], faulty: 'S' })
    expect((await rowsOf(id)).map(({ number }) => number)).toEqual([2])
  })

  it('needs name and e-mail, each column once', async () => {
    const id = await sent('A;B', 'Ana;ana@import.example')
    const { status, raw } = await admin().ask(calls.mapImport, { id, columns: ['nome_usuario', ''] })
    expect([status, raw['errors']]).toEqual([400, { email: 'E-mail is required!' }])
    expect((await admin().ask(calls.mapImport, { id, columns: ['email', 'email'] })).status).toBe(400)
    expect((await admin().ask(calls.mapImport, { id, columns: ['nome_usuario', 'email', ''] })).status).toBe(400)
  })

  it('T1, T2: another business unit and another partner get 404 from every step', async () => {
    const id = await reviewed('Ana;ana@import.example;;;')
    for (const who of [portal.as('adminOfSul'), portal.as('adminOfLeste')]) {
      const answers = [
        await who.ask(calls.readImport, { id }),
        await who.ask(calls.listImportRows, { id }),
        await who.ask(calls.exportImportRows, { id, format: 'csv' }),
        await who.ask(calls.mapImport, { id, columns }),
        await who.ask(calls.editImportCell, { id, number: 2, column: 0, value: 'x' }),
        await who.ask(calls.removeImportRows, { id, numbers: [2], faulty: 'S' }),
        await who.ask(calls.startImport, { id }),
        await who.ask(calls.discardImport, { id }),
      ]
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    }
    expect((await rowsOf(id)).length).toBe(1)
  })
})

describe('the import', () => {
  it('adds the valid rows with groups, invitation and audit, and says what the others lack', async () => {
    await portal.platform((db) =>
      db
        .insertInto('user_groups')
        .values({ tenant_id: tenants.norte.id, name: 'Vendas' })
        .onConflict((c) => c.doNothing())
        .execute(),
    )
    const id = await reviewed(
      'Ana;ana@import.example;11987654321;administrador;vendas',
      'Bia;bia@import.example;;;',
      'Caio;x;;;',
    )
    expect((await admin().ask(calls.startImport, { id })).status).toBe(200)
    const found = await ended(id)
    expect(found).toMatchObject({ rows: counts({ success: 2, failed: 1 }), invited: 0 })
    expect(await added()).toEqual([
      { email: 'ana@import.example', name: 'Ana', password_hash: null },
      { email: 'bia@import.example', name: 'Bia', password_hash: null },
    ])
    const membership = await portal.platform((db) =>
      db
        .selectFrom('memberships as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .innerJoin('user_group_members as x', 'x.user_id', 'u.id')
        .innerJoin('user_groups as g', 'g.id', 'x.group_id')
        .select(['m.profile', 'm.phone', 'm.state', 'm.tenant_id', 'u.home_tenant_id', 'g.name'])
        .where('u.email', '=', 'ana@import.example')
        .execute(),
    )
    expect(membership).toEqual([
      {
        profile: 'admin',
        phone: '+5511987654321',
        state: 'A',
        tenant_id: tenants.norte.id,
        home_tenant_id: tenants.norte.id,
        name: 'Vendas',
      },
    ])
    const mails = await portal.platform((db) =>
      db.selectFrom('mails').select(['to_address', 'purpose']).orderBy('to_address').execute(),
    )
    expect(mails).toEqual([
      { to_address: 'ana@import.example', purpose: 'user.invited' },
      { to_address: 'bia@import.example', purpose: 'user.invited' },
    ])
    const [imported] = await entries('user.imported')
    expect(imported).toMatchObject({
      actor_id: people.adminOfNorte.id,
      target_name: 'pessoas.csv',
      changes: { rows: [null, 3] },
    })
    const people_ = (await entries('user.added')).filter(({ changes }) =>
      JSON.stringify(changes).includes('@import.example'),
    )
    expect(
      people_
        .map(({ actor_email, target_name, tenant_id }) => [actor_email, target_name, tenant_id])
        .toSorted((a, b) => String(a[1]).localeCompare(String(b[1]))),
    ).toEqual([
      [people.adminOfNorte.email, 'Ana', tenants.norte.id],
      [people.adminOfNorte.email, 'Bia', tenants.norte.id],
    ])
  })

  it('S: deletes the cells of rows whose people were added', async () => {
    const id = await reviewed('Ana;ana@import.example;;;')
    await admin().ask(calls.startImport, { id })
    await ended(id)
    const rows = await portal.platform((db) => db.selectFrom('user_import_rows').select(['cells', 'state']).execute())
    expect(rows).toEqual([{ cells: [], state: 'success' }])
  })

  it('sends no mail when the settings want none', async () => {
    await portal.platform((db) => db.updateTable('settings').set({ send_invitations: false }).execute())
    const id = await reviewed('Ana;ana@import.example;;;')
    await admin().ask(calls.startImport, { id })
    expect((await ended(id)).invited).toBe(0)
    expect(await portal.platform((db) => db.selectFrom('mails').selectAll().execute())).toEqual([])
  })

  it('Z8: keeps the user limit exactly: the rows beyond fail, the others stand', async () => {
    const present = await portal.platform(async (db) => {
      const { n } = await db
        .selectFrom('memberships')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('tenant_id', '=', tenants.norte.id)
        .executeTakeFirstOrThrow()
      await db
        .updateTable('tenants')
        .set({ user_limit: n + 3 })
        .where('id', '=', tenants.norte.id)
        .execute()
      return n
    })
    expect(present).toBeGreaterThan(0)
    const id = await reviewed(...Array.from({ length: 5 }, (_, at) => `P;p${String(at)}@import.example;;;`))
    await admin().ask(calls.startImport, { id })
    expect((await ended(id)).rows).toMatchObject({ success: 3, failed: 2 })
    expect((await rowsOf(id, 'failed')).map(({ number, faults }) => [number, faults[0]?.message])).toEqual([
      [5, 'The user limit for this business unit has been reached'],
      [6, 'The user limit for this business unit has been reached'],
    ])
  })

  it('Z8: fails or skips only the people whom another transaction added meanwhile', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => `P;p${String(at)}@import.example;;;`)
    const id = await reviewed(...lines)
    await admin().ask(calls.startImport, { id })
    const person = {
      phone: null,
      perfil_usuario: 'user',
      state: 'A',
      department: null,
      language: 'es',
      group_ids: [] as string[],
    } as const
    const single = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        admin().ask(addUser, { ...person, nome_usuario: 'Q', email: `p${String(at)}@import.example` }),
      ),
    )
    const won = single.filter(({ status }) => status === 200).length
    const found = await ended(id)
    expect(found.rows.success).toBe(30 - won)
    expect(found.rows.failed + found.rows.same).toBe(won)
    expect((await added()).length).toBe(30)
  })

  it('J1: started twice and delivered to three workers, adds each person once', async () => {
    const id = await reviewed(...Array.from({ length: 250 }, (_, at) => `P;p${String(at)}@import.example;;;`))
    await portal.platform((db) => db.updateTable('tenants').set({ user_limit: 1_000 }).execute())
    const starts = await Promise.all([1, 2, 3].map(() => admin().ask(calls.startImport, { id })))
    expect(starts.map(({ status }) => status)).toEqual([200, 200, 200])
    const batch = async (): Promise<void> => {
      // The queue delivers again what got no connection.
      const isMore = await untilServed(() =>
        worker.gate.inTenant(tenants.norte.id, (db, tenantId) =>
          importNext({ db, tenantId, enqueue: async () => undefined } as never, inviting, id),
        ),
      )
      if (isMore) await batch()
    }
    await Promise.all([batch(), batch(), batch()])
    expect((await ended(id)).rows).toEqual(counts({ success: 250 }))
    expect((await added()).length).toBe(250)
    expect((await entries('user.imported')).length).toBeGreaterThan(0)
  })

  it('J3: a batch that does not commit adds nobody, and the next delivery adds them once', async () => {
    const id = await reviewed('Ana;ana@import.example;;;', 'Bia;bia@import.example;;;')
    await portal.platform((db) =>
      db
        .updateTable('user_imports')
        .set({
          state: 'running',
          starter: JSON.stringify({
            actorId: people.adminOfNorte.id,
            actorEmail: 'a',
            tenantId: tenants.norte.id,
            partnerId: null,
            address: null,
          }),
        })
        .where('id', '=', id)
        .execute(),
    )
    const run = (isLost: boolean) =>
      worker.gate.inTenant(tenants.norte.id, async (db, tenantId) => {
        await importNext({ db, tenantId, enqueue: async () => undefined } as never, inviting, id)
        if (isLost) throw new Error('the process was killed')
      })
    await expect(run(true)).rejects.toThrow('killed')
    expect(await added()).toEqual([])
    await run(false)
    await run(false)
    expect((await added()).length).toBe(2)
    expect(await seen(id)).toMatchObject({ state: 'done', rows: { success: 2 } })
  })

  it('a cancelled import stops, answers how many rows are pending, and continues from there', async () => {
    const id = await reviewed('Ana;ana@import.example;;;', 'Bia;x;;;')
    await portal.platform((db) =>
      db.updateTable('user_imports').set({ state: 'running' }).where('id', '=', id).execute(),
    )
    expect((await admin().ask(calls.editImportCell, { id, number: 2, column: 0, value: 'x' })).status).toBe(409)
    expect((await admin().ask(calls.discardImport, { id })).status).toBe(409)
    expect((await admin().ask(calls.cancelImport, { id })).status).toBe(200)
    expect(await seen(id)).toMatchObject({ state: 'cancelled', rows: { pending: 2 } })
    expect((await entries('user.import_cancelled'))[0]?.target_name).toBe('pessoas.csv')
    await admin().ask(calls.reviewImportAgain, { id })
    await admin().ask(calls.startImport, { id })
    expect((await ended(id)).rows).toMatchObject({ success: 1, failed: 1 })
    await admin().ask(calls.reviewImportAgain, { id })
    expect(await seen(id)).toMatchObject({ state: 'review', rows: { pending: 1, faulty: 1, success: 1 } })
    await admin().ask(calls.editImportCell, { id, number: 3, column: 1, value: 'bia@import.example' })
    await admin().ask(calls.startImport, { id })
    expect((await ended(id)).rows).toEqual(counts({ success: 2 }))
    expect((await admin().ask(calls.discardImport, { id })).status).toBe(200)
    expect((await added()).length).toBe(2)
  })

  it('refuses to start when no row can be added', async () => {
    const id = await reviewed('Ana;x;;;', 'Bia;y;;;')
    const { status, raw } = await admin().ask(calls.startImport, { id })
    expect([status, raw['message']]).toEqual([400, '2 users were not registered due to identified errors'])
    expect((await seen(id)).state).toBe('review')
  })

  it('U5: gives the failed rows as a file without formulas, the reason last', async () => {
    const id = await reviewed('Ana;ana@import.example;;;', '=1+1;x;;;', '"+A;B";@SUM(1);;;Nenhum')
    await admin().ask(calls.startImport, { id })
    await ended(id)
    const lines = (await download(`rows/export?id=${id}&show=failed&format=csv`)).split('\r\n')
    expect(lines[0]).toBe('\uFEFFNome;E-mail;Telefone;Perfil;Grupos;Resultado;Motivo')
    expect(lines[1]).toBe("'=1+1;x;;;;Falhou;O campo E-mail é inválido!")
    expect(lines[2]).toMatch(/^"'\+A;B";'@SUM\(1\);/)
    const all = (await download(`rows/export?id=${id}&show=every&format=csv`)).split('\r\n')
    expect(all[1]).toBe('Ana;ana@import.example;;;;Cadastrada;')
    expect(all.length - 2).toBe(3)
  })

  it('adds 2,000 people in a few statements for each batch', { timeout: 200_000 }, async () => {
    await portal.platform(async (db) => {
      await db.updateTable('tenants').set({ user_limit: 100_000 }).execute()
      await db.updateTable('settings').set({ send_invitations: false }).execute()
    })
    const lines = Array.from({ length: 2_000 }, (_, at) => `Pessoa ${String(at)};p${String(at)}@import.example`)
    const id = await sent('Nome;E-mail', ...lines)
    await admin().ask(calls.mapImport, { id, columns: ['nome_usuario', 'email'] })
    await admin().ask(calls.startImport, { id })
    await vi.waitFor(async () => expect((await seen(id)).state).toBe('done'), { timeout: 180_000, interval: 250 })
    expect((await seen(id)).rows).toMatchObject({ success: 2_000, failed: 0 })
  })
})

it('T9: an import that nobody changes for days is erased with its rows', async () => {
  const [old, fresh] = [await reviewed('Ana;ana@import.example;;;'), await reviewed('Bia;bia@import.example;;;')]
  await portal.platform((db) =>
    db
      .updateTable('user_imports')
      .set({ changed_at: sql<Date>`now() - interval '8 days'` })
      .where('id', '=', old)
      .execute(),
  )
  expect(await portal.platform((db) => eraseOld(db, limits))).toBe(1)
  const rows = await portal.platform((db) => db.selectFrom('user_import_rows').select('import_id').execute())
  expect(rows).toEqual([{ import_id: fresh }])
})

it('gives a template with the headings of the form, which the import recognises', async () => {
  const id = await sent(...(await download('template?format=csv')).trim().split('\r\n'))
  expect((await seen(id)).columns).toEqual([...calls.importedFields])
})
