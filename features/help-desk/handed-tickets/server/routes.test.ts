import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ticketBudget } from '#catalogue/limits.ts'
import {
  addAttachment,
  addTicket,
  answerTicket,
  handTicket,
  listTickets,
  mergeTickets,
  readAttachment,
  readTicket,
} from '#features/help-desk/tickets/contract.ts'
import { followStaff, tellStaff } from '#features/help-desk/tickets/server/commands.ts'
import { changeSupportAgent, listStaff } from '#features/people/staff/contract.ts'
import { readTeamMember, updateTeamMember } from '#features/people/team/contract.ts'
import { hold } from '#platform/server/database/hold.ts'
import type { JobContext } from '#platform/server/jobs/job.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import { testPortal } from '#testing/portal.ts'
import { uploadOf } from '#testing/uploads.ts'
import { type Person, people, tenants } from '#testing/world.ts'
import { webhookEvents } from '#testing/webhooks.ts'
import {
  answerHanded,
  handOn,
  listHanded,
  readHanded,
  readHandedAttachment,
  saveHandedDraft,
  addHandedAttachment,
} from '../contract.ts'

const portal = testPortal()
const {
  adminOfNorte: admin,
  userOfNorte: reader,
  otherUserOfNorte: colleague,
  masterOfAlfa,
  masterOfBeta,
  platform,
} = people
const tenant_id = tenants.norte.id
const unknown = '0198c0de-0000-7000-8000-000000000000'

const open = async () => (await portal.as(reader).ask(addTicket, { name: 'Parado', text: 'Não abre' })).body.id
const handUp = async () => {
  const id = await open()
  const { status } = await portal.as(admin).ask(handTicket, { id, level: 'partner', note: 'Não sei' })
  expect(status).toBe(200)
  return id
}
const hand = (id: string, level: 'unit' | 'partner' | 'platform', caller: Person = masterOfAlfa) =>
  portal.as(caller).ask(handOn, { id, level, note: 'Vejam isto' })
const answer = (id: string, caller: Person = masterOfAlfa) =>
  portal.as(caller).ask(answerHanded, { ticket_id: id, text: 'Já vimos' })
const seen = async (caller: Person) => (await portal.as(caller).ask(listHanded, {})).body.data.map(({ id }) => id)
const agents = (handles: boolean) =>
  portal.platform((db) =>
    db.updateTable('users').set({ support_agent: handles }).where('staff', 'is not', null).execute(),
  )
const lastFollowUp = async () => {
  const { id } = await portal.platform((db) =>
    db
      .selectFrom('ticket_follow_ups')
      .select('id')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  )
  return id
}

/** Runs the work of a job: with a business unit under its row-level security, else across all. */
const run = (work: (context: JobContext) => Promise<unknown>, tenantId: string | null = tenant_id) =>
  portal.platform(async (db) => {
    if (tenantId !== null) {
      const partnerId = tenants.norte.partner_id
      await sql`select set_config('app.tenant_id', ${tenantId}, true), set_config('app.partner_id', ${partnerId}, true)`.execute(
        db,
      )
      await sql`set local role vitrine_app`.execute(db)
    }
    const nothing = async () => undefined
    const clock = { now: () => new Date() }
    await work({
      db,
      tenantId: tenantId as TenantId,
      clock,
      announce: nothing,
      enqueue: nothing,
    } as unknown as JobContext)
  })

beforeAll(() => agents(true))
afterEach(() =>
  portal.platform(async (db) => {
    await db.deleteFrom('tickets').execute()
    await db.deleteFrom('notifications').execute()
    await db.deleteFrom('staff_notifications').execute()
  }),
)

