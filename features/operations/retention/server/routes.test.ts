import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { retentionBounds } from '#catalogue/retention.ts'
import { verifyAudit } from '#platform/server/audit-chain.ts'
import { writeAudit } from '#platform/server/audit.ts'
import { createGate } from '#platform/server/session/gate.ts'
import { openPool } from '#platform/server/database/pool.ts'
import { newFilePath } from '#platform/server/files/file-path.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { partners, tenants } from '#testing/world.ts'
import { previewRetention, readRetention, updateRetention } from '../contract.ts'
import { applyAll } from './jobs.ts'

const portal = testPortal()
const admin = () => portal.as('adminOfNorte')
const norte = tenants.norte.id
const sul = tenants.sul.id
const silent = { info: () => undefined, warn: (fields: object) => expect.fail(JSON.stringify(fields)) }

const unset = {
  audit: null,
  usage: null,
  notifications: null,
  mails: null,
  exports: null,
  task_runs: null,
  tickets: null,
  imports: null,
  webhook_log: null,
}

const set = async (days: Partial<Record<keyof typeof unset, number>>) => {
  const { version } = (await admin().ask(readRetention, {})).body
  return admin().ask(updateRetention, { version, ...unset, ...days })
}

/** Runs the job of all units. */
async function applied(bounds = retentionBounds): Promise<void> {
  const pool = openPool({ url: portal.databaseUrl, max: 2, onError: () => undefined })
  try {
    const { acrossTenants } = createGate(pool, { info: () => undefined })
    await applyAll({ acrossTenants, signal: new AbortController().signal, log: silent }, bounds)
  } finally {
    await pool.end()
  }
}

const mail = (tenant_id: string, key: string, days: number, state: 'sent' | 'waiting' = 'sent') =>
  portal.platform((db) =>
    db
      .insertInto('mails')
      .values({
        tenant_id,
        partner_id: partners.alfa.id,
        idempotency_key: key,
        purpose: 'p',
        to_address: 'a@example.com',
        subject: 'S',
        state,
        created_at: sql<Date>`now() - make_interval(days => ${days})`,
      })
      .execute(),
  )
const keys = async () =>
  (
    await portal.platform((db) => db.selectFrom('mails').select('idempotency_key').orderBy('idempotency_key').execute())
  ).map((row) => row.idempotency_key)

