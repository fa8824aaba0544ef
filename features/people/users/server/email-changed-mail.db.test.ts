import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { languages } from '#catalogue/languages.ts'
import { mailBudgets } from '#catalogue/limits.ts'
import { connectDirectory, type TestDirectory } from '#testing/scim-directory.ts'
import { testMailServer } from '#testing/mail-server.ts'
import { testPortal } from '#testing/portal.ts'
import { people, tenants } from '#testing/world.ts'
import { readUser, updateUser } from '../contract.ts'

const relay = await testMailServer()
const mail = { url: `smtp://portal:right@127.0.0.1:${relay.port}`, from: 'portal@vitrine.example' }
const portal = testPortal({ config: { mailPrivateHosts: true, mail, demoWorld: false, runJobs: true } })
afterAll(() => relay.close())
const soon = { timeout: 20_000, interval: 50 }
const { userOfNorte: ugo, otherUserOfNorte: otto } = people

let directory: TestDirectory
beforeAll(async () => {
  directory = await connectDirectory(portal)
})

const setLanguage = (id: string, language: string) =>
  portal.platform((db) => db.updateTable('users').set({ language }).where('id', '=', id).execute())
/** The text of a mail without the line breaks of quoted-printable. */
const plain = (raw: string) => raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
const mailsTo = (address: string) =>
  portal.platform((db) => db.selectFrom('mails').selectAll().where('to_address', '=', address).execute())

describe('a changed e-mail is told to the old address', () => {
  it('A6: by a real mail server, when an administrator changes it', async () => {
    await setLanguage(ugo.id, 'en-US')
    const admin = portal.as('adminOfNorte')
    const change = async (fields: object) => {
      const { version } = (await admin.ask(readUser, { id: ugo.id })).body
      return (await admin.ask(updateUser, { id: ugo.id, version, ...fields })).status
    }
    expect(await change({ department: 'Vendas', email: ugo.email })).toBe(200)
    expect(await mailsTo(ugo.email)).toEqual([])
    expect(await change({ email: 'fresh.address@example.com' })).toBe(200)
    await vi.waitFor(() => expect(relay.taken).toHaveLength(1), soon)
    const [taken] = relay.taken
    expect(taken?.to).toEqual([ugo.email])
    expect(plain(taken?.raw ?? '')).toMatch(/^Subject: The e-mail of your account was changed/m)
    expect(plain(taken?.raw ?? '')).toContain('tell your administrator now')
    expect(taken?.raw).not.toMatch(/fresh\.address|Ugo/)
    expect((await mailsTo(ugo.email)).map(({ tenant_id, purpose }) => [tenant_id, purpose])).toEqual([
      [tenants.norte.id, 'user.email_changed'],
    ])
  })

  it('A6: by a real mail server, when the directory changes it', async () => {
    await setLanguage(otto.id, 'es')
    const rename = (value: string) =>
      directory.patch(`/Users/${otto.id}`, { op: 'replace', path: 'emails[type eq "work"].value', value })
    expect((await rename(otto.email.toUpperCase())).status).toBe(200)
    expect(await mailsTo(otto.email)).toEqual([])
    expect((await rename('otto.nuevo@example.com')).status).toBe(200)
    await vi.waitFor(() => expect(relay.taken.some(({ to }) => to.includes(otto.email))).toBe(true), soon)
    const taken = relay.taken.find(({ to }) => to.includes(otto.email))
    expect(plain(taken?.raw ?? '')).toContain('avise al administrador ahora')
    expect(taken?.raw).not.toMatch(/otto\.nuevo|Otto/)
  })

  it('in the language of the person', async () => {
    const subjects = new Map<string, string | undefined>()
    for (const language of languages) {
      const made = await directory.add({ preferredLanguage: language })
      await directory.patch(`/Users/${made.id}`, {
        op: 'replace',
        path: 'emails',
        value: [{ value: `to.${made.userName}` }],
      })
      subjects.set(language, (await mailsTo(made.userName))[0]?.subject)
    }
    expect(Object.fromEntries(subjects)).toEqual({
      'pt-BR': 'O e-mail da sua conta foi alterado',
      'pt-PT': 'O e-mail da sua conta foi alterado',
      'en-US': 'The e-mail of your account was changed',
      es: 'Se cambió el correo de su cuenta',
    })
  })

  it('C5: a few times an hour, so that a stolen token of a directory cannot flood a mailbox', async () => {
    const { id } = await directory.add()
    const moveTo = (value: string) =>
      directory.patch(`/Users/${id}`, { op: 'replace', path: 'emails', value: [{ value }] })
    for (let at = 0; at < mailBudgets.emailChanged.anHour + 2; at += 1) {
      expect((await moveTo('flooded@example.com')).status).toBe(200)
      expect((await moveTo(`away${at}@example.com`)).status).toBe(200)
    }
    expect(await mailsTo('flooded@example.com')).toHaveLength(mailBudgets.emailChanged.anHour)
  })
})
