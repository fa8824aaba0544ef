import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { onOwner, withDatabase } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { partners, people, tenants } from '#testing/world.ts'
import { erasingWorker } from '#apps/worker/testing/erasing-worker.ts'
import { addTenant, confirmErasure, removeTenant } from '#features/organisation/tenants/contract.ts'
import { addUserGroup } from '#features/people/groups/contract.ts'
import { removeUser } from '#features/people/users/contract.ts'
import { type Heads, verifyAudit } from './audit-chain.ts'
import { writeAudit } from './audit.ts'
import { migrate } from './database/migrate.ts'
import { checkout } from './machine/checkout.ts'

const portal = testPortal()
const norte = tenants.norte.id
const platformChain = '00000000-0000-0000-0000-000000000000'

const connected = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
const verified = (url = portal.ownerUrl, expected: Heads = {}) =>
  onOwner(url, (client) => verifyAudit(client, expected))

const actorOf = (tenantId: string | null, partnerId: string | null) => ({
  actorId: people.adminOfNorte.id,
  actorEmail: 'admin@norte.example',
  actorName: 'Ana Añil 🚲',
  tenantId,
  partnerId,
  address: '2001:db8::7',
})

const write = (tenantId: string | null, partnerId: string | null, name = 'A “target”, 3:x') =>
  portal.platform((db) =>
    writeAudit(db, actorOf(tenantId, partnerId), 'test.written', {
      target: { type: 'test', id: '7', name },
      after: { name, amount: 1.5, list: [1, 'ü'] },
    }),
  )

beforeAll(async () => {
  for (let at = 0; at < 4; at++) {
    await write(norte, partners.alfa.id, `n${at}`)
    await write(tenants.sul.id, partners.alfa.id, `s${at}`)
    await write(null, partners.alfa.id, `p${at}`)
    await write(null, null, `a${at}`)
  }
})

