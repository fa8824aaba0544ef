import { describe, expect, it } from 'vitest'
import { languages } from '#catalogue/languages.ts'
import { createHosts } from '#platform/server/hosts.ts'
import type { Mailing } from '#platform/server/mail/senders.ts'
import { testPortal } from '#testing/portal.ts'
import { people, tenants } from '#testing/world.ts'
import { dayIn, leavingEvents } from './leaving-mail-text.ts'
import { unitsToWarn, warnUnit } from './leaving-mails.ts'

const portal = testPortal()
const { userOfNorte: ugo, otherUserOfNorte: otto, adminOfNorte: alice } = people
const noSender = { senderOf: async () => null } as unknown as Mailing

const warn = (showsMails = true) =>
  portal.platform((db) =>
    warnUnit(
      { db, enqueue: async () => undefined, announce: async () => undefined },
      { hosts: createHosts(new URL('http://localhost')), mailing: noSender, showsMails },
      tenants.norte.id,
    ),
  )

/** Returns the day in this number of days, in the calendar of the business unit. */
const inDays = (days: number) =>
  new Intl.DateTimeFormat('sv', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * 86_400_000)
const set = (id: string, fields: object) =>
  portal.platform((db) => db.updateTable('memberships').set(fields).where('user_id', '=', id).execute())
const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
const mailsTo = async ({ email }: { email: string }) =>
  portal.platform((db) =>
    db.selectFrom('mails').select(['subject', 'purpose', 'body_text']).where('to_address', '=', email).execute(),
  )
const clear = async () => {
  await portal.platform(async (db) => {
    await db.deleteFrom('mails').execute()
    await db.updateTable('settings').set({ auto_block_days: 0, send_notification_mails: false }).execute()
    await db
      .updateTable('memberships')
      .set({ block_on: null, delete_on: null, state: 'A', last_sign_in_at: null, created_at: new Date() })
      .execute()
  })
}

