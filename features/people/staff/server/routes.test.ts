import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { login } from '#features/identity/sign-in/contract.ts'
import { setPassword } from '#features/identity/passwords/contract.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, people, type Person } from '#testing/world.ts'
import { addStaff, listStaff, removeStaff, sendStaffLink } from '../contract.ts'

const portal = testPortal()
const withoutSender = testPortal({ config: { demoWorld: false } })
const platform = () => portal.as('platform')
const secret = 'Fresh-morning-42'
const host = people.platform.host

let count = 0
const newStaff = (name: string) => ({ name, email: `staff.${(count += 1)}@example.com`, language: 'es' as const })
const tokenIn = (text: string | null | undefined) => /\/new\/password\/([\w-]+)/.exec(text ?? '')?.[1] ?? ''
const typed = (name: string) => name.toUpperCase().replaceAll(' ', '_')
const lastMail = (address: string) =>
  portal.platform((db) =>
    db
      .selectFrom('mails')
      .selectAll()
      .where('to_address', '=', address)
      .orderBy('created_at', 'desc')
      .executeTakeFirst(),
  )

/** Invites a person, who chooses a password. */
async function joined(name: string): Promise<Person> {
  const { email, ...rest } = newStaff(name)
  const { body, raw } = await platform().ask(addStaff, { email, ...rest })
  const token = tokenIn((await lastMail(email))?.body_text)
  // The portal has no mail server: the mail stands in the outbox, and the answer has the same link.
  expect([raw['invited'], tokenIn(String(raw['link']))]).toEqual(['N', token])
  expect((await portal.as({ token: null, host }).ask(setPassword, { token, password: secret })).status).toBe(200)
  return { id: body.id, name, email, host }
}
const signIn = ({ email }: Person) => portal.as({ token: null, host }).ask(login, { email, password: secret })

describe('the staff of the platform', () => {
  it('A5: is invited by mail in its language, chooses a password and signs in at the platform', async () => {
    const nora = await joined('Nora Nova')
    expect((await lastMail(nora.email))?.subject).toBe('Su acceso a Vitrine')
    expect((await signIn(nora)).raw).toMatchObject({ status: 'success', user: { perfil_usuario: 'a2m' } })
    const { body } = await platform().ask(listStaff, { search: 'nora' })
    expect(body.data).toMatchObject([
      { id: nora.id, password_set: true, can: ['change_seller', 'change_agent', 'send_link', 'remove'] },
    ])
    const own = (await platform().ask(listStaff, {})).body.data.find(({ id }) => id === people.platform.id)
    expect(own?.can).toEqual(['change_seller', 'change_agent'])
  })

  it('A5: a new link voids the earlier one; without a mail sender it is shown once', async () => {
    const sent = newStaff('Nilo Novo')
    const { body } = await platform().ask(addStaff, sent)
    const first = tokenIn((await lastMail(sent.email))?.body_text)
    expect((await platform().ask(sendStaffLink, { id: body.id })).raw).toMatchObject({ invited: 'N' })
    expect((await portal.as({ token: null, host }).ask(setPassword, { token: first, password: secret })).status).toBe(
      404,
    )
    const { raw } = await withoutSender.as('platform').ask(addStaff, newStaff('Nina Nova'))
    expect([raw['invited'], tokenIn(String(raw['link'])).length]).toEqual(['N', 43])
  })

  it('Z1, Z5: only staff of the platform manage their list; nobody removes or invites themselves', async () => {
    const { id } = await joined('Nuno Novo')
    for (const who of [portal.as('masterOfAlfa'), portal.as('adminOfNorte'), portal.as(masterInNorte)]) {
      expect((await who.ask(listStaff, {})).status).toBe(403)
      expect((await who.ask(addStaff, newStaff('Não'))).status).toBe(403)
      expect((await who.ask(removeStaff, { id, name: 'NUNO_NOVO' })).status).toBe(403)
    }
    const own = people.platform
    expect((await platform().ask(removeStaff, { id: own.id, name: typed(own.name) })).raw['key']).toBe('not_yourself')
    expect((await platform().ask(sendStaffLink, { id: own.id })).raw['key']).toBe('not_yourself')
    const { id: master, name } = people.masterOfAlfa
    expect((await platform().ask(removeStaff, { id: master, name: typed(name) })).status).toBe(404)
    expect((await platform().ask(removeStaff, { id, name: 'ANOTHER' })).raw['key']).toBe('name_mistyped')
  })

  it('A6: a removed person is signed out at once and no longer listed', async () => {
    const nair = await joined('Nair Nova')
    const token = String((await signIn(nair)).raw['token'])
    const session = portal.as({ token, host })
    expect((await session.ask(readConfig, {})).status).toBe(200)
    expect((await platform().ask(removeStaff, { id: nair.id, name: 'NAIR_NOVA' })).status).toBe(200)
    expect((await session.ask(readConfig, {})).status).toBe(401)
    expect((await signIn(nair)).status).toBe(401)
    const trail = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('event').where('target_id', '=', nair.id).execute(),
    )
    expect(trail.map(({ event }) => event)).toEqual(expect.arrayContaining(['staff.added', 'staff.removed']))
  })

  it('Z8: one stays when all remove each other at the same moment', async () => {
    const others = await Promise.all(['Um Novo', 'Dois Novo', 'Tres Novo'].map(joined))
    const sessions = await Promise.all(
      others.map(async (who) => ({
        who,
        session: portal.as({ token: String((await signIn(who)).raw['token']), host }),
      })),
    )
    await Promise.all(
      sessions.flatMap(({ who, session }) =>
        others
          .filter(({ id }) => id !== who.id)
          .map(({ id, name }) => session.ask(removeStaff, { id, name: typed(name) })),
      ),
    )
    const { rows } = await portal.platform((db) =>
      sql<{
        left: number
      }>`select count(*)::int as left from users where id = any (${others.map(({ id }) => id)}::uuid[])`.execute(db),
    )
    expect(rows[0]?.left).toBe(1)
  })
})
