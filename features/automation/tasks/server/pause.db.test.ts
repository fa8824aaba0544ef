// The link of a mail that pauses the messages of a task.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { pauseLinks } from '#catalogue/limits.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { readConfig } from '#platform/server/config.ts'
import { createHosts } from '#platform/server/hosts.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { notify, subjectToken, writeMailCopies } from '#features/messaging/notifications/server/commands.ts'
import { testPortal } from '#testing/portal.ts'
import { addRecord } from '#testing/probe.ts'
import { people, tenants } from '#testing/world.ts'
import { listSilences, pauseFromMail } from '../contract.ts'

const portal = testPortal()
const tenant_id = tenants.norte.id
const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost' })
const secrets = createSecrets(config.appSecret)
const nobody = { token: null, host: people.adminOfNorte.host }

let taskNumber = 0
async function runOf(tenant = tenant_id): Promise<{ task_id: string; run_id: string }> {
  taskNumber += 1
  return portal.platform(async (db) => {
    const task_id = await addRecord(db, 'tasks', {
      tenant_id: tenant,
      name: `Tarefa ${taskNumber}`,
      type: 'single',
      dax: 'EVALUATE ROW("Total", 1)',
      operator: 'greater',
      value: '0',
      message: JSON.stringify({ 'pt-BR': 'Total' }),
      repeat_policy: 'always',
      channels: ['email'],
      target: 'admin',
      send_to_self: false,
    })
    const run_id = await addRecord(db, 'task_runs', { tenant_id: tenant, task_id, slot: randomUUID(), cause: 'person' })
    return { task_id, run_id }
  })
}

const tokenFor = (userId: string, runId: string, tenant = tenant_id) => subjectToken(secrets, [tenant, userId, runId])
const pause = (token: string, hours: 0 | 1 | 24 | 168) => portal.as(nobody).ask(pauseFromMail, { token, hours })
const silencesOf = async (task_id: string) =>
  (await portal.as('adminOfNorte').ask(listSilences, { task_id, size: 100 })).body.data

it('a click silences the task for a time, a longer silence stays, and the person undoes their own', async () => {
  const { task_id, run_id } = await runOf()
  const token = tokenFor(people.adminOfNorte.id, run_id)
  const week = await pause(token, 168)
  expect(week.status).toBe(200)
  expect((await pause(token, 1)).body.until).toEqual(week.body.until)
  const [silence, ...others] = await silencesOf(task_id)
  expect(silence).toMatchObject({
    kind: 'until',
    is_whole: true,
    person: people.adminOfNorte.name,
    until: week.body.until,
  })
  expect(others).toEqual([])
  expect((await pause(token, 0)).body).toMatchObject({ until: null })
  expect(await silencesOf(task_id)).toEqual([])
  const events = await portal.platform((db) =>
    db
      .selectFrom('audit_entries')
      .select(['event', 'actor_id'])
      .where('target_id', '=', task_id)
      .orderBy('event')
      .execute(),
  )
  expect(events).toEqual([
    { event: 'task.silence_ended', actor_id: people.adminOfNorte.id },
    { event: 'task.silenced', actor_id: people.adminOfNorte.id },
  ])
})

it('does not end the silence of another person', async () => {
  const { task_id, run_id } = await runOf()
  const until = new Date(Date.now() + 3_600_000)
  await portal.platform((db) =>
    db
      .insertInto('task_silences')
      .values({ tenant_id, task_id, row_key: '', kind: 'until', until, user_id: people.otherUserOfNorte.id })
      .execute(),
  )
  await pause(tokenFor(people.adminOfNorte.id, run_id), 0)
  expect(await silencesOf(task_id)).toHaveLength(1)
})

it('T1, Z1: is refused to a changed link, to people who may not change tasks, and for tasks of another business unit', async () => {
  const { task_id, run_id } = await runOf()
  const elsewhere = await runOf(tenants.sul.id)
  const token = tokenFor(people.adminOfNorte.id, run_id)
  const changed = `${token.slice(0, -4)}AAAA`
  const refused = [
    changed,
    tokenFor(people.userOfNorte.id, run_id),
    tokenFor(people.adminOfSul.id, run_id),
    tokenFor(people.adminOfNorte.id, elsewhere.run_id),
    tokenFor(people.adminOfNorte.id, randomUUID()),
    tokenFor(people.adminOfNorte.id, run_id, randomUUID()),
  ]
  for (const each of refused) {
    const { status, raw } = await pause(each, 1)
    expect([status, raw.key]).toEqual([401, 'link_spent'])
  }
  expect(await silencesOf(task_id)).toEqual([])
})

