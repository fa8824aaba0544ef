import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listNotifications } from '#features/messaging/notifications/contract.ts'
import { diskStorage } from '#platform/server/files/disk-storage.ts'
import { filePath, newFilePath } from '#platform/server/files/file-path.ts'
import { type TestWorker, testWorker } from '#testing/jobs.ts'
import { testPortal } from '#testing/portal.ts'
import { masterInNorte, people, type Person, tenants } from '#testing/world.ts'
import { listArchives, readArchiveFile, requestArchive, requestOwnArchive } from '../contract.ts'
import { dataArchiveJobs } from './jobs.ts'
import { forgetOld } from './store.ts'
import { writeArchive } from './write-archive.ts'

const portal = testPortal()
const soon = { timeout: 25_000, interval: 50 }
const norte = tenants.norte.id
const { userOfNorte, otherUserOfNorte } = people
const reader = () => portal.as('userOfNorte')
const admin = () => portal.as('adminOfNorte')

let worker: TestWorker
beforeAll(async () => {
  worker = await testWorker(portal.databaseUrl, dataArchiveJobs(diskStorage(portal.filesDir)))
})
afterAll(() => worker.close())
beforeEach(() => portal.platform((db) => db.deleteFrom('data_archives').execute()))

type Asker = ReturnType<typeof reader>

async function ready(asker: Asker, id: string): Promise<void> {
  await vi.waitFor(async () => {
    const { body } = await asker.ask(listArchives, {})
    expect(body.find((archive) => archive.id === id)?.state).toBe('ready')
  }, soon)
}

/** Calls for the file with a request of its own, because the answer is bytes. */
async function fileOf(who: Person, id: string) {
  const token = await portal.tokenOf(who)
  return portal.portal.app.inject({
    method: 'GET',
    url: `/api/${readArchiveFile.path}?id=${id}`,
    headers: { authorization: `Bearer ${token}`, host: who.host },
  })
}

async function archiveOf(who: Person, id: string): Promise<Record<string, string>> {
  const { statusCode, rawPayload } = await fileOf(who, id)
  expect(statusCode).toBe(200)
  const files = unzipSync(new Uint8Array(rawPayload))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]))
}