describe('a ticket that was handed up', () => {
  it('is seen by the partner, and by the platform once the partner handed it up', async () => {
    const kept = await open()
    const id = await handUp()
    expect([await seen(masterOfAlfa), await seen(platform)]).toEqual([[id], []])
    expect((await portal.as(masterOfAlfa).ask(readHanded, { id })).body).toMatchObject({
      unit: 'Norte',
      level: 'partner',
      text: 'Não abre',
      opened_by: reader.name,
      can: ['answer', 'hand'],
      next_levels: ['platform', 'unit'],
      follow_ups: [{ text: 'Não sei', internal: true, level: 'partner' }],
    })
    expect((await portal.as(masterOfAlfa).ask(readHanded, { id: kept })).status).toBe(404)
    expect((await hand(id, 'platform')).status).toBe(200)
    expect([await seen(masterOfAlfa), await seen(platform)]).toEqual([[id], [id]])
    expect((await portal.as(masterOfAlfa).ask(readHanded, { id })).body).toMatchObject({
      can: ['answer'],
      next_levels: [],
    })
    expect((await hand(id, 'partner', platform)).status).toBe(200)
    expect([await seen(masterOfAlfa), await seen(platform)]).toEqual([[id], []])
    expect((await hand(id, 'unit')).status).toBe(200)
    expect([await seen(masterOfAlfa), await seen(platform)]).toEqual([[], []])
  })

  it('keeps the draft of each of the staff until they answer, for them alone', async () => {
    const id = await handUp()
    await hand(id, 'platform')
    const save = (text: string | null, caller: Person) =>
      portal.as(caller).ask(saveHandedDraft, { ticket_id: id, text, internal: 'S' })
    const draftOf = async (caller: Person) => (await portal.as(caller).ask(readHanded, { id })).body.draft
    expect((await save('Vou ver', masterOfAlfa)).status).toBe(200)
    expect((await save('Vou ver já', masterOfAlfa)).status).toBe(200)
    expect(await draftOf(masterOfAlfa)).toMatchObject({ text: 'Vou ver já', internal: true })
    expect(await draftOf(platform)).toBeNull()
    expect((await save('Não', masterOfBeta)).status).toBe(404)
    await agents(false)
    expect((await save('Sim', masterOfAlfa)).status).toBe(403)
    await agents(true)
    expect((await answer(id, masterOfAlfa)).status).toBe(200)
    expect(await draftOf(masterOfAlfa)).toBeNull()
    await save('Outro', masterOfAlfa)
    await save(null, masterOfAlfa)
    expect(await draftOf(masterOfAlfa)).toBeNull()
  })

  it('Z7: of another partner, or kept by its unit, does not exist, with the answer of an absent one', async () => {
    const id = await handUp()
    const kept = await open()
    for (const [caller, ticket] of [
      [masterOfBeta, id],
      [platform, id],
      [masterOfAlfa, kept],
      [masterOfAlfa, unknown],
    ] as const) {
      for (const ask of [
        () => portal.as(caller).ask(readHanded, { id: ticket }),
        () => answer(ticket, caller),
        () => hand(ticket, 'unit', caller),
      ]) {
        const { status, raw } = await ask()
        expect([status, raw['message']]).toEqual([404, 'This ticket does not exist'])
      }
    }
    expect(await seen(masterOfBeta)).toEqual([])
    expect((await portal.as(admin).ask(listHanded, {})).status).toBe(403)
    expect((await portal.as(admin).ask(readTicket, { id })).body.follow_ups).toHaveLength(1)
  })

  it('is handed on by the staff at whose level it is, and taken back by its unit', async () => {
    const id = await handUp()
    expect((await hand(id, 'partner')).raw).toMatchObject({ errors: { level: expect.any(String) } })
    await hand(id, 'platform')
    expect((await hand(id, 'unit')).raw).toMatchObject({ errors: { level: expect.any(String) } })
    const again = await portal.as(admin).ask(handTicket, { id, level: 'partner', note: 'Outra vez' })
    expect(Object.keys(again.raw['errors'] ?? {})).toEqual(['level'])
    expect((await portal.as(admin).ask(handTicket, { id, level: 'unit', note: 'Resolvemos aqui' })).status).toBe(200)
    expect([await seen(masterOfAlfa), await seen(platform)]).toEqual([[], []])
    expect((await portal.as(reader).ask(handTicket, { id, level: 'partner', note: 'Eu' })).status).toBe(403)
  })

  it('does not exist for staff once it was merged, and can neither be answered nor handed on', async () => {
    const [id, main] = [await handUp(), await open()]
    expect((await portal.as(admin).ask(mergeTickets, { id, into_id: main })).status).toBe(200)
    expect((await portal.as(admin).ask(readTicket, { id })).body.level).toBe('unit')
    // Also one that was merged before merging took tickets back.
    await portal.platform((db) => db.updateTable('tickets').set({ level: 'partner' }).where('id', '=', id).execute())
    expect(await seen(masterOfAlfa)).toEqual([])
    const read = await portal.as(masterOfAlfa).ask(readHanded, { id })
    expect([read.status, (await answer(id)).status, (await hand(id, 'unit')).status]).toEqual([404, 404, 404])
  })

  it('hides its level and its notes from the person who opened it', async () => {
    const id = await handUp()
    const { body } = await portal.as(reader).ask(readTicket, { id })
    expect([body.level, body.follow_ups]).toEqual([null, []])
    expect((await portal.as(reader).ask(listTickets, {})).body.data[0]?.level).toBeNull()
    expect((await portal.as(admin).ask(readTicket, { id })).body.level).toBe('partner')
  })
})

