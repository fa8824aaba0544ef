import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { addManyPeople } from '#apps/server/testing/many-people.ts'
import { countedRows } from '#catalogue/limits.ts'
import { listRequests } from '#features/reports/catalogs/contract.ts'
import { listAcceptances, publishTerm, userTermCalls } from '#features/organisation/user-terms/contract.ts'
import { listUsersPerReport } from '#features/reports/readers/contract.ts'
import { listPeopleUsage } from '#features/reports/usage/contract.ts'
import { listMails } from '#features/messaging/outbox/contract.ts'
import { listNotifications } from '#features/messaging/notifications/contract.ts'
import { listMessages, listReaders } from '#features/messaging/messages/contract.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { resellers } from '#testing/probe.ts'
import { people, tenants } from '#testing/world.ts'

const portal = testPortal({ reports: true })
const admin = () => portal.as('adminOfNorte')
const norte = tenants.norte.id
const many = countedRows + 200
const words = JSON.stringify({ 'pt-BR': 'Aviso', 'en-US': null, es: null, 'pt-PT': null })
const message = '0196a000-0000-7000-8000-000000000000'

beforeAll(async () => {
  await addManyPeople(portal.ownerUrl, 'norte', many)
  await portal.platform(async (db) => {
    await sql`insert into mails (tenant_id, idempotency_key, purpose, to_address, to_name, subject)
      select ${norte}::uuid, n::text, 'test', n || '@example.com', 'Row ' || n, 'Subject ' || n from generate_series(1, ${many}::int) n`.execute(
      db,
    )
    await sql`insert into notifications (tenant_id, id, type, title, body, words, author_id, author_name, addressees, published_at)
      select ${norte}::uuid, case when n = 0 then ${message}::uuid else app.uuidv7() end, 'message', ${words}, ${words}, 'aviso ' || n,
             ${people.adminOfNorte.id}::uuid, 'Alice', '{"target": "everybody"}', now() from generate_series(0, ${many}::int) n`.execute(
      db,
    )
    await sql`insert into notification_receipts (tenant_id, notification_id, user_id)
      select tenant_id, id, ${people.adminOfNorte.id}::uuid from notifications where id <> ${message}`.execute(db)
    await sql`insert into notification_receipts (tenant_id, notification_id, user_id)
      select tenant_id, ${message}::uuid, user_id from memberships where tenant_id = ${norte}`.execute(db)
    await sql`insert into access_requests (tenant_id, report_id, user_id, reason)
      select m.tenant_id, ${resellers}::uuid, m.user_id, 'Row ' || u.email from memberships m join users u on u.id = m.user_id
       where m.tenant_id = ${norte} and u.name like 'row-%'`.execute(db)
  })
  await onOwner(portal.ownerUrl, (owner) => owner.query('analyze'))
}, 120_000)

/** The first pages of the lists that grow with people or with time. */
const lists = {
  'the outbox': (search: string) => admin().ask(listMails, { search }),
  'the notifications of a person': (search: string) => admin().ask(listNotifications, { search }),
  messages: (search: string) => admin().ask(listMessages, { search }),
  'the readers of a message': (search: string) => admin().ask(listReaders, { message_id: message, search }),
  'requests for access': (search: string) => admin().ask(listRequests, { search }),
}
/** A text that all rows of a list contain, and one that a single row contains. */
const texts: Record<keyof typeof lists, [all: string, one: string]> = {
  'the outbox': ['subject', 'Row 9999'],
  'the notifications of a person': ['aviso', 'aviso 9999'],
  messages: ['AVISO', 'aviso 9999'],
  'the readers of a message': ['row-', 'row-09999'],
  'requests for access': ['ROW', 'row-09999'],
}

describe('V3: a long list counts at most to 10,001', () => {
  it.each(Object.keys(lists) as (keyof typeof lists)[])('%s', async (name) => {
    const [all, one] = texts[name]
    for (const search of ['', all]) {
      const { status, body, raw } = await lists[name](search)
      expect(status, JSON.stringify(raw)).toBe(200)
      expect([body.total, body.data.length > 10], `${name} with “${search}”`).toEqual([countedRows + 1, true])
    }
    const { body } = await lists[name](one)
    expect([body.total, body.data.length]).toEqual([1, 1])
  })
})

describe('V3: a list that computes a row for each person answers for 10,000 people', () => {
  it('usage by person, readers of a report, and acceptances of a term', async () => {
    const term = {
      title: { 'pt-BR': 'Termo', 'en-US': null, es: null, 'pt-PT': null },
      body: { 'pt-BR': 'Texto', 'en-US': null, es: null, 'pt-PT': null },
      condition: 'informative' as const,
      place: 'after_login' as const,
      report_id: null,
      active: 'S' as const,
    }
    const { id } = (await admin().ask(userTermCalls.add, term)).body
    const { version } = (await admin().ask(userTermCalls.read, { id })).body
    await admin().ask(publishTerm, { id, version })
    await portal.platform((db) =>
      sql`insert into report_grants (tenant_id, report_id, user_id) select tenant_id, report_id, user_id from access_requests`.execute(
        db,
      ),
    )
    for (const search of ['', 'row-']) {
      const answers = [
        await admin().ask(listPeopleUsage, { search }),
        await admin().ask(listUsersPerReport, { search }),
        await admin().ask(listAcceptances, { search, term_id: id }),
      ]
      expect(answers.map(({ status, body }) => [status, body.total > countedRows])).toEqual(
        answers.map(() => [200, true]),
      )
    }
  })
})
