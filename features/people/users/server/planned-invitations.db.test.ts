// Planned invitations: who may plan them, and that each goes out once, after its time.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { errors } from '#catalogue/errors.ts'
import { createHosts } from '#platform/server/hosts.ts'
import type { Mailing } from '#platform/server/mail/senders.ts'
import { type TestWorker, testWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { onOwner } from '#testing/global-setup.ts'
import { masterInNorte, people, tenants } from '#testing/world.ts'
import { uploadOf } from '#testing/uploads.ts'
import { userImportJobs } from '#features/people/imports/server/jobs.ts'
import { mapImport, readImport, startImport } from '#features/people/imports/contract.ts'
import {
  addUser,
  cancelInvitation,
  changeUserState,
  listUsers,
  planInvitation,
  readUser,
  removeUser,
  sendAccessLink,
} from '../contract.ts'
import enUS from '../phrases/en-US.ts'
import ptBR from '../phrases/pt-BR.ts'
import { plannedInvitationJobs } from './jobs.ts'
import { sendPlannedKind } from './planned-invitations.ts'

const portal = testPortal()
const admin = () => portal.as('adminOfNorte')
const soon = { timeout: 25_000, interval: 50 }
const senders = { has: false }
const inviting = {
  hosts: createHosts(new URL('http://localhost')),
  mailing: { senderOf: async () => (senders.has ? { id: 'x' } : null) } as unknown as Mailing,
  showsMails: false,
}
/** A local time of the unit, America/Sao_Paulo, which has no clock changes. */
const inHours = (hours: number) => new Date(Date.now() + (hours - 3) * 3_600_000).toISOString().slice(0, 16)
const instantOf = (local: string) => new Date(`${local}:00-03:00`)

let serial = 0
const person = (more: object = {}) => ({
  nome_usuario: `Convidada ${(serial += 1)}`,
  email: `planned-${serial}@example.com`,
  phone: null,
  perfil_usuario: 'user' as const,
  state: 'A' as const,
  department: null,
  language: 'pt-BR' as const,
  group_ids: [],
  ...more,
})
async function planned(at = inHours(2)): Promise<{ id: string; email: string; name: string }> {
  const fields = person({ invite_at: at })
  const { status, body, raw } = await admin().ask(addUser, fields)
  expect([status, raw]).toMatchObject([200, { invited: 'N', link: null }])
  return { id: body.id, email: fields.email, name: fields.nome_usuario }
}
const plans = (id: string) =>
  portal.platform((db) => db.selectFrom('planned_invitations').select('send_at').where('user_id', '=', id).execute())
const makeDue = (id: string) =>
  portal.platform((db) =>
    db
      .updateTable('planned_invitations')
      .set({ send_at: new Date(Date.now() - 60_000), tried_at: null })
      .where('user_id', '=', id)
      .execute(),
  )
const mailsTo = (email: string) =>
  portal.platform((db) => db.selectFrom('mails').select('purpose').where('to_address', '=', email).execute())
const eventsOf = async (id: string) =>
  (
    await portal.platform((db) =>
      db.selectFrom('audit_entries').select('event').where('target_id', '=', id).orderBy('at').execute(),
    )
  ).map(({ event }) => event)

const setPlanner = (id: string, planned_by: string | null) =>
  portal.platform((db) => db.updateTable('planned_invitations').set({ planned_by }).where('user_id', '=', id).execute())
const plannerOf = async (id: string) =>
  (
    await portal.platform((db) =>
      db.selectFrom('planned_invitations').select('planned_by').where('user_id', '=', id).execute(),
    )
  )[0]?.planned_by
/** The notifications about cancelled plans, with their addressees. */
const told = () =>
  portal.platform((db) =>
    db
      .selectFrom('notifications as n')
      .innerJoin('notification_receipts as r', (join) =>
        join.onRef('r.notification_id', '=', 'n.id').onRef('r.tenant_id', '=', 'n.tenant_id'),
      )
      .select(['r.user_id', 'n.facts', 'n.path'])
      .where('n.type', '=', 'invitations_cancelled')
      .orderBy('n.id')
      .execute(),
  )
const setEntry = (isOpen: boolean) =>
  portal.platform((db) =>
    db.updateTable('settings').set({ allow_remote_access: isOpen }).where('tenant_id', '=', tenants.norte.id).execute(),
  )

const workers: TestWorker[] = []
beforeAll(async () => {
  const jobs = [...plannedInvitationJobs(inviting), ...userImportJobs(inviting)]
  // Two processes: each invitation goes out once.
  workers.push(await testWorker(portal.databaseUrl, jobs), await testWorker(portal.databaseUrl, jobs))
})
afterAll(() => Promise.all(workers.map((worker) => worker.close())))
beforeEach(async () => {
  senders.has = true
  await portal.platform((db) => db.deleteFrom('notifications').where('type', '=', 'invitations_cancelled').execute())
})
/** Runs the job of the unit, as the schedule does. */
const run = (times = 1) =>
  portal.platform(async (db) => {
    for (let each = 0; each < times; each += 1)
      await workers[each % 2]?.enqueue(db, sendPlannedKind, {}, { tenantId: tenants.norte.id })
  })

describe('a planned invitation', () => {
  it('is stored at the local time of the unit, sends nothing yet, and is in the list and in the record', async () => {
    const at = inHours(2)
    const { id, email } = await planned(at)
    const record = (await admin().ask(readUser, { id })).body
    expect([record.invite_at, record.password_set]).toEqual([instantOf(at), false])
    const list = await admin().ask(listUsers, { search: email })
    expect(list.body.data[0]?.invite_at).toEqual(instantOf(at))
    expect([await mailsTo(email), await eventsOf(id)]).toEqual([[], ['user.added']])
  })

  it('J1: goes out once after its time, by whichever process, and is then no plan any more', async () => {
    const due = await planned()
    const later = await planned()
    await makeDue(due.id)
    await run(6)
    await vi.waitFor(async () => expect(await mailsTo(due.email)).toEqual([{ purpose: 'user.invited' }]), soon)
    // A second job of the unit that ran after the first sees nothing due.
    const last = await planned()
    await makeDue(last.id)
    await run(2)
    await vi.waitFor(async () => expect(await mailsTo(last.email)).toHaveLength(1), soon)
    expect([await mailsTo(due.email), await plans(due.id)]).toEqual([[{ purpose: 'user.invited' }], []])
    expect([await mailsTo(later.email), (await plans(later.id)).length]).toEqual([[], 1])
    expect(await eventsOf(due.id)).toEqual(['user.added', 'user.link_sent'])
  })

  it('waits while no mail server can send it, and goes out when one can', async () => {
    const { id, email } = await planned()
    await makeDue(id)
    senders.has = false
    await run()
    await vi.waitFor(async () => {
      const [tried] = await portal.platform((db) =>
        db.selectFrom('planned_invitations').select('tried_at').where('user_id', '=', id).execute(),
      )
      expect(tried?.tried_at).not.toBeNull()
    }, soon)
    expect(await mailsTo(email)).toEqual([])
    senders.has = true
    await makeDue(id)
    await run()
    await vi.waitFor(async () => expect(await mailsTo(email)).toHaveLength(1), soon)
  })

  it('is not sent to who may not sign in at its time: the plan ends, and the trail says so', async () => {
    const { id, email } = await planned()
    expect((await admin().ask(changeUserState, { id, status: 'B' })).status).toBe(200)
    await makeDue(id)
    await run()
    await vi.waitFor(async () => expect(await plans(id)).toEqual([]), soon)
    expect([await mailsTo(email), (await eventsOf(id)).at(-1)]).toEqual([[], 'user.invitation_cancelled'])
  })

  it('Z8: is not sent when its planner has lost the right: the plan ends, and the trail says why', async () => {
    const [lost, gone, kept] = [await planned(), await planned(), await planned()]
    // A plain user of the unit, as an administrator who became one; and nobody, as one who was erased.
    await setPlanner(lost.id, people.userOfNorte.id)
    await setPlanner(gone.id, null)
    for (const { id } of [lost, gone]) await makeDue(id)
    await run()
    await vi.waitFor(async () => expect([...(await plans(lost.id)), ...(await plans(gone.id))]).toEqual([]), soon)
    for (const { id, email } of [lost, gone]) {
      expect([await mailsTo(email), (await eventsOf(id)).at(-1)]).toEqual([[], 'user.invitation_cancelled'])
      const [entry] = await portal.platform((db) =>
        db
          .selectFrom('audit_entries')
          .select('changes')
          .where('target_id', '=', id)
          .where('event', '=', 'user.invitation_cancelled')
          .execute(),
      )
      expect(JSON.stringify(entry?.changes)).toContain(errors['access.functionality_refused'].key)
    }
    const about = (await told()).map(({ user_id, path, facts }) => ({ user_id, path, ...(facts as object) }))
    const reasonOf = (why: keyof typeof ptBR.planned.notSent) =>
      expect.objectContaining({ 'pt-BR': ptBR.planned.notSent[why], 'en-US': enUS.planned.notSent[why] })
    const toAdmin = { user_id: people.adminOfNorte.id, path: '/user' }
    expect(about).toHaveLength(2)
    expect(about).toEqual(
      expect.arrayContaining([
        { ...toAdmin, person: lost.name, reason: reasonOf('right_lost') },
        { ...toAdmin, person: gone.name, reason: reasonOf('planner_unknown') },
      ]),
    )
    await makeDue(kept.id)
    await run()
    await vi.waitFor(async () => expect(await mailsTo(kept.email)).toHaveLength(1), soon)
    expect(await told()).toHaveLength(2)
  })

  it('tells the administrators once of the plans of one person for one time, however many jobs end them', async () => {
    const plansOfOne = [await planned(), await planned(), await planned(), await planned(), await planned()]
    const ids = plansOfOne.map(({ id }) => id)
    const endTogether = async (some: string[]) => {
      await portal.platform((db) =>
        db
          .updateTable('planned_invitations')
          .set({ send_at: new Date('2026-01-01T00:00:00Z'), planned_by: null })
          .where('user_id', 'in', some)
          .execute(),
      )
      await run()
      await vi.waitFor(async () => expect((await Promise.all(some.map(plans))).flat()).toEqual([]), soon)
    }
    await endTogether(ids.slice(0, 4))
    await endTogether(ids.slice(4))
    const found = await told()
    expect(found).toHaveLength(1)
    const names = plansOfOne.slice(0, 4).map(({ name }) => name)
    const said = String(Object(found[0]?.facts).person)
    expect(said.endsWith(', …')).toBe(true)
    expect(said.split(', ').filter((name) => names.includes(name))).toHaveLength(3)
  })

  it('Z8: staff whose unit was closed to them plan no mail: it goes out only while the unit is open', async () => {
    const [shut, open] = [await planned(), await planned()]
    for (const { id } of [shut, open]) await setPlanner(id, people.masterOfAlfa.id)
    await setEntry(false)
    await makeDue(shut.id)
    await run()
    await vi.waitFor(async () => expect(await plans(shut.id)).toEqual([]), soon)
    expect([await mailsTo(shut.email), (await eventsOf(shut.id)).at(-1)]).toEqual([[], 'user.invitation_cancelled'])
    await setEntry(true)
    await makeDue(open.id)
    await run()
    await vi.waitFor(async () => expect(await mailsTo(open.email)).toHaveLength(1), soon)
  })

  it('gets its planner from the audit trail where it was planned before planners were stored', async () => {
    const [added, again, kept] = [await planned(), await planned(), await planned()]
    // The trail has no entry about the addition of this person.
    const unknown = { id: people.otherUserOfNorte.id }
    await portal.platform((db) =>
      db
        .insertInto('planned_invitations')
        .values({ tenant_id: tenants.norte.id, user_id: unknown.id, send_at: new Date(Date.now() + 86_400_000) })
        .execute(),
    )
    await portal.as(masterInNorte).ask(planInvitation, { id: again.id, invite_at: inHours(5) })
    for (const { id } of [added, again]) await setPlanner(id, null)
    await setPlanner(kept.id, people.userOfNorte.id)
    const migration = readFileSync('database/migrations/2026-12-04-11-planners-from-the-trail.sql', 'utf8')
    await onOwner(portal.ownerUrl, async (owner) => {
      await owner.query('begin')
      await owner.query(migration)
      await owner.query('commit')
    })
    expect(await Promise.all([added, again, unknown, kept].map(({ id }) => plannerOf(id)))).toEqual([
      people.adminOfNorte.id,
      people.masterOfAlfa.id,
      null,
      people.userOfNorte.id,
    ])
  })

  it('is changed, cancelled or sent now, and ends with the membership', async () => {
    const { id, email } = await planned()
    const at = inHours(30)
    expect((await admin().ask(planInvitation, { id, invite_at: at })).status).toBe(200)
    expect((await admin().ask(planInvitation, { id, invite_at: at })).status).toBe(200)
    expect((await plans(id))[0]?.send_at).toEqual(instantOf(at))
    expect((await admin().ask(cancelInvitation, { id })).status).toBe(200)
    expect((await admin().ask(cancelInvitation, { id })).status).toBe(200)
    expect(await plans(id)).toEqual([])
    await admin().ask(planInvitation, { id, invite_at: at })
    expect((await admin().ask(sendAccessLink, { id })).status).toBe(200)
    expect([await plans(id), await mailsTo(email)]).toEqual([[], [{ purpose: 'user.invited' }]])
    expect(await eventsOf(id)).toEqual([
      'user.added',
      'user.invitation_planned',
      'user.invitation_cancelled',
      'user.invitation_planned',
      'user.link_sent',
    ])
    await admin().ask(planInvitation, { id, invite_at: at })
    expect((await admin().ask(removeUser, { id })).status).toBe(200)
    expect(await plans(id)).toEqual([])
  })

  it('is refused in the past, too far ahead, as no time, and with a password', async () => {
    const { id } = await planned()
    for (const invite_at of [inHours(-1), inHours(24 * 400), '2027-02-30T08:00', '2027-02-20T25:00', '2027-02-20']) {
      const answers = [
        await admin().ask(planInvitation, { id, invite_at }),
        await admin().ask(addUser, person({ invite_at })),
      ]
      for (const { status, raw } of answers)
        expect([status, Object.keys(raw['errors'] as object)]).toEqual([400, ['invite_at']])
    }
    const both = await admin().ask(addUser, person({ invite_at: inHours(2), password: 'Quiet-river-71' }))
    expect(Object.keys(both.raw['errors'] as object)).toEqual(['invite_at'])
  })

  it('Z5, T1: needs the right to send a link, in the own unit', async () => {
    const { id } = await planned()
    const invite_at = inHours(3)
    for (const who of ['userOfNorte', 'adminOfSul'] as const) {
      const expected = who === 'adminOfSul' ? 404 : 403
      expect((await portal.as(who).ask(planInvitation, { id, invite_at })).status).toBe(expected)
      expect((await portal.as(who).ask(cancelInvitation, { id })).status).toBe(expected)
    }
    // Nobody plans a link to the own password.
    const own = { id: people.adminOfNorte.id, invite_at }
    expect((await admin().ask(planInvitation, own)).status).not.toBe(200)
    expect((await plans(id)).length).toBe(1)
  })

  it('is made by an import for the people whom it adds', async () => {
    const file = new TextEncoder().encode('Nome;E-mail\nPlana Import;plana@import.example')
    const upload = uploadOf({ name: 'pessoas.csv' }, file, 'x.csv', 'text/csv')
    const { raw } = await admin().send({ method: 'POST', url: '/api/auth/users/import/upload', ...upload })
    const id = String(raw['id'])
    await admin().ask(mapImport, { id, columns: ['nome_usuario', 'email'] })
    expect((await admin().ask(startImport, { id, invite_at: inHours(-2) })).status).toBe(400)
    const at = inHours(48)
    expect((await admin().ask(startImport, { id, invite_at: at })).status).toBe(200)
    const found = await vi.waitFor(async () => {
      const { body } = await admin().ask(readImport, { id })
      expect(body.state).toBe('done')
      return body
    }, soon)
    expect([found.rows.success, found.invited, found.invite_at]).toEqual([1, 0, instantOf(at)])
    const list = await admin().ask(listUsers, { search: 'plana@import.example' })
    expect(list.body.data[0]?.invite_at).toEqual(instantOf(at))
    expect(await mailsTo('plana@import.example')).toEqual([])
  })
})