describe('staff', () => {
  it('answer a ticket as its handlers do', async () => {
    const id = await handUp()
    expect((await answer(id)).status).toBe(200)
    const { body } = await portal.as(reader).ask(readTicket, { id })
    expect(body.status).toBe('on_going')
    expect(body.follow_ups).toMatchObject([{ text: 'Já vimos', by_handler: true, author: { name: masterOfAlfa.name } }])
    const note = { ticket_id: id, text: 'Entre nós', internal: 'S' } as const
    expect((await portal.as(masterOfAlfa).ask(answerHanded, note)).status).toBe(200)
    expect((await portal.as(reader).ask(readTicket, { id })).body.follow_ups).toHaveLength(1)
    const closing = { ticket_id: id, text: 'Pronto', status: 'closed' } as const
    expect((await portal.as(masterOfAlfa).ask(answerHanded, closing)).status).toBe(200)
    expect((await portal.as(reader).ask(readTicket, { id })).body).toMatchObject({
      status: 'closed',
      can: expect.arrayContaining(['rate']),
    })
    expect((await portal.as(reader).ask(answerTicket, { ticket_id: id, text: 'Ainda não' })).status).toBe(200)
  })

  it('V5: send a person some answers in an hour, also at the same time as the handlers of the unit', async () => {
    const [id, other] = [await handUp(), await open()]
    const followUp = { tenant_id, ticket_id: id, user_id: admin.id, by_handler: true, text: 'F' }
    const values = Array.from({ length: ticketBudget.answersToPersonAnHour - 2 }, () => followUp)
    await portal.platform((db) => db.insertInto('ticket_follow_ups').values(values).execute())
    expect((await answer(id)).status).toBe(200)
    let isDone = false
    const parallel = await portal.platform(async (db) => {
      // Another answer to the person, which is not committed yet.
      await hold(db, `answers to ${reader.id}`)
      const answered = answer(id).finally(() => {
        isDone = true
      })
      await vi.waitFor(
        async () => {
          const { rows } = await sql`
            select from pg_locks where locktype = 'advisory' and not granted
               and database = (select oid from pg_database where datname = current_database())`.execute(db)
          if (!isDone && rows.length === 0) throw new Error('the answer does not wait yet')
        },
        { timeout: 60_000, interval: 50 },
      )
      // Not of the ticket that the answer has locked.
      await db
        .insertInto('ticket_follow_ups')
        .values({ ...followUp, ticket_id: other })
        .execute()
      return { answered }
    })
    expect((await parallel.answered).status).toBe(429)
    const note = { ticket_id: id, text: 'Entre nós', internal: 'S' } as const
    expect((await portal.as(masterOfAlfa).ask(answerHanded, note)).status).toBe(200)
  })

  it('who are no support agents read a ticket, and neither answer it nor hand it on', async () => {
    const id = await handUp()
    await agents(false)
    expect((await portal.as(masterOfAlfa).ask(readHanded, { id })).body.can).toEqual([])
    expect([(await answer(id)).status, (await hand(id, 'unit')).status]).toEqual([403, 403])
    await agents(true)
    expect((await answer(id)).status).toBe(200)
  })

  it('become support agents, or no longer, in the forms of team and staff', async () => {
    const member = (await portal.as(platform).ask(readTeamMember, { id: masterOfAlfa.id })).body
    const change = { id: masterOfAlfa.id, version: member.version, support_agent: 'N' } as const
    expect((await portal.as(platform).ask(updateTeamMember, change)).status).toBe(200)
    expect((await portal.as(platform).ask(readTeamMember, { id: masterOfAlfa.id })).body.support_agent).toBe(false)
    const staff = await portal.as(platform).ask(changeSupportAgent, { id: platform.id, support_agent: 'N' })
    expect(staff.status).toBe(200)
    expect((await portal.as(platform).ask(listStaff, {})).body.data[0]?.support_agent).toBe(false)
    await agents(true)
  })
})