it('A3, A4: is refused where a sign-in would be: outside the addresses and hours, when blocked, in maintenance, and in a closed unit', async () => {
  const { task_id, run_id } = await runOf()
  const token = tokenFor(people.adminOfNorte.id, run_id)
  const keyOf = async () => {
    const { status, raw } = await pause(token, 1)
    return status === 200 ? null : raw.key
  }
  const set = (change: (db: Database) => Promise<unknown>) => portal.platform(change)
  const settings = (values: { allowed_addresses: string[] }) =>
    set((db) => db.updateTable('settings').set(values).where('tenant_id', '=', tenant_id).execute())
  const membership = (values: { state?: string; shift_id?: string | null }) =>
    set((db) =>
      db
        .updateTable('memberships')
        .set(values)
        .where('tenant_id', '=', tenant_id)
        .where('user_id', '=', people.adminOfNorte.id)
        .execute(),
    )
  const unit = (values: { maintenance?: boolean; enabled?: boolean; erase_at?: Date | null }) =>
    set((db) => db.updateTable('tenants').set(values).where('id', '=', tenant_id).execute())
  await settings({ allowed_addresses: ['192.0.2.0/24'] })
  expect(await keyOf()).toBe('ip_no_allowed')
  await settings({ allowed_addresses: ['127.0.0.0/8'] })
  expect(await keyOf()).toBeNull()
  await settings({ allowed_addresses: [] })
  const shift_id = await portal.platform((db) =>
    addRecord(db, 'shifts', { tenant_id, name: 'Nunca', hours: JSON.stringify([]) }),
  )
  await membership({ shift_id })
  expect(await keyOf()).toBe('hours_no_allowed')
  await membership({ shift_id: null })
  const other = people.otherUserOfNorte.id
  // The unit keeps an administrator who may sign in.
  await set((db) => db.updateTable('memberships').set({ profile: 'admin' }).where('user_id', '=', other).execute())
  await membership({ state: 'B' })
  expect(await keyOf()).toBe('user_blocked')
  await membership({ state: 'A' })
  await set((db) => db.updateTable('memberships').set({ profile: 'user' }).where('user_id', '=', other).execute())
  await unit({ maintenance: true })
  expect(await keyOf()).toBe('maintenance')
  await unit({ maintenance: false, enabled: false })
  expect(await keyOf()).toBe('user_deactivated')
  await unit({ erase_at: new Date(Date.now() + 60_000) })
  expect(await keyOf()).toBe('link_spent')
  await unit({ enabled: true, erase_at: null })
  expect(await keyOf()).toBeNull()
  expect(await silencesOf(task_id)).toHaveLength(1)
})

it('A3: works for the days of the limit after the run, and no longer', async () => {
  const { run_id } = await runOf()
  const token = tokenFor(people.adminOfNorte.id, run_id)
  const ageRun = (hours: number) =>
    portal.platform((db) =>
      db
        .updateTable('task_runs')
        .set({ created_at: sql<Date>`now() - make_interval(hours => ${hours})` })
        .where('id', '=', run_id)
        .execute(),
    )
  await ageRun(pauseLinks.days * 24 - 1)
  expect((await pause(token, 1)).status).toBe(200)
  await ageRun(pauseLinks.days * 24 + 1)
  const { status, raw } = await pause(token, 0)
  expect([status, raw.key]).toEqual([401, 'link_spent'])
})

it('A2: has a rate limit for each client network, also for wrong links', async () => {
  const wrong = `${tokenFor(people.adminOfNorte.id, randomUUID()).slice(0, -4)}AAAA`
  const from = (remoteAddress: string) =>
    portal.portal.app.inject({
      method: 'POST',
      url: `/api/${pauseFromMail.path}`,
      headers: { host: nobody.host },
      payload: { token: wrong, hours: 1 },
      remoteAddress,
    })
  const codes = new Set<number>()
  for (let count = 0; count <= 2 * pauseLinks.perMinute && !codes.has(429); count += 1)
    codes.add((await from('203.0.113.7')).statusCode)
  expect([...codes]).toEqual([401, 429])
  expect((await from('198.51.100.7')).statusCode).toBe(401)
})

it('is in the mails of people who manage the business unit, and in no other', async () => {
  const { run_id } = await runOf()
  const mails = await portal.platform(async (db) => {
    const context = { db, announce: () => Promise.resolve(), enqueue: () => Promise.resolve(), tenantId: tenant_id }
    const told = [people.adminOfNorte.id, people.userOfNorte.id]
    const text = { 'pt-BR': 'x', 'en-US': 'x', es: 'x', 'pt-PT': 'x' }
    const channels = { portal: true, email: true }
    await notify(context, { people: told }, 'task_fired', { task: 'T', text }, { subjectId: run_id, channels })
    const found = await db
      .selectFrom('notifications')
      .select('id')
      .where('subject_id', '=', run_id)
      .executeTakeFirstOrThrow()
    await writeMailCopies(
      context,
      { hosts: createHosts(new URL('https://portal.example')), secrets, repliesOf: null },
      found.id,
    )
    return db
      .selectFrom('mails')
      .select(['to_address', 'body_text', 'unsubscribe_url'])
      .where('purpose', '=', 'notification.task_fired')
      .execute()
  })
  const linkIn = (email: string) => {
    const mail = mails.find(({ to_address }) => to_address === email)
    expect(mail?.unsubscribe_url).toContain('/unsubscribe/')
    return /\/pause\/(\S+)/.exec(mail?.body_text ?? '')?.[1]
  }
  expect(linkIn(people.userOfNorte.email)).toBeUndefined()
  expect((await pause(linkIn(people.adminOfNorte.email) ?? '', 1)).status).toBe(200)
})