describe('mails before a person is blocked or deleted', () => {
  it('are written seven days before and one day before, each once, in the person’s language', async () => {
    await portal.platform((db) => db.updateTable('users').set({ language: 'es' }).where('id', '=', ugo.id).execute())
    await set(ugo.id, { delete_on: inDays(8) })
    expect(await warn()).toBe(0)
    await set(ugo.id, { delete_on: inDays(7) })
    expect([await warn(), await warn()]).toEqual([1, 0])
    const [first] = await mailsTo(ugo)
    expect(first).toMatchObject({
      subject: `Su acceso a Norte termina el ${dayIn('es', inDays(7))}`,
      purpose: 'user.leaving_delete',
    })
    expect(first?.body_text).toContain(`la eliminación de su cuenta para el ${dayIn('es', inDays(7))}`)
    expect(first?.body_text).toContain('http://norte.localhost/signin')
    // On the day before the event the last mail is sent, once.
    await portal.platform((db) => db.deleteFrom('mails').execute())
    await set(ugo.id, { delete_on: inDays(1) })
    expect([await warn(), await warn()]).toEqual([1, 0])
    await set(ugo.id, { delete_on: inDays(0) })
    expect(await warn()).toBe(0)
    await clear()
  })

  it('have the text of the unit’s template, else of the platform’s', async () => {
    const texts = (text: string) => JSON.stringify({ 'pt-BR': text, 'en-US': null, es: null, 'pt-PT': null })
    const add = (tenant_id: string | null, subject: string) =>
      portal.platform((db) =>
        db
          .insertInto('notification_templates')
          .values({
            tenant_id,
            type: 'user_ending',
            subject: texts(subject),
            body: texts('<p>{{name}}: {{event}}</p>'),
          })
          .execute(),
      )
    const subjectOfMail = async () => {
      await portal.platform((db) => db.deleteFrom('mails').execute())
      expect(await warn()).toBe(1)
      const [mail] = await mailsTo(otto)
      expect(mail?.body_text).toContain(`Otto Norte: ${leavingEvents['pt-BR'].block({ unit: 'Norte', day })}`)
      return mail?.subject
    }
    const day = dayIn('pt-BR', inDays(3))
    await set(otto.id, { block_on: inDays(3) })
    await portal.platform((db) =>
      db.updateTable('users').set({ language: 'pt-BR' }).where('id', '=', otto.id).execute(),
    )
    await add(tenants.sul.id, 'De Sul')
    await add(null, 'Da plataforma até {{day}}')
    expect(await subjectOfMail()).toBe(`Da plataforma até ${day}`)
    await add(tenants.norte.id, 'De {{unit}} até {{day}}')
    expect(await subjectOfMail()).toBe(`De Norte até ${day}`)
    await portal.platform((db) => db.deleteFrom('notification_templates').execute())
    await clear()
  })

  it('are not written in a closed business unit', async () => {
    const close = (isClosed: boolean) =>
      portal.platform((db) =>
        db
          .updateTable('tenants')
          .set({ enabled: !isClosed, erase_at: isClosed ? new Date(Date.now() + 86_400_000) : null })
          .where('id', '=', tenants.norte.id)
          .execute(),
      )
    await set(otto.id, { block_on: inDays(3) })
    expect(await portal.platform(unitsToWarn)).toContain(tenants.norte.id)
    await close(true)
    expect(await portal.platform(unitsToWarn)).not.toContain(tenants.norte.id)
    await close(false)
    await clear()
  })

  it('come before a scheduled block and before one for lack of sign-ins, which a sign-in postpones', async () => {
    await set(otto.id, { block_on: inDays(3) })
    await portal.platform((db) => db.updateTable('settings').set({ auto_block_days: 30 }).execute())
    await set(ugo.id, { created_at: ago(90), last_sign_in_at: ago(24) })
    await set(alice.id, { created_at: ago(90), last_sign_in_at: ago(24), ignore_auto_block: true })
    expect(await portal.platform(unitsToWarn)).toContain(tenants.norte.id)
    expect(await warn()).toBe(2)
    expect((await mailsTo(otto)).map(({ purpose }) => purpose)).toEqual(['user.leaving_block'])
    expect((await mailsTo(ugo)).map(({ purpose }) => purpose)).toEqual(['user.leaving_idle'])
    expect(await mailsTo(alice)).toEqual([])
    await set(ugo.id, { last_sign_in_at: ago(0) })
    expect(await warn()).toBe(0)
    await set(ugo.id, { last_sign_in_at: ago(29) })
    expect(await warn()).toBe(1)
    await clear()
  })

  it('warning mails are not written to people who cannot sign in already, nor without a mail sender', async () => {
    await set(ugo.id, { delete_on: inDays(2), state: 'B' })
    await set(otto.id, { delete_on: inDays(2), state: 'D' })
    expect(await warn()).toBe(0)
    await set(ugo.id, { state: 'A' })
    expect(await warn(false)).toBe(0)
    expect(await warn()).toBe(1)
    await clear()
  })

  it('warnings are also notifications, each once, even without a mail sender, and without a copy by e-mail', async () => {
    await portal.platform((db) =>
      db.updateTable('settings').set({ send_notification_mails: true, auto_block_days: 30 }).execute(),
    )
    const storedNotices = () =>
      portal.platform((db) =>
        db
          .selectFrom('notifications as n')
          .innerJoin('notification_receipts as r', (join) =>
            join.onRef('r.tenant_id', '=', 'n.tenant_id').onRef('r.notification_id', '=', 'n.id'),
          )
          .select(['n.type', 'n.facts', 'r.user_id', 'r.mail_due'])
          .where('n.type', 'in', ['user_blocked_soon', 'user_deleted_soon'])
          .orderBy('n.type')
          .execute(),
      )
    await portal.platform((db) => db.deleteFrom('notifications').execute())
    await set(ugo.id, { delete_on: inDays(7) })
    await set(otto.id, { block_on: inDays(3) })
    // A person who reads a notification about missing sign-ins has signed in, so this event is sent by mail only.
    await set(alice.id, { created_at: ago(90), last_sign_in_at: ago(24), ignore_auto_block: false })
    expect([await warn(false), await warn(false)]).toEqual([0, 0])
    const facts = (days: number) => ({
      day: Object.fromEntries(languages.map((language) => [language, dayIn(language, inDays(days))])),
    })
    const blocked = { type: 'user_blocked_soon', user_id: otto.id, mail_due: false, facts: facts(3) }
    const deleted = { type: 'user_deleted_soon', user_id: ugo.id, mail_due: false, facts: facts(7) }
    expect(await storedNotices()).toEqual([blocked, deleted])
    // The notification of the last day is sent again, and the mails of the time without a sender are sent.
    await set(ugo.id, { delete_on: inDays(1) })
    expect(await warn()).toBe(3)
    expect(await storedNotices()).toEqual([blocked, deleted, { ...deleted, facts: facts(1) }])
    await clear()
  })

  it('a unit with a week or less writes only on the last day', async () => {
    await portal.platform((db) => db.updateTable('settings').set({ auto_block_days: 5 }).execute())
    await set(ugo.id, { created_at: ago(90), last_sign_in_at: ago(2) })
    expect(await warn()).toBe(0)
    await set(ugo.id, { last_sign_in_at: ago(4) })
    expect(await warn()).toBe(1)
    await clear()
  })

  it('name the unit and the day in four languages', () => {
    for (const language of languages)
      for (const kind of ['idle', 'block', 'delete'] as const) {
        const event = leavingEvents[language][kind]({ unit: 'Norte', day: dayIn(language, '2026-12-05') })
        expect([event.includes('Norte'), event.includes('2026')]).toEqual([true, true])
      }
  })
})