describe('the hash chains of the audit trail', () => {
  it('D5: hold every entry, one chain for each unit, each partner and the platform', async () => {
    expect(
      (await portal.as('adminOfNorte').ask(addUserGroup, { name: 'Elos', description: null, member_ids: [] })).status,
    ).toBe(200)
    const found = await verified()
    expect(found.breaks).toEqual([])
    const entries = await portal.platform((db) => db.selectFrom('audit_entries').select('id').execute())
    expect(found.entries).toBe(entries.length)
    expect(Object.keys(found.heads)).toEqual(
      expect.arrayContaining([norte, tenants.sul.id, partners.alfa.id, platformChain]),
    )
  })

  it('hold an entry of a text that was cut inside of a pair of surrogates', async () => {
    await write(norte, partners.alfa.id, 'cut \ud83d')
    const found = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('changes').where('target_name', '=', 'cut \ufffd').execute(),
    )
    expect(found).toMatchObject([{ changes: { name: [null, 'cut \ufffd'] } }])
  })

  it('D5: can be verified with the login of the application, and with no more than that', async () => {
    const client = await connected(portal.databaseUrl)
    try {
      expect((await verifyAudit(client)).breaks).toEqual([])
      for (const table of ['audit_links', 'audit_anchors'])
        await expect(client.query(`select from ${table}`)).rejects.toThrow(/permission denied/)
      await client.query('begin; set local role vitrine_platform')
      await expect(client.query('update audit_links set position = 0')).rejects.toThrow(/permission denied/)
    } finally {
      await client.end()
    }
  })

  it('D5: 200 entries of eight concurrent connections, in two chains, are whole and without a gap', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => connected(portal.ownerUrl)))
    try {
      await Promise.all(
        clients.map(async (client, at) => {
          await client.query('set role vitrine_platform')
          for (let turn = 0; turn < 25; turn++)
            await client.query(`insert into audit_entries (tenant_id, event) values ($1, 'test.many')`, [
              at % 2 === 0 ? norte : null,
            ])
        }),
      )
    } finally {
      await Promise.all(clients.map((client) => client.end()))
    }
    expect((await verified()).breaks).toEqual([])
  })

  it('D5: links the entries of one transaction in the order of their ids, also of two times, of several chains and behind a savepoint', async () => {
    const client = await connected(portal.ownerUrl)
    const many = `insert into audit_entries (tenant_id, partner_id, event, at)
      select unit, $2, 'test.batch', now() + make_interval(hours => n % 2)
        from generate_series(1, 40) n, unnest(array[$1::uuid, null]) unit`
    try {
      await client.query('set role vitrine_platform')
      await client.query('begin')
      await client.query(many, [norte, partners.alfa.id])
      await client.query('savepoint lost')
      await client.query(many, [norte, partners.alfa.id])
      await client.query('rollback to lost')
      await client.query(many, [norte, null])
      await client.query('commit')
    } finally {
      await client.end()
    }
    expect((await verified()).breaks).toEqual([])
    const linked = await onOwner(portal.ownerUrl, async (owner) => {
      await owner.query('set role vitrine_platform')
      return owner.query<{ links: number; ordered: number }>(
        `select count(*)::int as links, (count(*) filter (where id > before))::int as ordered
           from (select e.id, lag(e.id) over (partition by l.chain, e.partner_id, e.at order by l.position) as before
                   from audit_links l join audit_entries e on e.id = l.entry_id where e.event = 'test.batch') x`,
      )
    })
    // Eight groups: two of each statement, each at two times. The first entry of a group has none before it.
    expect(linked.rows).toEqual([{ links: 160, ordered: 152 }])
  })

  it('a transaction that has not committed makes no other wait, of its own unit or of another one', async () => {
    const [open, other] = [await connected(portal.ownerUrl), await connected(portal.ownerUrl)]
    try {
      for (const client of [open, other]) await client.query(`set role vitrine_platform; set lock_timeout = '2s'`)
      await open.query('begin')
      await open.query(`insert into audit_entries (tenant_id, event) values ($1, 'test.open')`, [norte])
      for (const unit of [norte, tenants.sul.id])
        await other.query(`insert into audit_entries (tenant_id, event) values ($1, 'test.other')`, [unit])
      await open.query('commit')
    } finally {
      await Promise.all([open.end(), other.end()])
    }
    expect((await verified()).breaks).toEqual([])
  })

  it('two units that commit at the same time do not wait for each other', async () => {
    const [open, other] = [await connected(portal.ownerUrl), await connected(portal.ownerUrl)]
    try {
      for (const client of [open, other]) await client.query(`set role vitrine_platform; set lock_timeout = '1s'`)
      await open.query('begin')
      await open.query(`insert into audit_entries (tenant_id, event) values ($1, 'test.open')`, [norte])
      await open.query('set constraints all immediate')
      await other.query(`insert into audit_entries (tenant_id, event) values ($1, 'test.other')`, [tenants.sul.id])
      const same = other.query(`insert into audit_entries (tenant_id, event) values ($1, 'test.other')`, [norte])
      await expect(same).rejects.toThrow(/lock timeout/)
      await open.query('commit')
    } finally {
      await Promise.all([open.end(), other.end()])
    }
  })

  it('the removal of a person leaves the chains whole', async () => {
    const { status } = await portal.as('adminOfNorte').ask(removeUser, { id: people.otherUserOfNorte.id })
    expect(status).toBe(200)
    expect((await verified()).breaks).toEqual([])
  })
})

describe('a business unit that is erased', () => {
  it('D5: leaves the last hash of its chain, and every other chain whole', async () => {
    const master = portal.as('masterOfAlfa')
    const { body } = await master.ask(addTenant, { name: 'Passageira', subdomain: 'passageira', user_limit: 9 })
    await write(body.id, partners.alfa.id)
    const { heads } = await verified()
    expect((await master.ask(removeTenant, { id: body.id, name: 'PASSAGEIRA' })).status).toBe(200)
    const confirmed = await portal.as('platform').ask(confirmErasure, { id: body.id, name: 'PASSAGEIRA' })
    expect(confirmed.status).toBe(200)
    expect((await verified()).beingErased).toBe(1)
    const worker = await erasingWorker(portal.databaseUrl, portal.filesDir)
    try {
      await vi.waitFor(async () => expect((await verified()).erased).toBe(1), { timeout: 60_000, interval: 200 })
    } finally {
      await worker.close()
    }
    const found = await verified(portal.ownerUrl, heads)
    expect(found).toMatchObject({ breaks: [], beingErased: 0 })
    expect(found.heads[body.id]?.position).toBeGreaterThanOrEqual(heads[body.id]?.position ?? Infinity)
  })
})

