// Who may frame the pages of embedded access, and the report service's page inside them.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { openReport } from '#features/reports/view/contract.ts'
import { readSettings, updateSettings } from '#features/organisation/settings/contract.ts'
import { embeddedLogin } from '#features/identity/embedded-access/contract.ts'
import { giveDomain } from '#testing/domains.ts'
import { claimsFor, signed } from '#testing/embedded-tokens.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { openPool } from '#platform/server/database/pool.ts'
import { createGate, type Gate } from '#platform/server/session/gate.ts'
import { viewerPage } from '#report-service/rest/viewer-page.ts'
import { testPortal } from '#testing/portal.ts'
import { published, seller } from '#testing/reports.ts'
import { masterInNorte, partners, tenants } from '#testing/world.ts'
import { createAppHosts, createFrameOrigins } from './frame-origins.ts'
import { createReportsFront } from './reports-front.ts'

const ofNorte = { partner_id: partners.alfa.id, tenant_id: tenants.norte.id }
const portal = testPortal({ reports: true })
const erp = 'https://erp.norte.example'
const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

const poolOf = (max: number) => openPool({ url: portal.databaseUrl, max, onError: () => undefined })
const gateOn = (pool: ReturnType<typeof poolOf>) => createGate(pool, { info: () => undefined })
const address = '192.0.2.1'

/** The service's own page, from a build of one file, and a database pool for the host in front of it. */
async function startViewer() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-viewer-'))
  await writeFile(join(folder, 'index.html'), '<head><meta name="allowed-origins" content="" /></head>')
  const app = Fastify()
  viewerPage(app, { folders: [folder], allowedOrigins: ['http://*.localhost', 'http://localhost'] })
  const pool = poolOf(2)
  const close = async () => {
    await app.close()
    await pool.end()
    await rm(folder, { recursive: true })
  }
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), gate: gateOn(pool), close }
}

async function change(fields: object) {
  const staff = portal.as(masterInNorte)
  const { version } = (await staff.ask(readSettings, {})).body
  return (await staff.ask(updateSettings, { version, ...fields })).body
}

/** Uses a new pool each time, because an answer is cached for one second. */
async function originsAt(host: string) {
  const pool = poolOf(1)
  try {
    return await createFrameOrigins(gateOn(pool), 'localhost')({ host, address })
  } finally {
    await pool.end()
  }
}

it('E4: the origins of a host are those of its business unit, while embedded access is on', async () => {
  await change({ enable_embedded: 'S', domains_embedded_whitelist: [erp] })
  expect(await originsAt('norte.localhost')).toEqual([erp])
  for (const other of [
    'sul.localhost',
    'alfa.localhost',
    'localhost',
    'nowhere.localhost',
    'norte',
    'x.norte.localhost',
  ])
    expect(await originsAt(other), other).toEqual([])
  await portal.platform((db) => giveDomain(db, ofNorte, 'bi.norte.example'))
  expect(await originsAt('bi.norte.example')).toEqual([erp])
  await portal.platform((db) => giveDomain(db, ofNorte, null))
  await change({ enable_embedded: 'N' })
  expect(await originsAt('norte.localhost')).toEqual([])
})

it('V7: a database that does not answer admits nobody', async () => {
  const pool = poolOf(1)
  await pool.end()
  expect(await createFrameOrigins(gateOn(pool), 'localhost')({ host: 'norte.localhost', address })).toEqual([])
})

it('V3: visitors who ask for pages of thirty hosts leave connections for everybody else', async () => {
  const pool = poolOf(10)
  const gate = gateOn(pool)
  const origins = createFrameOrigins(gate, 'localhost')
  const other = new pg.Client({ connectionString: portal.ownerUrl })
  await other.connect()
  await other.query('begin; lock table settings in access exclusive mode')
  const asked = Array.from({ length: 30 }, (_, index) => origins({ host: `invented${index}.localhost`, address }))
  const read = (db: Database) => db.selectFrom('tenants').select('id').limit(1).execute()
  expect(await gate.acrossTenants('a job', read)).toHaveLength(1)
  expect(await gate.inTenant(tenants.norte.id, read)).toHaveLength(1)
  await other.query('rollback')
  await other.end()
  await Promise.all(asked)
  await pool.end()
})

