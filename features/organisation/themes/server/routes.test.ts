import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { upload } from '#catalogue/limits.ts'
import { systemClock } from '#platform/server/clock.ts'
import { diskStorage } from '#platform/server/files/disk-storage.ts'
import { filePath, newFilePath } from '#platform/server/files/file-path.ts'
import { eraseRemovedFiles } from '#platform/server/files/kept-files.ts'
import { signedUrl } from '#platform/server/files/signed-address.ts'
import { readConfig } from '#platform/server/config.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { testPortal } from '#testing/portal.ts'
import { picture, uploadOf } from '#testing/uploads.ts'
import { masterInNorte, people, type PersonName, tenants } from '#testing/world.ts'
import { loginConfig } from '#features/identity/sign-in/contract.ts'
import { addThemeImage, type ImageKind, readTheme, updateTheme } from '../contract.ts'

const portal = testPortal()
type Who = Parameters<typeof portal.as>[0]

const url = `/api/${addThemeImage.path}`
const send = (who: Who, kind: string, file: Uint8Array, name?: string, type?: string) =>
  portal.as(who).send({ method: 'POST', url, ...uploadOf({ kind }, file, name, type) })
const imageFor = async (who: Who, kind: ImageKind = 'logo') =>
  String((await send(who, kind, await picture('png'))).raw['path'])
const get = async (address: string, host = 'norte.localhost') =>
  portal.portal.app.inject({ method: 'GET', url: address, headers: { host } })
const change = async (who: Who, fields: object) => {
  const { body } = await portal.as(who).ask(readTheme, {})
  return portal.as(who).ask(updateTheme, { version: body.version, ...fields })
}
const erasing = () => ({
  acrossTenants: <T>(_: string, work: Parameters<typeof portal.platform<T>>[0]) => portal.platform(work),
  signal: new AbortController().signal,
})
const themeAt = async (host: string) => (await portal.as({ token: null, host }).ask(loginConfig, {})).body.theme