/** Copies of one database with three chains of four entries. The owner of the database attacks them, because no permission stops the owner. */
describe('in a copy of the database', () => {
  const [base, name] = [`vitrine_t_audit_base_${process.pid}`, `vitrine_t_audit_${process.pid}`]
  const [baseUrl, url] = [base, name].map((each) => withDatabase(inject('ownerUrl'), each)) as [string, string]
  const onServer = (statement: string) => onOwner(inject('ownerUrl'), (server) => server.query(statement))
  let owner: pg.Client
  let heads: Heads = {}

  beforeAll(async () => {
    await onServer(`create database ${base} template ${inject('template')}`)
    await onOwner(baseUrl, async (client) => {
      const places = [norte, partners.alfa.id, null] as const
      await client.query('set role vitrine_platform')
      await client.query(`insert into partners (id, name, subdomain) values ($1, 'Alfa', 'alfa')`, [partners.alfa.id])
      await client.query(
        `insert into tenants (id, partner_id, name, subdomain, user_limit) values ($1, $2, 'Norte', 'norte', 9)`,
        [norte, partners.alfa.id],
      )
      for (let at = 0; at < 4; at++) {
        for (const place of places) {
          const own = [place === norte ? norte : null, place === null ? null : partners.alfa.id]
          await client.query(
            `insert into audit_entries (tenant_id, partner_id, event, actor_id, actor_name, actor_email, on_behalf_of, address,
               target_type, target_id, target_name, changes)
             values ($1, $2, 'test.written', gen_random_uuid(), 'Ana Añil 🚲', 'ana@example.com', gen_random_uuid(), '2001:db8::7', 'test', '7',
               'A “target”, 3:x', '{"b": [1.50, "ü"], "a": null}')`,
            own,
          )
        }
      }
    })
    heads = (await verified(baseUrl)).heads
  })
  beforeEach(async () => {
    await onServer(`create database ${name} template ${base}`)
    owner = await connected(url)
    for (const table of ['audit_entries', 'audit_links', 'audit_anchors'])
      await owner.query(`alter table ${table} no force row level security`)
  })
  afterEach(async () => {
    await owner.end()
    await onServer(`drop database ${name} with (force)`)
  })
  afterAll(() => onServer(`drop database if exists ${base} with (force)`))

  const entryAt = async (position: number, chain: string = norte) => {
    const { rows } = await owner.query<{ id: string }>(
      'select entry_id as id from audit_links where chain = $1 and position = $2',
      [chain, position],
    )
    return rows[0]?.id ?? ''
  }
  const breaks = async (expected?: Heads) => (await verified(url, expected)).breaks

  it('no chain is broken', async () => {
    expect(await verified(url, heads)).toMatchObject({ entries: 12, chains: 3, breaks: [] })
  })

  /** The values that a person writes into each column of an entry. A new column needs a line, and must be part of the hash. */
  const tampered: Record<string, string> = {
    at: `at + interval '1 microsecond'`,
    event: `'test.other'`,
    actor_id: 'null',
    actor_name: `'Ana Anil'`,
    actor_email: `'bia@example.com'`,
    actor_origin: `'Alfa'`,
    on_behalf_of: 'gen_random_uuid()',
    address: `'2001:db8::8'`,
    target_type: 'null',
    target_id: `'8'`,
    target_name: `target_name || ' '`,
    changes: `'{"b": [1.5, "ü"], "a": null}'`,
    partner_id: 'null',
  }

  it.each(Object.entries(tampered))('D5: finds a changed %s', async (column, value) => {
    const entryId = await entryAt(2)
    await owner.query(`update audit_entries set ${column} = ${value} where id = $1`, [entryId])
    expect(await breaks()).toEqual([{ chain: norte, position: 2, entryId, what: 'changed' }])
  })

  it('D5: every column of an entry is tampered with, apart from those of the next test', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select attname as name from pg_attribute
        where attrelid = 'audit_entries'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    )
    const names = rows.map((row) => row.name).filter((column) => !['id', 'tenant_id'].includes(column))
    expect(names.toSorted()).toEqual(Object.keys(tampered).toSorted())
  })

  it('D5: finds an entry with another id, and one that moved to another chain', async () => {
    const [second, third] = [await entryAt(2), await entryAt(3, partners.alfa.id)]
    await owner.query('update audit_entries set id = gen_random_uuid() where id = $1', [second])
    await owner.query('update audit_entries set tenant_id = $2 where id = $1', [third, norte])
    expect(await breaks()).toEqual([
      { chain: partners.alfa.id, position: 3, entryId: third, what: 'changed' },
      { chain: norte, position: 2, entryId: second, what: 'missing' },
    ])
  })

  it('D5: finds a deleted entry', async () => {
    const entryId = await entryAt(3)
    await owner.query('delete from audit_entries where id = $1', [entryId])
    expect(await breaks()).toEqual([{ chain: norte, position: 3, entryId, what: 'missing' }])
  })

  it.each([1, 2])('D5: finds that entry %i and its link were deleted', async (position) => {
    await owner.query('alter table audit_links disable trigger user')
    await owner.query('delete from audit_entries where id = $1', [await entryAt(position)])
    await owner.query('delete from audit_links where chain = $1 and position = $2', [norte, position])
    expect(await breaks()).toEqual([{ chain: norte, position, entryId: null, what: 'missing' }])
  })

  it('D5: finds that the last entry and its link were deleted, by the anchor, or without it by the earlier heads', async () => {
    const last = async () => {
      await owner.query('delete from audit_entries where id = $1', [await entryAt(4)])
      await owner.query('delete from audit_links where chain = $1 and position = 4', [norte])
    }
    await last()
    expect(await breaks()).toEqual([{ chain: norte, position: 4, entryId: null, what: 'dropped' }])
    await owner.query('delete from audit_anchors')
    expect(await breaks()).toEqual([])
    expect(await breaks(heads)).toEqual([{ chain: norte, position: 4, entryId: null, what: 'missing' }])
  })

  it('D5: finds an inserted entry without a link', async () => {
    await owner.query('alter table audit_entries disable trigger user')
    const { rows } = await owner.query<{ id: string }>(
      `insert into audit_entries (tenant_id, event) values ($1, 'test.late') returning id`,
      [norte],
    )
    expect(await breaks()).toEqual([{ chain: norte, position: null, entryId: rows[0]?.id, what: 'inserted' }])
  })

  it('D5: finds two entries whose places were exchanged', async () => {
    const [second, third] = [await entryAt(2), await entryAt(3)]
    await owner.query(
      'update audit_links set entry_id = case position when 2 then $2::uuid else $3::uuid end where chain = $1 and position in (2, 3)',
      [norte, third, second],
    )
    expect(await breaks()).toEqual([{ chain: norte, position: 2, entryId: third, what: 'changed' }])
  })

  it('D5: finds a chain that was computed again after a change, by the earlier heads', async () => {
    await owner.query(`update audit_entries set event = 'test.other' where id = $1`, [await entryAt(2)])
    await owner.query('alter table audit_links disable trigger user')
    await owner.query('delete from audit_links where chain = $1', [norte])
    await owner.query(
      'select app.link_audit_entry(e) from (select * from audit_entries where tenant_id = $1 order by id) e',
      [norte],
    )
    expect(await breaks()).toEqual([])
    expect(await breaks(heads)).toEqual([{ chain: norte, position: 4, entryId: null, what: 'changed' }])
  })

  it('the entries behind dropped ones are still verified', async () => {
    await owner.query('delete from audit_entries where id = any($1)', [[await entryAt(1), await entryAt(2)]])
    await owner.query('delete from audit_links where chain = $1 and position < 3', [norte])
    expect(await verified(url, heads)).toMatchObject({
      entries: 10,
      breaks: [{ chain: norte, position: 2, entryId: null, what: 'dropped' }],
    })
    await owner.query('delete from audit_anchors')
    expect(await breaks()).toEqual([{ chain: norte, position: 1, entryId: null, what: 'missing' }])
  })

  it('a removed partner leaves its entries and its chain', async () => {
    await owner.query('delete from tenants')
    await owner.query('delete from partners')
    const found = await verified(url)
    // The owner deleted the unit; no entry says that the product erased it.
    expect(found.breaks).toEqual([{ chain: norte, position: 4, entryId: null, what: 'dropped' }])
    expect(found.entries).toBe(8)
  })

  it('D5: rows that were exported and imported into an empty database are verified without a break', async () => {
    const restored = `${name}_restored`
    await onServer(`create database ${restored} template ${inject('template')}`)
    try {
      await onOwner(withDatabase(inject('ownerUrl'), restored), async (target) => {
        for (const table of ['partners', 'tenants', 'audit_entries', 'audit_links', 'audit_anchors'])
          await copyRows(owner, target, table)
      })
      expect(await verified(withDatabase(inject('ownerUrl'), restored), heads)).toMatchObject({
        entries: 12,
        breaks: [],
      })
    } finally {
      await onServer(`drop database ${restored} with (force)`)
    }
  })

  it('D5: the migration links the entries that were there before it', async () => {
    await owner.query('drop table audit_links, audit_anchors')
    await owner.query('drop function app.link_new_audit_entry() cascade')
    await owner.query('drop function app.keep_audit_anchors(), app.link_audit_entry(audit_entries)')
    await owner.query('drop function app.audit_hash(bytea, bigint, audit_entries), app.audit_chain(uuid, uuid)')
    await owner.query(`delete from migrations where name like '%-audit-chain'`)
    await owner.query('alter table audit_entries force row level security')
    expect(await migrate(url)).toContain('2026-11-26-30-audit-chain')
    expect(await verified(url)).toMatchObject({ entries: 12, chains: 3, breaks: [] })
  })

  it('D5: the command tells the first broken entry of each chain and ends with 1, without a break with 0', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-heads-'))
    try {
      const options = ['--database', url, '--heads', join(folder, 'heads.json')]
      const before = await command(...options)
      expect(before).toMatchObject({
        code: 0,
        text: expect.stringContaining('12 entries in 3 chains verified.') as string,
      })
      const entryId = await entryAt(2)
      await owner.query(`update audit_entries set target_name = 'x' where id = $1 or tenant_id is null and id = $2`, [
        entryId,
        await entryAt(3),
      ])
      const after = await command(...options)
      expect(after).toMatchObject({ code: 1 })
      expect(after.text).toContain(`Chain ${norte}, position 2, entry ${entryId}: changed.`)
      expect(after.text).toContain('1 chains are broken.')
      expect(await command('--database', `${url}_none`)).toMatchObject({ code: 2 })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

/** Copies rows as text, before the triggers of the table are there, as the restore of a dump does. */
async function copyRows(source: pg.Client, target: pg.Client, table: string): Promise<void> {
  const { rows: columns } = await source.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const names = columns.map(({ name }) => name).join(', ')
  await source.query('set role vitrine_platform')
  const { rows } = await source.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t`)
  await source.query('reset role')
  await target.query(`alter table ${table} disable trigger user`)
  await target.query('set role vitrine_platform')
  for (const { row } of rows)
    await target.query(
      `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1::jsonb)`,
      [row],
    )
  await target.query('reset role')
  await target.query(`alter table ${table} enable trigger user`)
}

async function command(...options: string[]): Promise<{ code: number; text: string }> {
  try {
    const script = join(checkout, 'tools/verify-audit.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...options])
    return { code: 0, text: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, text: `${stdout}${stderr}` }
  }
}
