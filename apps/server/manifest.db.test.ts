// The manifest and the icons of each host, from its theme.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { addThemeImage, readTheme, updateTheme } from '#features/organisation/themes/contract.ts'
import { installAnswers } from '#catalogue/limits.ts'
import { testPortal } from '#testing/portal.ts'
import { picture, uploadOf } from '#testing/uploads.ts'
import { shortName } from './manifest.ts'

const portal = testPortal()

type Manifest = { [name: string]: unknown; icons: { src: string; sizes: string; type: string; purpose: string }[] }

const get = (url: string, host: string, remoteAddress = '192.0.2.10') =>
  portal.portal.app.inject({ method: 'GET', url, headers: { host }, remoteAddress })
const manifestAt = async (host: string) => {
  const answer = await get('/manifest.webmanifest', host)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/manifest+json; charset=utf-8'])
  return answer.json<Manifest>()
}
const change = async (who: Parameters<typeof portal.as>[0], fields: object) => {
  const { body } = await portal.as(who).ask(readTheme, {})
  expect((await portal.as(who).ask(updateTheme, { version: body.version, ...fields })).status).toBe(200)
}
/** The colour of one pixel: red, green, blue, opacity. */
const pixel = async (bytes: Buffer, at: number) => {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray((at * info.width + at) * 4, (at * info.width + at) * 4 + 4)]
}

describe('the manifest of a host', () => {
  it('has the name, the colours and the icons of its theme', async () => {
    const { raw } = await portal.as('adminOfNorte').send({
      method: 'POST',
      url: `/api/${addThemeImage.path}`,
      ...uploadOf({ kind: 'favicon' }, await picture('png')),
    })
    await change('adminOfNorte', {
      title_page: 'Norte Análises',
      color_background: '#112233',
      favicon: String(raw['path']),
    })
    const manifest = await manifestAt('norte.localhost')
    expect(manifest).toMatchObject({
      id: '/',
      name: 'Norte Análises',
      short_name: 'Norte',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      theme_color: '#112233',
      background_color: '#112233',
    })
    expect(manifest.icons.map(({ sizes, purpose, type }) => [sizes, purpose, type])).toEqual([
      ['192x192', 'any', 'image/png'],
      ['512x512', 'any', 'image/png'],
      ['192x192', 'maskable', 'image/png'],
      ['512x512', 'maskable', 'image/png'],
    ])
    for (const { src, sizes, purpose } of manifest.icons) {
      const { statusCode, headers, rawPayload } = await get(src, 'norte.localhost')
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
      const { width, height } = await sharp(rawPayload).metadata()
      expect(`${width}x${height}`).toBe(sizes)
      // Only a maskable icon fills its corners.
      expect(await pixel(rawPayload, 0)).toEqual(purpose === 'maskable' ? [0x11, 0x22, 0x33, 255] : [0, 0, 0, 0])
    }
  })

  it('has the mark of the product where the stored picture is gone', async () => {
    const { raw } = await portal.as('adminOfSul').send({
      method: 'POST',
      url: `/api/${addThemeImage.path}`,
      ...uploadOf({ kind: 'logo' }, await picture('png')),
    })
    const path = String(raw['path'])
    await change('adminOfSul', { logo: path })
    await rm(join(portal.filesDir, path.replace('/storage/', '')))
    const { statusCode, rawPayload } = await get('/icons/512.png', 'sul.localhost')
    expect([statusCode, (await sharp(rawPayload).metadata()).width]).toEqual([200, 512])
  })

  it('is that of the partner or the product where the host has no theme, and for an unknown host', async () => {
    await change('masterOfAlfa', { title_page: 'Alfa' })
    expect(await manifestAt('alfa.localhost')).toMatchObject({ name: 'Alfa' })
    expect(await manifestAt('leste.localhost')).toMatchObject({ name: 'Leste', theme_color: '#fbfaf7' })
    expect(await manifestAt('nowhere.localhost')).toMatchObject({ name: 'Vitrine' })
    expect(await manifestAt('localhost')).toMatchObject({ name: 'Vitrine' })
    for (const host of ['leste.localhost', 'nowhere.localhost']) {
      const { statusCode, rawPayload } = await get('/icons/180.png', host)
      expect([host, statusCode, (await sharp(rawPayload).metadata()).width]).toEqual([host, 200, 180])
      expect(await pixel(rawPayload, 0)).toEqual([0xfb, 0xfa, 0xf7, 255])
    }
  })

  it('U2: has no icons but its own', async () => {
    for (const name of ['1.png', '..%2fmark.png', 'constructor', '512.webp'])
      expect([name, (await get(`/icons/${name}`, 'norte.localhost')).statusCode]).toEqual([name, 404])
  })

  it('V6: limits the answers of a network', async () => {
    const ask = () => get('/manifest.webmanifest', 'norte.localhost', '198.51.100.7')
    const statuses = []
    for (let count = 0; count <= installAnswers.perMinute; count += 1) statuses.push((await ask()).statusCode)
    // A new minute may have begun meanwhile.
    while (statuses.at(-1) === 200 && statuses.length < 3 * installAnswers.perMinute)
      statuses.push((await ask()).statusCode)
    expect(statuses.at(-1)).toBe(429)
    expect((await get('/manifest.webmanifest', 'norte.localhost')).statusCode).toBe(200)
  })
})

it.each([
  ['Norte', 'Norte'],
  ['Norte Análises', 'Norte'],
  ['Rio Grande do Sul', 'Rio Grande'],
  ['Extraordinariamente', 'Extraordinar'],
  ['Doze letras!', 'Doze letras!'],
])('the short name of %s is %s', (name, short) => {
  expect(shortName(name)).toBe(short)
})