describe('the rules of a business unit', () => {
  it('are the usual ones until the unit sets days within the bounds', async () => {
    const { body } = await admin().ask(readRetention, {})
    expect(body).toMatchObject({ ...unset, version: 0, can: ['update'], bounds: retentionBounds })
    expect((await set({ webhook_log: 10 })).status).toBe(200)
    expect((await admin().ask(readRetention, {})).body).toMatchObject({ webhook_log: 10, version: 1 })
    const short = await set({ audit: retentionBounds.audit.min - 1 })
    expect([short.status, Object.keys(short.raw.errors ?? {})]).toEqual([400, ['audit']])
    expect((await set({ notifications: 366 })).status).toBe(400)
    expect((await admin().ask(updateRetention, { version: 0, ...unset })).status).toBe(409)
    const [entry] = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('changes').where('event', '=', 'retention_rule.updated').execute(),
    )
    expect(entry?.changes).toEqual({ webhook_log: [null, 10] })
  })

  it('T1, Z1: are of the unit alone, and not for readers', async () => {
    expect((await portal.as('userOfNorte').ask(readRetention, {})).status).toBe(403)
    await set({ webhook_log: 10 })
    expect((await portal.as('adminOfSul').ask(readRetention, {})).body.webhook_log).toBeNull()
  })

  it('P2: delete old records of the unit alone, as many as the preview says', async () => {
    await mail(norte, 'old', 50)
    await mail(norte, 'waiting', 50, 'waiting')
    await mail(norte, 'new', 20)
    await mail(sul, 'of sul', 50)
    expect((await admin().ask(previewRetention, { mails: 40 })).body).toMatchObject({ mails: 1, tickets: 0 })
    expect((await admin().ask(previewRetention, {})).body.mails).toBe(0)
    await set({ mails: 40 })
    await applied()
    expect(await keys()).toEqual(['new', 'of sul', 'waiting'])
    expect((await admin().ask(previewRetention, { mails: 40 })).body.mails).toBe(0)
  })

  it('D5: write how many records of which kind they deleted into the trail of the unit', async () => {
    await set({ mails: 40 })
    for (const key of ['counted 1', 'counted 2']) await mail(norte, key, 50)
    await applied()
    await applied()
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['changes', 'actor_id'])
        .where('event', '=', 'retention_rule.applied')
        .where('tenant_id', '=', norte)
        .orderBy('at', 'desc')
        .execute(),
    )
    expect(entries[0]).toEqual({ changes: { mails: [null, 2], days: [null, 40] }, actor_id: null })
  })

  it('P2: keep messages that are planned, or shown', async () => {
    const message = (cause: string, published: boolean, ends_at: ReturnType<typeof sql<Date>> | null) =>
      portal.platform((db) =>
        db
          .insertInto('notifications')
          .values({
            tenant_id: norte,
            type: 'message',
            cause,
            ends_at,
            published_at: published ? sql<Date>`now()` : null,
            created_at: sql<Date>`now() - interval '50 days'`,
            starts_at: sql<Date>`now() - interval '40 days'`,
          })
          .execute(),
      )
    await message('planned', false, null)
    await message('shown', true, sql<Date>`now() + interval '1 day'`)
    await message('over', true, sql<Date>`now() - interval '1 day'`)
    await message('without an end', true, null)
    await set({ notifications: 30 })
    expect((await admin().ask(previewRetention, { notifications: 30 })).body.notifications).toBe(2)
    await applied()
    const left = await portal.platform((db) =>
      db.selectFrom('notifications').select('cause').where('cause', 'is not', null).orderBy('cause').execute(),
    )
    expect(left.map(({ cause }) => cause)).toEqual(['planned', 'shown'])
  })

  it('P2: delete the files of closed tickets with them, and leave a ticket that is opened meanwhile', async () => {
    const ticket = (number: number) =>
      portal.platform(async (db) => {
        const old = sql<Date>`now() - interval '50 days'`
        const values = { tenant_id: norte, number, name: 'T', text: 'T', status: 'closed', closed_at: old }
        const { id } = await db.insertInto('tickets').values(values).returning('id').executeTakeFirstOrThrow()
        const path = newFilePath('private', norte, 'bin')
        const file = { tenant_id: norte, partner_id: partners.alfa.id, path, kind: 'ticket.attachment', bytes: 1 }
        await db.insertInto('files').values(file).execute()
        await db
          .insertInto('ticket_attachments')
          .values({ tenant_id: norte, ticket_id: id, name: 'F', path, bytes: 1 })
          .execute()
        return id
      })
    const [kept, gone] = [await ticket(901), await ticket(902)]
    await set({ tickets: 40 })
    // Another transaction opens the ticket again while the job runs.
    await portal.platform(async (db) => {
      await db.updateTable('tickets').set({ status: 'open', closed_at: null }).where('id', '=', kept).execute()
      await applied()
    })
    const left = await portal.platform((db) =>
      db
        .selectFrom('tickets as t')
        .innerJoin('ticket_attachments as a', 'a.ticket_id', 't.id')
        .innerJoin('files as f', 'f.path', 'a.path')
        .select('t.id')
        .where('t.id', 'in', [kept, gone])
        .execute(),
    )
    expect(left).toEqual([{ id: kept }])
    const files = await portal.platform((db) =>
      db
        .selectFrom('files')
        .select('path')
        .where('tenant_id', '=', norte)
        .where('kind', '=', 'ticket.attachment')
        .execute(),
    )
    expect(files).toHaveLength(1)
  })

  it('D2: are stored by one of two administrators who set the first ones at once', async () => {
    const leste = portal.as('adminOfLeste')
    const waiting = () =>
      onOwner(portal.ownerUrl, async (owner) => {
        const { rows } = await owner.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0]?.n
      })
    // Both calls reach the database before one of them can store its rules.
    let answers: Promise<{ status: number }[]> = Promise.resolve([])
    const undone = portal.platform(async (db) => {
      await sql`insert into retention_rules (tenant_id) values (${tenants.leste.id})`.execute(db)
      answers = Promise.all([40, 50].map((mails) => leste.ask(updateRetention, { version: 0, ...unset, mails })))
      await expect.poll(waiting, { timeout: 20_000 }).toBe(2)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect((await answers).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('P2: obey the bounds of the operator, also without a rule', async () => {
    await mail(sul, 'long ago', 500)
    await applied({ ...retentionBounds, mails: { usual: 400, min: 30, max: 400 } })
    expect(await keys()).not.toContain('long ago')
  })
})

describe('the audit trail', () => {
  const verified = () => onOwner(portal.ownerUrl, (client) => verifyAudit(client))
  /** Links are written at the commit, so that old entries are written as old ones. */
  const write = (days: number) =>
    portal.platform((db) =>
      sql`insert into audit_entries (tenant_id, partner_id, event, at)
        values (${norte}, ${partners.alfa.id}, 'test.old', now() - make_interval(days => ${days}))`.execute(db),
    )
  const oldEntries = async () => {
    const { rows } = await portal.platform((db) =>
      sql<{ n: number }>`select count(*)::int as n from audit_entries where event = 'test.old'`.execute(db),
    )
    return rows[0]?.n
  }

  it('D5: is pruned from the beginning of its chain, stays verified, and shows a deletion by hand', async () => {
    const unit = await portal.platform(async (db) => {
      const values = { partner_id: partners.alfa.id, name: 'Antiga', subdomain: 'antiga' }
      return (await db.insertInto('tenants').values(values).returning('id').executeTakeFirstOrThrow()).id
    })
    const add = (days: number) =>
      portal.platform((db) =>
        sql`insert into audit_entries (tenant_id, partner_id, event, at)
          values (${unit}, ${partners.alfa.id}, 'test.chain', now() - make_interval(days => ${days}))`.execute(db),
      )
    await portal.platform((db) =>
      sql`insert into retention_rules (tenant_id, days) values (${unit}, '{"audit": 200}')`.execute(db),
    )
    const left = async () => {
      const { rows } = await portal.platform((db) =>
        sql<{ event: string }>`select event from audit_entries where tenant_id = ${unit} order by at`.execute(db),
      )
      return rows.map(({ event }) => event)
    }
    for (const days of [400, 300, 100]) await add(days)
    await applied()
    expect(await left()).toEqual(['test.chain', 'retention_rule.audit_pruned'])
    expect((await verified()).breaks).toEqual([])
    await applied()
    expect(await left()).toHaveLength(2)
    await add(10)
    expect((await verified()).breaks).toEqual([])
    // The owner of the database deletes the entry about the pruning: the chain then begins nowhere.
    await onOwner(portal.ownerUrl, async (owner) => {
      await owner.query('begin')
      await owner.query('alter table audit_entries no force row level security')
      await owner.query(`delete from audit_entries where tenant_id = $1 and event = 'retention_rule.audit_pruned'`, [
        unit,
      ])
      await owner.query('alter table audit_entries force row level security')
      await owner.query('commit')
    })
    expect((await verified()).breaks.map(({ chain, what }) => [chain, what])).toEqual([[unit, 'dropped']])
  })

  it('D5: loses nothing young, whatever a transaction names', async () => {
    await write(20)
    const before = await oldEntries()
    await portal.platform(async (db) => {
      await sql`select set_config('app.pruned_unit', ${norte}, true), set_config('app.pruned_before', now()::text, true)`.execute(
        db,
      )
      await sql`delete from audit_entries where event = 'test.old' and tenant_id = ${norte}`.execute(db)
    })
    expect(await oldEntries()).toBe(before)
    await portal.platform((db) =>
      writeAudit(
        db,
        { actorId: null, actorEmail: null, tenantId: norte, partnerId: partners.alfa.id, address: null },
        'test.end',
        {
          target: { type: 'test', id: null },
        },
      ),
    )
  })
})