it('V3: the apps of a host are asked for once, whatever ids the addresses name', async () => {
  const pool = poolOf(1)
  const gate = gateOn(pool)
  let questions = 0
  const counting: Pick<Gate, 'askOpen'> = { askOpen: (...asked) => ((questions += 1), gate.askOpen(...asked)) }
  const hosts = createAppHosts(counting, 'localhost')
  const items = [
    { kind: 'embedded', address: 'https://Crm.example:8443/x' },
    { kind: 'embedded', address: 'https://b.example' },
    { kind: 'link', address: 'https://link.example' },
  ]
  const app = {
    tenant_id: tenants.norte.id,
    name: 'Framing',
    icon: 'chart',
    color: '#112233',
    sections: JSON.stringify([{ items }]),
  }
  const { id } = await portal.platform((db) =>
    db.insertInto('apps').values(app).returning('id').executeTakeFirstOrThrow(),
  )
  const visitor = { host: 'norte.localhost', address }
  const ids = [id, ...Array.from({ length: 20 }, () => randomUUID())]
  const found = await Promise.all(ids.map((each) => hosts(visitor, each)))
  expect(found.flat()).toEqual(['b.example', 'crm.example:8443'])
  expect(questions).toBe(1)
  expect(await hosts({ ...visitor, host: 'sul.localhost' }, id)).toEqual([])
  await portal.platform((db) => db.deleteFrom('apps').where('id', '=', id).execute())
  await pool.end()
})

it('E4: the database stores origins only', async () => {
  const written = (origins: string[]) =>
    portal.platform((db) =>
      db.updateTable('settings').set({ embedded_origins: origins }).where('tenant_id', '=', tenants.norte.id).execute(),
    )
  for (const wrong of [
    '*',
    "'self'",
    'https://a.example; script-src *',
    'https://a.example https://b.example;',
    'https://A.example',
    'ftp://a',
  ])
    await expect(written([wrong]), wrong).rejects.toThrow('settings_embedded_origins_check')
  await written(['https://a.example', 'http://localhost:3000', 'https://[::1]:8443'])
  await written([])
})

it('E4: the viewer in an embedded page admits the origins of the unit, and in the portal only the portal', async () => {
  await change({ enable_embedded: 'S', domains_embedded_whitelist: [erp] })
  const { token_embedded } = await change({ token_embedded: 'rotate' })
  await portal.platform((db) =>
    db
      .insertInto('report_grants')
      .values({ tenant_id: tenants.norte.id, report_id: published.reports[0], user_id: seller.id, roles: ['Company'] })
      .execute(),
  )
  const host = 'norte.localhost'
  const { body } = await portal
    .as({ token: null, host })
    .ask(embeddedLogin, { token: signed(claimsFor(seller.email, host), token_embedded ?? '') })
  const embedded = await portal.as({ token: body.token, host }).ask(openReport, { reportId: published.reports[0] })
  const ordinary = await portal.as(seller).ask(openReport, { reportId: published.reports[0] })
  const viewer = await startViewer()
  const front = await createReportsFront({
    upstream: viewer.url,
    trustedProxies: [],
    gate: viewer.gate,
    frameOrigins: createFrameOrigins(viewer.gate, 'localhost'),
  })
  closing.push(viewer.close, () => front.close())
  const ancestors = async (url: string) => {
    const { headers } = await front.inject({ url, headers: { host: 'reports.localhost' } })
    return /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
  }
  const pathOf = (url: string) => `${new URL(url).pathname}${new URL(url).search}`
  const own = 'http://*.localhost http://localhost'
  expect(await ancestors(pathOf(ordinary.body.embed_url))).toBe(own)
  expect(await ancestors(pathOf(embedded.body.embed_url))).toBe(`${erp} ${own}`)
  expect(pathOf(ordinary.body.embed_url)).not.toContain('portal=')
  // A unit without embedded access, an unknown host, and an attempt to inject a directive of the policy.
  for (const portalHost of ['sul.localhost', 'nowhere', "x'; script-src *", ''])
    expect(await ancestors(`/reportEmbed?portal=${encodeURIComponent(portalHost)}`), portalHost).toBe(own)
})
