// The link of a mail that pauses the messages of a task.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
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