/** Gives two people of Norte rows of several kinds, the words of the second with `foreign`. */
async function fillPeople(): Promise<void> {
  const path = newFilePath('private', norte, 'bin')
  await diskStorage(portal.filesDir).put(path, new TextEncoder().encode('bytes of the file'))
  await portal.platform(async (db) => {
    const rows = [
      { who: userOfNorte, word: 'quokka' },
      { who: otherUserOfNorte, word: 'foreign' },
    ]
    for (const [index, { who, word }] of rows.entries()) {
      await db
        .updateTable('memberships')
        .set({ phone: `+55119000000${index}`, department: word })
        .where('user_id', '=', who.id)
        .execute()
      const ticket = await db
        .insertInto('tickets')
        .values({ tenant_id: norte, number: 9_000 + index, name: `${word} ticket`, text: word, user_id: who.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('ticket_follow_ups')
        .values({ tenant_id: norte, ticket_id: ticket.id, user_id: who.id, text: `=${word}`, by_handler: false })
        .execute()
      if (index === 0) {
        const owner = { tenant_id: norte, partner_id: tenants.norte.partner_id }
        const file = { ...owner, path, kind: 'ticket.attachment', bytes: 17, used: true }
        await db.insertInto('files').values(file).execute()
        const attachment = {
          tenant_id: norte,
          ticket_id: ticket.id,
          user_id: who.id,
          name: 'print.png',
          path,
          bytes: 17,
        }
        await db.insertInto('ticket_attachments').values(attachment).execute()
      }
      await db
        .insertInto('one_time_tokens')
        .values({ token_hash: Buffer.from(`${word} hash`), purpose: 'test', user_id: who.id, expires_at: new Date() })
        .execute()
    }
  })
}

describe('the archive of the data of a person', () => {
  beforeAll(fillPeople)

  it('P1: contains the data and files of the person, and nothing of other people', async () => {
    const { body } = await reader().ask(requestOwnArchive, {})
    await ready(reader(), body.id)
    const files = await archiveOf(userOfNorte, body.id)
    const data = JSON.parse(files['data.json'] ?? '') as { person: object; data: Record<string, unknown[]> }
    expect(data.person).toEqual({ name: userOfNorte.name, email: userOfNorte.email })
    expect(data.data['memberships']).toEqual([
      expect.objectContaining({ department: 'quokka', phone: '+551190000000' }),
    ])
    expect(data.data['tickets']).toEqual([expect.objectContaining({ name: 'quokka ticket' })])
    expect(data.data['sessions']?.length).toBeGreaterThan(0)
    expect(files['files/1-print.png']).toBe('bytes of the file')
    // A spreadsheet evaluates no cell.
    expect(files['csv/ticket_follow_ups.csv']).toContain(`"'=quokka"`)
    const all = Object.values(files).join('\n')
    for (const foreign of ['foreign', otherUserOfNorte.name, otherUserOfNorte.email, people.adminOfNorte.email])
      expect(all.includes(foreign), foreign).toBe(false)
    expect(all).not.toMatch(/password_hash|token_hash|argon2|secret/)
  })

  it('P1: gives the file once, and only to who asked for it', async () => {
    const { body } = await reader().ask(requestOwnArchive, {})
    await ready(reader(), body.id)
    for (const stranger of [people.adminOfNorte, otherUserOfNorte, people.adminOfSul, people.adminOfLeste])
      expect((await fileOf(stranger, body.id)).statusCode).toBe(404)
    const file = await portal.platform((db) =>
      db.selectFrom('data_archives').select('path').where('id', '=', body.id).executeTakeFirstOrThrow(),
    )
    expect((await fileOf(userOfNorte, body.id)).statusCode).toBe(200)
    expect((await fileOf(userOfNorte, body.id)).statusCode).toBe(404)
    const left = await portal.platform((db) =>
      db
        .selectFrom('files')
        .select('path')
        .where('path', '=', file.path ?? '')
        .execute(),
    )
    expect(left).toEqual([])
  })

  it('P1: stays ready when the storage cannot read its file', async () => {
    const { body } = await reader().ask(requestOwnArchive, {})
    await ready(reader(), body.id)
    const { path } = await portal.platform((db) =>
      db.selectFrom('data_archives').select('path').where('id', '=', body.id).executeTakeFirstOrThrow(),
    )
    const storage = diskStorage(portal.filesDir)
    const stored = filePath(path ?? '')
    const bytes = (await storage.read(stored)) ?? new Uint8Array()
    await storage.remove(stored)
    expect((await fileOf(userOfNorte, body.id)).statusCode).toBe(404)
    await storage.put(stored, bytes)
    expect((await fileOf(userOfNorte, body.id)).statusCode).toBe(200)
  })

  it('P1: names the files that do not fit', async () => {
    const files = ['a', 'b', 'c'].map((name) => ({ name, path: name, bytes: name === 'b' ? 8 : 3 }))
    const person = { name: 'Ana', email: 'ana@example.com' }
    const collected = { unit: 'Norte', partnerId: '', requestedBy: '', person, tables: [], files }
    const entries = unzipSync(
      new Uint8Array(await writeArchive(collected, () => Promise.resolve(new Uint8Array(3)), new Date(), 6)),
    )
    expect(Object.keys(entries)).toEqual(['data.json', 'files/1-a', 'files/3-c'])
    expect(JSON.parse(new TextDecoder().decode(entries['data.json']))).toMatchObject({ omitted_files: ['b'] })
  })

  it('P1: notifies who asked for it, and writes the request and the download to the audit trail', async () => {
    const { body } = await admin().ask(requestArchive, { id: userOfNorte.id })
    await ready(admin(), body.id)
    await vi.waitFor(async () => {
      const { body: bell } = await admin().ask(listNotifications, {})
      expect(bell.data.some(({ type, path }) => type === 'archive_ready' && path === '/profile')).toBe(true)
    }, soon)
    await archiveOf(people.adminOfNorte, body.id)
    const events = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'target_id'])
        .where('actor_id', '=', people.adminOfNorte.id)
        .where('event', 'like', 'user.data%')
        .orderBy('id')
        .execute(),
    )
    expect(events.map(({ event }) => event)).toEqual(['user.data_requested', 'user.data_downloaded'])
    expect(new Set(events.map(({ target_id }) => target_id))).toEqual(new Set([userOfNorte.id]))
  })

  it('P1: refuses the file to an administrator who lost the right, and that of a person who left', async () => {
    const { body: lost } = await admin().ask(requestArchive, { id: userOfNorte.id })
    await ready(admin(), lost.id)
    const setProfile = (profile: string) =>
      portal.platform((db) =>
        db.updateTable('memberships').set({ profile }).where('user_id', '=', people.adminOfNorte.id).execute(),
      )
    await portal.platform((db) =>
      db.updateTable('memberships').set({ profile: 'admin' }).where('user_id', '=', otherUserOfNorte.id).execute(),
    )
    await setProfile('user')
    expect((await fileOf(people.adminOfNorte, lost.id)).statusCode).toBe(404)
    await setProfile('admin')
    const { body: master } = await portal.as(masterInNorte).ask(requestArchive, { id: userOfNorte.id })
    expect(master.id).toBeTruthy()
  })

  it('P1: an administrator of another business unit gets no archive of the person', async () => {
    for (const stranger of ['adminOfSul', 'adminOfLeste'] as const)
      expect((await portal.as(stranger).ask(requestArchive, { id: userOfNorte.id })).status).toBe(404)
    expect((await reader().ask(requestArchive, { id: otherUserOfNorte.id })).status).toBe(403)
  })

  it('P1: shows an administrator of a second unit nothing of the account and of the first unit', async () => {
    await portal.platform((db) =>
      db
        .insertInto('memberships')
        .values({ tenant_id: tenants.sul.id, user_id: userOfNorte.id, department: 'sul' })
        .execute(),
    )
    const { body } = await portal.as('adminOfSul').ask(requestArchive, { id: userOfNorte.id })
    await ready(portal.as('adminOfSul'), body.id)
    const files = await archiveOf(people.adminOfSul, body.id)
    expect(Object.values(files).join('\n')).not.toContain('quokka')
    expect(files['csv/memberships.csv']).toContain('"sul"')
    expect(Object.keys(files)).not.toContain('csv/sign_in_devices.csv')
    expect(Object.keys(files)).not.toContain('csv/one_time_tokens.csv')
    await portal.platform((db) =>
      db
        .deleteFrom('memberships')
        .where('tenant_id', '=', tenants.sul.id)
        .where('user_id', '=', userOfNorte.id)
        .execute(),
    )
  })

  it('P1: removes an archive after a day, and its file', async () => {
    const { body } = await reader().ask(requestOwnArchive, {})
    await ready(reader(), body.id)
    const old = new Date(Date.now() - 25 * 3_600_000)
    await portal.platform(async (db) => {
      await db.updateTable('data_archives').set({ ready_at: old }).where('id', '=', body.id).execute()
      await db.updateTable('files').set({ created_at: old }).where('kind', '=', 'data_archive').execute()
    })
    expect((await fileOf(userOfNorte, body.id)).statusCode).toBe(404)
    expect((await reader().ask(listArchives, {})).body).toEqual([])
    await portal.platform(forgetOld)
    const left = await portal.platform(async (db) => [
      ...(await db.selectFrom('data_archives').select('id').execute()),
      ...(await db.selectFrom('files').select('path').where('kind', '=', 'data_archive').execute()),
    ])
    expect(left).toEqual([])
  })
})