describe('the theme of a host', () => {
  it('is the product’s default at first, in the form and on the sign-in page', async () => {
    const { raw } = await portal.as('adminOfLeste').ask(readTheme, {})
    expect(raw).toMatchObject({ version: 0, own: { title_page: null, color_button: null }, can: ['update'] })
    expect(Object.values(await themeAt('leste.localhost')).filter((value) => value !== null)).toEqual([])
  })

  it('D5: changes the sent fields, applies to the sign-in page, and is in the audit trail with both values', async () => {
    const { status, body } = await change('adminOfNorte', { title_page: 'Norte BI', color_button: '#AA0055' })
    expect([status, body.version]).toEqual([200, 1])
    await change('adminOfNorte', { title_page: 'Norte' })
    expect(await themeAt('norte.localhost')).toMatchObject({ title_page: 'Norte', color_button: '#aa0055' })
    const entries = await portal.platform((db) =>
      db.selectFrom('audit_entries').select('changes').where('event', '=', 'theme.updated').orderBy('id').execute(),
    )
    expect(entries.at(-1)?.changes).toEqual({ title_page: ['Norte BI', 'Norte'] })
  })

  it.each([
    ['rgb(15, 118, 110)', '#0f766e'],
    ['RGB(255 0 7)', '#ff0007'],
    ['#0aF', '#00aaff'],
    [' #0F766E ', '#0f766e'],
  ])('accepts the hex and rgb patterns of the specification: %s is %s', async (typedColour, storedColour) => {
    expect((await change('adminOfNorte', { color_login_button: typedColour })).status).toBe(200)
    expect(await themeAt('norte.localhost')).toMatchObject({ color_login_button: storedColour })
    await change('adminOfNorte', { color_login_button: null })
  })

  it('inherits each null field from the partner', async () => {
    await change('masterOfAlfa', { title_page: 'Alfa', color_button: '#112233', color_icon: '#445566' })
    expect(await themeAt('norte.localhost')).toMatchObject({ title_page: 'Norte', color_icon: '#445566' })
    expect(await themeAt('sul.localhost')).toMatchObject({ title_page: 'Alfa', color_button: '#112233' })
    expect(await themeAt('alfa.localhost')).toMatchObject({ title_page: 'Alfa' })
    expect(await themeAt('leste.localhost')).toMatchObject({ title_page: null, color_icon: null })
    const { body } = await portal.as('adminOfNorte').ask(readTheme, {})
    expect(body.inherited).toMatchObject({ title_page: 'Alfa', color_button: '#112233' })
    await change('adminOfNorte', { title_page: null })
    expect(await themeAt('norte.localhost')).toMatchObject({ title_page: 'Alfa', color_button: '#aa0055' })
  })

  it('T1: can be changed by its own administrators and the partner’s staff only', async () => {
    expect((await change(masterInNorte, { color_card: '#ffffff' })).status).toBe(200)
    expect(await themeAt('norte.localhost')).toMatchObject({ color_card: '#ffffff' })
    expect(await themeAt('sul.localhost')).toMatchObject({ color_card: null })
    for (const who of ['userOfNorte', 'platform'] as const) {
      expect((await portal.as(who).ask(readTheme, {})).status).toBe(403)
      expect((await portal.as(who).ask(updateTheme, { version: 0, title_page: 'x' })).status).toBe(403)
      expect((await send(who, 'logo', await picture('png'))).status).toBe(403)
    }
    const rows = await portal.platform((db) => db.selectFrom('themes').select('tenant_id').execute())
    expect(rows).toHaveLength(2)
  })

  it('D2: refuses a stale version, and accepts exactly one of twenty concurrent changes', async () => {
    const { body } = await portal.as('adminOfSul').ask(readTheme, {})
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        portal.as('adminOfSul').ask(updateTheme, { version: body.version, title_page: `Sul ${at}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ raw }) => raw['key']))).toEqual(
      new Set(['stale_version']),
    )
  })

  it.each([
    ['color_button', 'red'],
    ['color_button', '#ffff'],
    ['color_button', 'rgb(1, 2, 256)'],
    ['color_button', 'rgb(1, 2, 3);x:y'],
    ['color_button', 'rgba(1, 2, 3, 0.5)'],
    ['color_button', '#ffffff;background:url(//evil)'],
    ['color_button', 'url(https://evil.example/x.png)'],
    ['color_button', 'var(--x)'],
    ['color_button', '#12345g'],
    ['color_button', 'expression(alert(1))'],
    ['logo', 'javascript:alert(1)'],
    ['logo', 'https://evil.example/logo.png'],
    ['logo', '//evil.example/logo.png'],
    ['logo', 'data:image/svg+xml,<svg/>'],
    ['logo', '/storage/public/../../secrets.json'],
    ['logo', `/storage/public/${tenants.norte.id}/aaaaaaaaaaaaaaaaaaaaaa.svg`],
    ['background_image', `/storage/public/${tenants.norte.id}/aaaaaaaaaaaaaaaaaaaaaa.png");x:url("`],
    ['title_page', 'x'.repeat(61)],
  ])('U2: refuses %s = %s at the field', async (field, value) => {
    const { status, raw } = await change('adminOfNorte', { [field]: value })
    expect([status, Object.keys(raw['errors'] as object)]).toEqual([400, [field]])
  })
})

describe('the images of a theme', () => {
  it('are re-encoded, get a random name, and are served publicly as images', async () => {
    const address = await imageFor('adminOfNorte')
    expect(address).toMatch(new RegExp(`^/storage/public/${tenants.norte.id}/[\\w-]{22}\\.webp$`))
    expect((await change('adminOfNorte', { logo: address })).status).toBe(200)
    expect(await themeAt('norte.localhost')).toMatchObject({ logo: address })
    const answer = await get(address)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': expect.stringMatching(/^inline; filename="[\w-]{22}\.webp"$/),
    })
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(40)
  })

  it('include the report icon under the specification’s name', async () => {
    const address = await imageFor('adminOfNorte', 'iconReport')
    expect((await change('adminOfNorte', { iconReport: address })).status).toBe(200)
    expect((await portal.as('adminOfNorte').ask(readTheme, {})).raw['own']).toMatchObject({ iconReport: address })
  })

  it('U2: are refused if the bytes are no image, whatever the name and the content type', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    for (const [name, type] of [
      ['logo.png', 'image/png'],
      ['logo.svg', 'image/svg+xml'],
      ['../../x.png', 'text/html'],
    ] as const) {
      const { status, raw } = await send('adminOfNorte', 'logo', svg, name, type)
      expect([status, raw['key'], Object.keys(raw['errors'] as object)]).toEqual([400, 'file_not_an_image', ['file']])
    }
    const renamed = await send('adminOfNorte', 'logo', await picture('jpeg'), 'logo.svg', 'image/svg+xml')
    expect([renamed.status, String(renamed.raw['path']).endsWith('.webp')]).toEqual([200, true])
  })

  it('U2: may have several megabytes, but not more than the limit', async () => {
    const noise = (size: number) => sharp(createNoise(size), { raw: { width: size, height: size, channels: 3 } })
    const large = await noise(1_200).png().toBuffer()
    expect(large.length).toBeGreaterThan(3_000_000)
    expect((await send('adminOfNorte', 'background_image', large)).status).toBe(200)
    const { status, raw } = await send('adminOfNorte', 'logo', Buffer.alloc(upload.bytes + 1))
    expect([status, raw['key']]).toEqual([413, 'too_large'])
  })

  it('are refused with an unknown kind, without a file, and with a truncated body', async () => {
    expect((await send('adminOfNorte', 'wallpaper', await picture('png'))).raw['errors']).toHaveProperty('kind')
    const none = await portal.as('adminOfNorte').send({ method: 'POST', url, body: { kind: 'logo' } })
    expect([none.status, Object.keys(none.raw['errors'] as object)]).toEqual([400, ['file']])
    const { body, headers } = uploadOf({ kind: 'logo' }, await picture('png'))
    const torn = await portal
      .as('adminOfNorte')
      .send({ method: 'POST', url, headers, body: body.subarray(0, body.length - 60) })
    expect(torn.status).toBe(400)
  })

  it('T1: must belong to the same owner and have the right kind', async () => {
    const foreign = await imageFor('adminOfSul')
    const partners = await imageFor('masterOfAlfa')
    const favicon = await imageFor('adminOfNorte', 'favicon')
    for (const logo of [foreign, partners, favicon]) expect((await change('adminOfNorte', { logo })).status).toBe(404)
    expect((await change('adminOfNorte', { favicon })).status).toBe(200)
  })

  it('V6: image files are erased after a replacement, after one day without use, and together with their business unit', async () => {
    const erase = () => eraseRemovedFiles(erasing(), diskStorage(portal.filesDir))
    const [first, second] = [await imageFor('adminOfLeste'), await imageFor('adminOfLeste')]
    const unused = await imageFor('adminOfLeste')
    await change('adminOfLeste', { logo: first })
    await change('adminOfLeste', { logo: second })
    const statuses = async () =>
      Promise.all([first, second, unused].map(async (address) => (await get(address)).statusCode))
    expect(await statuses()).toEqual([200, 200, 200])
    await erase()
    expect(await statuses()).toEqual([404, 200, 200])
    await portal.platform((db) =>
      db
        .updateTable('files')
        .set({ created_at: sql<Date>`now() - interval '2 days'` })
        .where('used', '=', false)
        .execute(),
    )
    await erase()
    expect(await statuses()).toEqual([404, 200, 404])
    await portal.platform(async (db) => {
      await sql`set constraints all deferred`.execute(db)
      await db.deleteFrom('tenants').where('id', '=', tenants.leste.id).execute()
    })
    expect(await erase()).toBe(1)
    expect(await readdir(join(portal.filesDir, 'public', tenants.leste.id))).toEqual([])
    expect(await erase()).toBe(0)
  })

  /** Adds this number of paths of files to erase, the oldest first. */
  const noted = async (count: number) => {
    const paths = Array.from({ length: count }, () => newFilePath('public', tenants.sul.id, 'png'))
    const values = paths.map((path, at) => ({ path, erased_at: new Date(Date.UTC(2026, 0, 1) + at) }))
    await portal.platform((db) => db.insertInto('erased_files').values(values).execute())
    return paths
  }
  const left = async () =>
    (await portal.platform((db) => db.selectFrom('erased_files').select('path').execute())).map(({ path }) => path)

  it('V6: are all erased in one run; a failure does not stop the others and is reported', async () => {
    await eraseRemovedFiles(erasing(), diskStorage(portal.filesDir))
    const [stuck = ''] = await noted(450)
    // A folder instead of a file: the storage refuses to remove it.
    await mkdir(join(portal.filesDir, stuck), { recursive: true })
    const erase = () => eraseRemovedFiles(erasing(), diskStorage(portal.filesDir))
    await expect(erase()).rejects.toThrow('Files not erased: 1, erased: 449')
    expect(await left()).toEqual([stuck])
    await rm(join(portal.filesDir, stuck), { recursive: true })
    expect([await erase(), await left()]).toEqual([1, []])
  })

  it('V6: are left for the next run when the storage fails, or when the process stops', async () => {
    const paths = await noted(450)
    const disk = diskStorage(portal.filesDir)
    const away = { ...disk, remove: () => Promise.reject(new Error('nobody there')) }
    await expect(eraseRemovedFiles(erasing(), away)).rejects.toThrow('Files not erased: 200, erased: 0')
    const ending = new AbortController()
    let requestCount = 0
    const stopped = {
      ...disk,
      remove: (path: Parameters<typeof disk.remove>[0]) => {
        requestCount += 1
        if (requestCount === 3) ending.abort()
        return disk.remove(path)
      },
    }
    expect(await eraseRemovedFiles({ ...erasing(), signal: ending.signal }, stopped)).toBe(3)
    // The files that failed are at the end of the queue now.
    expect((await left()).toSorted()).toEqual([...paths.slice(0, 200), ...paths.slice(203)].toSorted())
    await eraseRemovedFiles(erasing(), disk)
  })

  it('V6: are refused with 503 while the storage fails', async () => {
    const place = join(portal.filesDir, 'public', tenants.sul.id)
    await rm(place, { recursive: true, force: true })
    await writeFile(place, 'in the way')
    const added = () =>
      portal.platform((db) =>
        db
          .selectFrom('audit_entries')
          .select('changes')
          .where('event', '=', addThemeImage.audit ?? '')
          .where('tenant_id', '=', tenants.sul.id)
          .execute(),
      )
    const before = await added()
    const { status, raw } = await send('adminOfSul', 'logo', await picture('png'))
    expect([status, raw['key'], raw['path']]).toEqual([503, 'file_not_stored', undefined])
    // D5: the audit trail says that an image was added only after it was stored.
    expect(await added()).toEqual(before)
    await rm(place)
    expect((await send('adminOfSul', 'logo', await picture('png'))).status).toBe(200)
  })

  it('V6: are answered with 503 and the reason while the storage cannot read them', async () => {
    const address = await imageFor('adminOfSul')
    const file = join(portal.filesDir, address.replace(/^.*\/storage\//, ''))
    expect((await get(address)).statusCode).toBe(200)
    await rm(file)
    await mkdir(file)
    const answer = await get(address)
    expect([answer.statusCode, answer.json<{ key: string }>().key]).toEqual([503, 'file_not_read'])
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '2' })
    await rm(file, { recursive: true })
    expect((await get(address)).statusCode).toBe(404)
  })

  it('V6: limits concurrent uploads of a business unit, refuses more without reading them, and leaves slots for others', async () => {
    const { body, headers } = uploadOf({ kind: 'logo' }, await picture('png'))
    const read = new Set<number>()
    const bodies = Array.from({ length: 10 }, (_, at) => new Readable({ read: () => void read.add(at) }))
    const answers = bodies.map(async (each) =>
      portal.as('adminOfNorte').send({ method: 'POST', url, headers, body: each }),
    )
    await expect.poll(() => read.size).toBe(7)
    expect((await send('masterOfAlfa', 'logo', await picture('png'))).status).toBe(200)
    for (const each of bodies) {
      each.push(body)
      each.push(null)
    }
    const results = (await Promise.all(answers)).map(({ status, headers: said }) => [status, said['retry-after']])
    expect(results.filter(([status]) => status === 200)).toHaveLength(7)
    expect(results.filter(([status]) => status !== 200)).toEqual(Array.from({ length: 3 }, () => [503, '5']))
    expect(read.size).toBe(7)
    expect((await send('adminOfNorte', 'logo', await picture('png'))).status).toBe(200)
  })

  it('V6: slow uploads that hold all slots lose one to an upload of another owner', async () => {
    const { body, headers } = uploadOf({ kind: 'logo' }, await picture('png'))
    const begun: Readable[] = []
    const slow = (who: PersonName, count: number) =>
      Array.from({ length: count }, async () => {
        let isRead = false
        const sent: Readable = new Readable({ read: () => void (isRead || ((isRead = true), begun.push(sent))) })
        return portal.as(who).send({ method: 'POST', url, headers, body: sent })
      })
    const greedy = slow('adminOfNorte', 7)
    await expect.poll(() => begun.length, { timeout: 10_000 }).toBe(7)
    const others = [...slow('adminOfSul', 3), ...slow('masterOfAlfa', 3), ...slow('masterOfBeta', 1)]
    await expect.poll(() => begun.length, { timeout: 10_000 }).toBe(upload.atOnce)
    expect((await send('masterOfBeta', 'logo', await picture('png'))).status).toBe(200)
    expect((await Promise.race(greedy)).status).toBe(503)
    for (const each of begun.filter(({ destroyed }) => !destroyed)) {
      each.push(body)
      each.push(null)
    }
    const statuses = (await Promise.all([...greedy, ...others])).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 200)).toEqual([503])
  })

  it('limits unused uploads per hour', async () => {
    const values = { partner_id: tenants.sul.partner_id, tenant_id: tenants.sul.id, kind: 'theme.logo', bytes: 1 }
    const many = Array.from({ length: upload.unusedAnHour }, () => ({
      ...values,
      path: newFilePath('public', tenants.sul.id, 'png'),
    }))
    await portal.platform((db) => db.insertInto('files').values(many).execute())
    const { status, headers } = await send('adminOfSul', 'logo', await picture('png'))
    expect([status, headers['retry-after']]).toEqual([429, '600'])
    // The limit is checked before the image is decoded.
    expect((await send('adminOfSul', 'logo', Buffer.from('no picture'))).status).toBe(429)
  })

  it('counts refused uploads too, and stores the size of the re-encoded image', async () => {
    const rows = () => portal.platform((db) => db.selectFrom('files').select(['path', 'bytes']).execute())
    const before = (await rows()).length
    expect((await send('adminOfNorte', 'logo', Buffer.from('no picture'))).status).toBe(400)
    const address = await imageFor('adminOfNorte')
    const after = await rows()
    expect(after.length).toBe(before + 2)
    const storedImage = after.find(({ path }) => address.endsWith(path))
    expect(storedImage?.bytes).toBe((await get(address)).rawPayload.length)
  })
})

describe('URLs of stored files', () => {
  it.each([
    '/storage/',
    '/storage/secrets.json',
    '/storage/..%2f..%2fsecrets.json',
    '/storage/public/%00',
    `/storage/public/${tenants.norte.id}/%2e%2e%2f%2e%2e%2fsecrets.json`,
    '/storage/public',
    '/storage//etc/passwd',
    `/storage/public/${tenants.norte.id}/`,
  ])('U2: %s answers 404', async (address) => {
    const { statusCode, headers } = await get(address)
    expect([statusCode, String(headers['content-type']).startsWith('application/json')]).toEqual([404, true])
  })

  it('T7: a signed URL shows a private file while its session is open', async () => {
    const { appSecret } = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost' })
    const ground = { secrets: createSecrets(appSecret), clock: systemClock }
    const stored = async (tenant: typeof tenants.norte) => {
      const path = newFilePath('private', tenant.id, 'png')
      await diskStorage(portal.filesDir).put(path, await picture('png'))
      const row = { path, partner_id: tenant.partner_id, tenant_id: tenant.id, kind: 'test', bytes: 1 }
      await portal.platform((db) => db.insertInto('files').values(row).execute())
      return path
    }
    const sessionOf = async (who: typeof people.userOfNorte) => {
      await portal.tokenOf(who)
      const newest = portal.platform((db) =>
        db.selectFrom('sessions').select('id').where('user_id', '=', who.id).orderBy('id', 'desc').executeTakeFirst(),
      )
      return (await newest)?.id ?? ''
    }
    const [unit, person] = [tenants.norte.id, people.userOfNorte.id]
    const membership = (change: RawBuilder<unknown>) => sql`update memberships set ${change} where user_id = ${person}`
    const settings = (change: RawBuilder<unknown>) => sql`update settings set ${change} where tenant_id = ${unit}`
    const tenant = (change: RawBuilder<unknown>) => sql`update tenants set ${change} where id = ${unit}`
    const refusals = [
      ['blocked', membership(sql`state = 'B'`), membership(sql`state = 'A'`)],
      ['a day that has come', membership(sql`block_on = '2026-01-01'`), membership(sql`block_on = null`)],
      ['addresses', settings(sql`allowed_addresses = '{203.0.113.0/24}'`), settings(sql`allowed_addresses = '{}'`)],
      ['maintenance', tenant(sql`maintenance = true`), tenant(sql`maintenance = false`)],
      ['disabled', tenant(sql`enabled = false`), tenant(sql`enabled = true`)],
    ] as const
    const [path, other] = [await stored(tenants.norte), await stored(tenants.sul)]
    const [mine, foreign] = [await sessionOf(people.userOfNorte), await sessionOf(people.userOfSul)]
    const address = signedUrl(path, mine, ground)
    const good = await get(address)
    expect([good.statusCode, good.headers['cache-control']]).toEqual([200, 'private, max-age=60'])
    const old = { now: () => new Date(systemClock.now().getTime() - 20 * 60_000) }
    const refused = [
      `/storage/${path}`,
      address.replace(/s=.*/, ''),
      address.replace(/.{3}$/, 'xxx'),
      address.replace(/e=\d+/, 'e=9999999999'),
      address.replace(mine, foreign),
      address.replace(path, other),
      signedUrl(path, mine, { ...ground, clock: old }),
      signedUrl(path, mine, { ...ground, secrets: createSecrets(createHash('sha256').digest('hex')) }),
      // Correctly signed, but the session may not see the file.
      signedUrl(path, foreign, ground),
      signedUrl(other, mine, ground),
      signedUrl(path, crypto.randomUUID(), ground),
      signedUrl(path, people.userOfNorte.id, ground),
    ]
    for (const wrong of refused) expect([wrong, (await get(wrong)).statusCode]).toEqual([wrong, 404])
    expect((await get(address, 'sul.localhost')).statusCode).toBe(404)
    for (const [what, shut, open] of refusals) {
      await portal.platform((db) => shut.execute(db))
      expect([what, (await get(address)).statusCode]).toEqual([what, 404])
      await portal.platform((db) => open.execute(db))
      expect([what, (await get(address)).statusCode]).toEqual([what, 200])
    }
    await portal.platform((db) =>
      db.updateTable('sessions').set({ ended_at: new Date() }).where('id', '=', mine).execute(),
    )
    expect((await get(address)).statusCode).toBe(404)
    expect(filePath(path)).toBe(path)
  })
})

/** Random bytes, which no image format can compress. */
function createNoise(size: number): Uint8Array {
  let state = 1
  return Uint8Array.from({ length: size * size * 3 }, () => (state = (state * 48_271) % 2_147_483_647) & 255)
}