describe('the job that follows', () => {
  it('tells the person who asked, and writes the audit trail of the unit', async () => {
    const id = await handUp()
    await answer(id)
    const followUp = await lastFollowUp()
    await run((context) => followStaff(context, followUp))
    await run((context) => followStaff(context, followUp))
    const told = await portal.platform((db) =>
      db
        .selectFrom('notification_receipts as r')
        .innerJoin('notifications as n', 'n.id', 'r.notification_id')
        .innerJoin('users as u', 'u.id', 'r.user_id')
        .select(['u.name', 'n.type'])
        .where('n.type', '=', 'ticket_answered')
        .execute(),
    )
    expect(told).toEqual([{ name: reader.name, type: 'ticket_answered' }])
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select('actor_id')
        .where('event', '=', 'ticket.answered')
        .where('target_id', '=', id)
        .execute(),
    )
    expect(entries[0]).toEqual({ actor_id: masterOfAlfa.id })
  })

  it('tells webhooks and the people who watch the ticket of answers and resolutions, and of no note', async () => {
    const events = await webhookEvents(portal, tenant_id, ['ticket.answered', 'ticket.resolved'])
    const id = await handUp()
    await portal.platform((db) =>
      db.insertInto('ticket_watchers').values({ tenant_id, ticket_id: id, user_id: colleague.id }).execute(),
    )
    const staffAnswer = async (input: { internal?: 'S'; status?: 'closed' }) => {
      await portal.as(masterOfAlfa).ask(answerHanded, { ticket_id: id, text: 'Já vimos', ...input })
      await run(async (context) => followStaff(context, await lastFollowUp()))
    }
    await staffAnswer({ internal: 'S' })
    expect(await events()).toEqual([])
    await staffAnswer({})
    await staffAnswer({ status: 'closed' })
    const data = {
      ticket: { id, name: expect.stringMatching(/^#\d+ Parado$/) as string },
      user: { id: masterOfAlfa.id, name: masterOfAlfa.name },
    }
    expect(await events()).toEqual([
      { event_type: 'ticket.answered', data },
      { event_type: 'ticket.answered', data },
      { event_type: 'ticket.resolved', data },
    ])
    const told = await portal.platform((db) =>
      db
        .selectFrom('notification_receipts as r')
        .innerJoin('notifications as n', 'n.id', 'r.notification_id')
        .select('n.type')
        .where('r.user_id', '=', colleague.id)
        .orderBy('n.id')
        .execute(),
    )
    expect(told.map(({ type }) => type)).toEqual(['ticket_answered', 'ticket_resolved'])
  })

  it('tells the support agents of the level, and nobody else', async () => {
    const told = async () =>
      portal.platform(async (db) => {
        const rows = await db
          .selectFrom('staff_notifications as n')
          .innerJoin('users as u', 'u.id', 'n.user_id')
          .select(['u.name'])
          .where('n.type', '=', 'ticket_handed')
          .execute()
        return rows.map(({ name }) => name)
      })
    const id = await handUp()
    await agents(false)
    await run(async (context) => tellStaff(context, await lastFollowUp()), null)
    expect(await told()).toEqual([])
    await agents(true)
    await run(async (context) => tellStaff(context, await lastFollowUp()), null)
    expect(await told()).toEqual([masterOfAlfa.name])
    await hand(id, 'platform')
    await run(async (context) => tellStaff(context, await lastFollowUp()), null)
    expect(await told()).toEqual([masterOfAlfa.name, platform.name])
  })
})

describe('attachments of a ticket that was handed up', () => {
  const file = (name = 'dados.csv', bytes = Buffer.from('a;b')) => ({ name, bytes })
  const send = async (path: string, caller: Person, fields: Record<string, string>, bytes: Uint8Array) => {
    const { body, headers } = uploadOf(fields, bytes)
    const { status, raw } = await portal.as(caller).send({ method: 'POST', url: `/api/${path}`, body, headers })
    return { status, id: (raw['attachment'] as { id: string } | undefined)?.id ?? unknown }
  }
  const upload = (ticket_id: string, caller: Person = masterOfAlfa, { name, bytes } = file()) =>
    send(addHandedAttachment.path, caller, { ticket_id, name }, bytes)
  const load = (id: string, caller: Person = masterOfAlfa) => portal.as(caller).ask(readHandedAttachment, { id })

  it('are read and added by the staff, and the unit reads them', async () => {
    const id = await handUp()
    const { id: added } = await upload(id)
    const input = { ticket_id: id, text: 'Veja', attachments: [added] }
    expect((await portal.as(masterOfAlfa).ask(answerHanded, input)).status).toBe(200)
    const seen = (await portal.as(masterOfAlfa).ask(readHanded, { id })).body.follow_ups.at(-1)
    expect(seen?.attachments).toMatchObject([{ name: 'dados.csv', bytes: 3, picture: null }])
    expect((await load(added)).status).toBe(200)
    const inUnit = (await portal.as(reader).ask(readTicket, { id })).body.follow_ups.at(-1)
    expect(inUnit?.attachments).toMatchObject([{ name: 'dados.csv' }])
    expect((await portal.as(reader).ask(readAttachment, { id: added })).status).toBe(200)
    // Used once.
    expect((await portal.as(masterOfAlfa).ask(answerHanded, input)).status).toBe(404)
  })

  it('of the person who opened it are read by the staff, as long as it is handed up to them', async () => {
    const { id: attachment } = await send(addAttachment.path, reader, { name: 'a.txt' }, Buffer.from('a'))
    expect((await load(attachment)).status).toBe(404)
    const ticket = { name: 'T', text: 'T', attachments: [attachment] }
    const { id } = (await portal.as(reader).ask(addTicket, ticket)).body
    expect((await load(attachment)).status).toBe(404)
    await portal.as(admin).ask(handTicket, { id, level: 'partner', note: 'N' })
    expect((await portal.as(masterOfAlfa).ask(readHanded, { id })).body.attachments).toMatchObject([{ name: 'a.txt' }])
    expect([(await load(attachment)).status, (await load(attachment, masterOfBeta)).status]).toEqual([200, 404])
    expect((await load(attachment, platform)).status).toBe(404)
    await hand(id, 'unit')
    expect((await load(attachment)).status).toBe(404)
  })

  it('Z7: go to no ticket of others, and neither do files of others', async () => {
    const [id, kept] = [await handUp(), await open()]
    for (const [caller, ticket] of [
      [masterOfBeta, id],
      [platform, id],
      [masterOfAlfa, kept],
    ] as const)
      expect((await upload(ticket, caller)).status).toBe(404)
    await agents(false)
    expect((await upload(id)).status).toBe(403)
    await agents(true)
    await hand(id, 'platform')
    const { id: added } = await upload(id, platform)
    const foreign = { ticket_id: id, text: 'F', attachments: [added] }
    expect((await portal.as(masterOfAlfa).ask(answerHanded, foreign)).status).toBe(404)
  })

  it('U1, V5: go through the checks and limits of uploads', async () => {
    const id = await handUp()
    expect((await upload(id, masterOfAlfa, file('a.exe'))).status).toBe(400)
    await portal.platform((db) =>
      sql`with f as (
            insert into files (path, partner_id, tenant_id, kind, bytes)
            select 'private/' || ${tenant_id}::text || '/' || substr(md5(n::text), 1, 22) || '.bin', ${tenants.norte.partner_id}, ${tenant_id}, 'ticket.attachment', 1
              from generate_series(1, ${ticketBudget.unusedFilesAnHour}) n returning path)
          insert into ticket_attachments (tenant_id, user_id, name, path, bytes) select ${tenant_id}, ${masterOfAlfa.id}, 'x', path, 1 from f`.execute(
        db,
      ),
    )
    expect((await upload(id)).status).toBe(429)
  })
})
