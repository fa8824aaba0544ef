import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { apiKeys, idempotency } from '#catalogue/limits.ts'
import type { TenantId } from '#platform/server/session/actor.ts'
import { addRecord } from '#testing/probe.ts'
import { testPortal } from '#testing/portal.ts'
import { people, tenants } from '#testing/world.ts'
import { apiKeyJobs } from './jobs.ts'

const portal = testPortal()
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const { adminOfNorte, adminOfSul } = people
beforeEach(() =>
  portal.platform(async (db) => {
    await db.deleteFrom('notifications').execute()
    await db.deleteFrom('api_keys').execute()
  }),
)

/** Runs a job of this noun, and those that it enqueues. */
async function work(name: string, tenantId: string | null = null, input: object = {}): Promise<void> {
  const found = apiKeyJobs.find((each) => each.name === name)
  if (!found || found.waits) throw new Error(`no job ${name}`)
  const enqueued: { name: string; tenantId: string | null; input: object }[] = []
  await portal.platform((db) =>
    found.run(
      {
        db,
        tenantId: tenantId as TenantId | null,
        clock: { now: () => new Date() },
        log: { info: () => undefined, warn: () => undefined },
        signal: new AbortController().signal,
        audit: async () => undefined,
        announce: async () => undefined,
        enqueue: async (kind, sent, options) => {
          if (kind.name.startsWith('api_key.'))
            enqueued.push({ name: kind.name, tenantId: options?.tenantId ?? null, input: sent as object })
        },
      },
      input as never,
    ),
  )
  for (const each of enqueued) await work(each.name, each.tenantId, each.input)
}

const keyThatEnds = (inMs: number, rest: object = {}) =>
  portal.platform((db) =>
    addRecord(db, 'api_keys', {
      tenant_id: tenants.norte.id,
      name: `ERP ${randomUUID()}`,
      owner_id: adminOfNorte.id,
      host: adminOfNorte.host,
      scopes: ['user.read'],
      token_hash: randomBytes(32),
      token_hint: 'abcd',
      expires_at: new Date(Date.now() + inMs),
      ...rest,
    }),
  )
const endIn = (id: string, inMs: number) =>
  portal.platform((db) =>
    db
      .updateTable('api_keys')
      .set({ expires_at: new Date(Date.now() + inMs) })
      .where('id', '=', id)
      .execute(),
  )
const told = () =>
  portal.platform((db) =>
    db
      .selectFrom('notifications as n')
      .innerJoin('notification_receipts as r', 'r.notification_id', 'n.id')
      .select(['n.type', 'r.user_id', 'n.tenant_id'])
      .orderBy('n.created_at')
      .execute(),
  )
const expiring = { type: 'api_key_expiring', user_id: adminOfNorte.id, tenant_id: tenants.norte.id }

describe('the owner of an API key', () => {
  it('is notified 14 and 3 days before its end, once each, and again after a rotation', async () => {
    const id = await keyThatEnds(15 * dayMs)
    await work('api_key.find_due')
    expect(await told()).toEqual([])
    await endIn(id, 14 * dayMs - hourMs)
    await work('api_key.find_due')
    await work('api_key.find_due')
    expect(await told()).toEqual([expiring])
    await endIn(id, 3 * dayMs - hourMs)
    await work('api_key.find_due')
    await work('api_key.find_due')
    expect(await told()).toEqual([expiring, expiring])
    await portal.platform((db) => db.updateTable('api_keys').set({ warned_days: null }).where('id', '=', id).execute())
    await work('api_key.find_due')
    expect(await told()).toHaveLength(3)
  })

  it('is notified once of a key whose whole lifetime is short, and not of a key that ended or was revoked', async () => {
    await keyThatEnds(dayMs)
    await keyThatEnds(-hourMs)
    await keyThatEnds(dayMs, { revoked_at: new Date() })
    await work('api_key.find_due')
    await work('api_key.find_due')
    expect(await told()).toEqual([expiring])
  })

  it('left: the administrators of the business unit are told once, and nobody elsewhere', async () => {
    await keyThatEnds(100 * dayMs, { owner_id: null })
    await work('api_key.find_due')
    await work('api_key.find_due')
    const stopped = { type: 'api_key_stopped', user_id: adminOfNorte.id, tenant_id: tenants.norte.id }
    expect(await told()).toEqual([stopped])
    expect(adminOfSul.id).not.toBe(adminOfNorte.id)
  })
})

it('deletes requests after a day, and keys some time after their end', async () => {
  const running = await keyThatEnds(dayMs)
  const lately = await keyThatEnds(-dayMs)
  const old = await keyThatEnds(-(apiKeys.keptDays + 1) * dayMs)
  const revoked = await keyThatEnds(dayMs, { revoked_at: new Date(Date.now() - (apiKeys.keptDays + 1) * dayMs) })
  const request = {
    tenant_id: tenants.norte.id,
    api_key_id: running,
    fingerprint: randomBytes(32),
    claim: randomUUID(),
  }
  await portal.platform((db) =>
    db
      .insertInto('api_key_requests')
      .values([
        {
          ...request,
          idempotency_key: 'old',
          created_at: new Date(Date.now() - idempotency.keptHours * hourMs - hourMs),
        },
        { ...request, idempotency_key: 'new' },
      ])
      .execute(),
  )
  await work('api_key.forget')
  const left = await portal.platform(async (db) => ({
    keys: (await db.selectFrom('api_keys').select('id').execute()).map(({ id }) => id),
    requests: (await db.selectFrom('api_key_requests').select('idempotency_key').execute()).map(
      (row) => row.idempotency_key,
    ),
  }))
  expect(new Set(left.keys)).toEqual(new Set([running, lately]))
  expect([old, revoked].some((id) => left.keys.includes(id))).toBe(false)
  expect(left.requests).toEqual(['new'])
})

it('V5: deletes all old requests in one run, also more than one statement deletes', async () => {
  const id = await keyThatEnds(dayMs)
  await portal.platform((db) =>
    sql`insert into api_key_requests (tenant_id, api_key_id, idempotency_key, fingerprint, claim, created_at)
        select ${tenants.norte.id}, ${id}, 'o-' || n, '', gen_random_uuid(), now() - make_interval(hours => ${idempotency.keptHours} + 1)
          from generate_series(1, 10001) n`.execute(db),
  )
  await work('api_key.forget')
  const left = await portal.platform((db) => db.selectFrom('api_key_requests').select('idempotency_key').execute())
  expect(left).toHaveLength(0)
})
