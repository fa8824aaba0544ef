// The portal as an installed web app: the manifest of each host, and the icons that it names, from the theme of the host. Visitors without a
// session ask: a network has a rate limit, and each host is read at most once a minute. Next: pages.ts (the document that links them).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installAnswers } from '#catalogue/limits.ts'
import { pathOf } from '#features/organisation/themes/server/rules.ts'
import { themeOf } from '#features/organisation/themes/server/queries.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Clock } from '#platform/server/clock.ts'
import { asFilePath } from '#platform/server/files/file-path.ts'
import { drawIcon, type Icon } from '#platform/server/files/images.ts'
import type { FileStorage } from '#platform/server/files/storage.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { callerOf } from '#platform/server/http/caller.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { networkOf } from '#platform/server/http/network.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import { sharedAnswers } from '#platform/server/shared-answers.ts'

const freshMs = 60_000

/** The page background of the product in light mode. */
const paper = '#fbfaf7'

/** The picture of a host without one of its own. */
const mark = readFileSync(join(import.meta.dirname, 'mark.png'))

/**
 * The icons by file name. A launcher may cut a maskable icon to a circle of 80 % of its width, so its picture is smaller and its ground is
 * filled. iOS would fill a transparent ground with black.
 */
const icons = {
  '192.png': { size: 192, margin: 0, filled: false },
  '512.png': { size: 512, margin: 0, filled: false },
  'maskable-192.png': { size: 192, margin: 0.2, filled: true },
  'maskable-512.png': { size: 512, margin: 0.2, filled: true },
  '180.png': { size: 180, margin: 0.1, filled: true },
} as const satisfies Record<string, { size: number; margin: number; filled: boolean }>

type IconName = keyof typeof icons

const isIconName = (name: string): name is IconName => Object.hasOwn(icons, name)

/** What an installed app shows of its host. `picture`: the URL path of its picture; null: the mark of the product. */
type AppBrand = { name: string; ground: string; picture: string | null }

const productBrand: AppBrand = { name: 'Vitrine', ground: paper, picture: null }

type ManifestDependencies = { gate: Pick<Gate, 'acrossTenants'>; hosts: Hosts; storage: FileStorage; clock: Clock }

export function serveManifest(app: FastifyInstance, { gate, hosts, storage, clock }: ManifestDependencies): void {
  const limiter = createLimiter(installAnswers)
  const brands = sharedAnswers(({ at }: { brand: AppBrand; at: number }) => performance.now() - at < freshMs)
  const drawn = sharedAnswers<Uint8Array>(() => true, maxDrawn)

  const read = async (host: string): Promise<AppBrand> =>
    gate.acrossTenants('manifest of a host', async (db) => {
      const owner = await hosts.ownerOf(db, host)
      if (!owner) return productBrand
      const { title_page, color_background, favicon, logo } = await themeOf(db, owner)
      return { name: title_page ?? owner.name, ground: color_background ?? paper, picture: favicon ?? logo }
    })

  /** The brand of the host of a request. An unknown host has that of the product. */
  const brandFor = async (request: FastifyRequest, reply: FastifyReply): Promise<AppBrand> => {
    const { host, address } = callerOf(request)
    if (!limiter.admits(networkOf(address), clock.now())) fail('call.throttled', { retryAfter: 60 })
    reply.header('cache-control', 'public, max-age=300')
    return (await brands.get(host, async () => ({ brand: await read(host), at: performance.now() }))).brand
  }

  const pictureOf = async ({ picture }: AppBrand): Promise<Uint8Array> => {
    const path = picture === null ? null : asFilePath(pathOf(picture))
    return (path && (await storage.read(path))) ?? mark
  }

  app.get('/manifest.webmanifest', async (request, reply) => {
    const brand = await brandFor(request, reply)
    return reply.type('application/manifest+json; charset=utf-8').send(JSON.stringify(manifestOf(brand)))
  })

  app.get<{ Params: { name: string } }>('/icons/:name', async (request, reply) => {
    const { name } = request.params
    if (!isIconName(name)) return reply.callNotFound()
    const brand = await brandFor(request, reply)
    const { size, margin, filled } = icons[name]
    const icon: Icon = { size, margin, ground: filled ? brand.ground : null }
    const bytes = await drawn.get(`${name} ${brand.ground} ${brand.picture}`, async () => {
      const picture = await pictureOf(brand)
      // A stored picture that cannot be drawn is replaced, so that the app can be installed.
      return drawIcon(picture, icon).catch((error: unknown) => {
        if (picture === mark) throw error
        return drawIcon(mark, icon)
      })
    })
    return reply.type('image/png').send(Buffer.from(bytes))
  })
}

/** Drawn icons that a process remembers, of up to 100 kB each. */
const maxDrawn = 200

const manifestOf = (brand: AppBrand) => ({
  id: '/',
  name: brand.name,
  short_name: shortName(brand.name),
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: brand.ground,
  theme_color: brand.ground,
  icons: Object.entries(icons).flatMap(([name, { size, filled }]) => {
    // The icon of iOS is linked in the document.
    if (name === '180.png') return []
    // The address changes with the picture: a browser asks for an icon anew only at another address.
    const version = encodeURIComponent(`${brand.picture?.slice(-15, -5) ?? 'mark'}${brand.ground.slice(1)}`)
    const purpose = filled ? 'maskable' : 'any'
    return { src: `/icons/${name}?v=${version}`, sizes: `${size}x${size}`, type: 'image/png', purpose }
  }),
})

/** Launchers show about this many characters. */
const shortLength = 12

/** The first words of the name that fit; a longer first word is cut. */
export function shortName(name: string): string {
  if (name.length <= shortLength) return name
  const fitting = name.slice(0, shortLength + 1).replace(/\s+\S*$/, '')
  return fitting.slice(0, shortLength)
}
