// Checks every call of every feature: who may call it, what unauthorised callers get, and what hostile input causes.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allows, type Scope } from '#catalogue/access.ts'
import { languages } from '#catalogue/languages.ts'
import { type Call, pathOfCall } from '#platform/contract/call.ts'
import { startAzureDouble } from '#powerbi/testing/azure-double.ts'
import { startPowerBiDouble } from '#powerbi/testing/power-bi-double.ts'
import { onOwner } from '#testing/global-setup.ts'
import { testPortal } from '#testing/portal.ts'
import { canary } from '#testing/probe.ts'
import { seller } from '#testing/reports.ts'
import { picture, uploadOf } from '#testing/uploads.ts'
import { type Person, masterInNorte, people } from '#testing/world.ts'
import { createAuditPhrases } from '#features/operations/audit/server/rules.ts'
import { nounPhrases } from './phrases.ts'
import { probes, routes } from './testing/probes.ts'

const azure = await startAzureDouble()
azure.operationSteps = 0
const microsoft = await startPowerBiDouble()
afterAll(() => Promise.all([azure.close(), microsoft.close()]))
const portal = testPortal({
  config: {
    powerBi: { authority: azure.address, api: microsoft.address },
    azureManagement: azure.address,
    pushContact: 'mailto:operator@example.com',
  },
  reports: true,
})

const calls = routes.map(({ call }) => call)
const guarded = calls.filter(({ access }) => access !== 'anyone')
const open = calls.filter(({ access }) => access === 'anyone')

/** Calls that change fields of a stored record. */
const updates = guarded.filter(({ audit }) => /\.(?:updated|state_changed|moved|language_chosen)$/.test(audit ?? ''))

/** Fields that name a record and its version; `other_field` is known to no call. */
const keys = new Set(['id', 'report_id', 'version', 'other_field'])

const unique = () => randomBytes(4).toString('hex')
const probeOf = ({ path }: Call) => {
  const probe = probes[path]
  if (!probe) throw new Error(`no probe for ${path}: add it to testing/probes.ts of its feature`)
  return probe
}
const inputFor = (call: Call) => portal.platform(async (db) => probeOf(call).input({ db, unique: unique() }))
const controlFor = (call: Call) => {
  const probe = probeOf(call)
  return portal.platform(async (db) => (probe.control ?? probe.input)({ db, unique: unique() }))
}

const tinyPicture = await picture('png')
const uploads = new Set(routes.filter(({ form }) => form === 'upload').map(({ call }) => call))

/** True for a valid input of an upload: text fields that are sent with a file. Any other input is sent as JSON, which the call refuses. */
function bringsFile(call: Call, input: unknown): input is Record<string, string> {
  if (!uploads.has(call) || typeof input !== 'object' || input === null) return false
  const fields = Object.entries(input)
  return fields.length > 0 && fields.every(([name, value]) => name in probeShape(call) && typeof value === 'string')
}

const probeShape = ({ input }: Call): object => (input instanceof z.ZodObject ? input.shape : {})

function send(call: Call, who: Person | { token: string | null; host: string }, input: unknown) {
  const inQuery = call.method === 'GET' || call.method === 'DELETE'
  const query = inQuery
    ? `?${new URLSearchParams(Object.entries(Object(input) as object).map(([key, value]) => [key, String(value)]))}`
    : ''
  const request = { method: call.method, url: `${pathOfCall(call)}${query}` }
  if (bringsFile(call, input)) return portal.as(who).send({ ...request, ...uploadOf(input, tinyPicture) })
  return portal.as(who).send(inQuery ? request : { ...request, body: input })
}

/** Tables that every request or background work changes: outgoing mails, slots, heartbeats, tokens of grants that have ended. */
const restless = [
  'sessions',
  'session_tokens',
  'sign_in_attempts',
  'sign_in_devices',
  'migrations',
  'audit_entries',
  'audit_links',
  'mails',
  'job_slots',
  'processes',
  'erased_files',
  'embed_tokens',
]

/** A hash of all rows of each other table. */
async function snapshot(): Promise<Map<string, string>> {
  return onOwner(portal.ownerUrl, async (owner) => {
    await owner.query('set role vitrine_platform')
    const { rows: tables } = await owner.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
    const sums = new Map<string, string>()
    for (const { name } of tables.filter((table) => !restless.includes(table.name))) {
      const { rows } = await owner.query<{ sum: string }>(
        `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t`,
      )
      sums.set(name, rows[0]?.sum ?? '')
    }
    return sums
  })
}

/** Returns the tables that have changed since the snapshot. */
async function changedSince(before: Map<string, string>): Promise<string[]> {
  return [...(await snapshot())].filter(([name, sum]) => before.get(name) !== sum).map(([name]) => name)
}

/** Number of audit entries with the event of the call. */
const entriesOf = ({ audit }: Call) =>
  portal.platform(async (db) => {
    const entries = await db
      .selectFrom('audit_entries')
      .select('id')
      .where('event', '=', audit ?? '')
      .execute()
    return entries.length
  })

type Standing = { name: string; who: Person; profile: string; scope: Scope }
const standings: Standing[] = [
  { name: 'user', who: seller, profile: 'user', scope: 'tenant' },
  { name: 'admin', who: people.adminOfNorte, profile: 'admin', scope: 'tenant' },
  { name: 'master in a unit', who: masterInNorte, profile: 'master', scope: 'tenant' },
  { name: 'master at the partner', who: people.masterOfAlfa, profile: 'master', scope: 'partner' },
  { name: 'a2m', who: people.platform, profile: 'a2m', scope: 'platform' },
]

/** Actors without rights in Norte: of the same partner, of another partner, users and staff. */
const strangers: [name: string, who: Person][] = [
  ['admin of a sister unit', people.adminOfSul],
  ['user of a sister unit', people.userOfSul],
  ['admin of another partner’s unit', people.adminOfLeste],
  ['user of another partner’s unit', people.userOfLeste],
  ['master of another partner', people.masterOfBeta],
  ['another partner’s master in their unit', { ...people.masterOfBeta, host: 'leste.localhost' }],
]

/** Calls that succeed only in a session of a special kind. The tests of their features make one. */
const needsItsOwnSession = new Set(['auth/change/back/partner'])
/** Calls that need a file that is no picture. The tests of their features (server/routes.test.ts) send one. */
const needsItsOwnFile = new Set([
  'auth/data_archives/file',
  'auth/help_desk/attachments/file',
  'auth/help_desk/handed/attachments/file',
  'auth/help_desk/mails/original',
  'auth/scheduled_exports/delivered/file',
  'auth/users/import/upload',
])
/** Calls that need a language model. The tests of their features have one. */
const needsAModel = new Set(['auth/notifications/messages/draft', 'auth/report/dax/draft', 'auth/report/page/explain'])
const withoutControl = new Set([...needsItsOwnSession, ...needsItsOwnFile, ...needsAModel])
const hasNoControl = ({ path }: Call) => withoutControl.has(path)

let denied = 0
let controls = 0
let inputs = 0

beforeAll(async () => {
  // Many probes add a person.
  await portal.platform((db) => db.updateTable('tenants').set({ user_limit: 1_000 }).execute())
  // Each of them signs in with their first request. A sign-in changes `memberships`, so it must come before the first snapshot.
  for (const who of [...standings.map((standing) => standing.who), ...strangers.map(([, stranger]) => stranger)])
    await portal.as(who).send({ method: 'GET', url: '/api/openapi.json' })
})

describe('every call', () => {
  it('has a probe, and every call that changes something names its audit event', () => {
    expect(Object.keys(probes).toSorted()).toEqual(guarded.map(({ path }) => path).toSorted())
    expect(new Set(calls.map(({ method, path, http }) => `${method} ${path} ${http.takes}`)).size).toBe(calls.length)
    const silent = guarded.filter(({ does, audit, method }) => does === 'write' && audit === null && method !== 'POST')
    expect(silent).toEqual([])
  })

  it.each(guarded.map((call) => [call.path, call] as const))(
    'Z1: %s is permitted to the profiles of the permission matrix only',
    async (_, call) => {
      const input = await inputFor(call)
      for (const nobody of [null, 'x'.repeat(43), randomBytes(32).toString('base64url')]) {
        const { status, raw } = await send(call, { token: nobody, host: 'norte.localhost' }, input)
        expect([status, raw.status]).toEqual([401, 'unauthorized'])
        denied += 1
      }
      const wrong: string[] = []
      for (const { name, who, profile, scope } of standings) {
        const mayCall = call.access !== 'anyone' && allows({ profile, scope, toggles: [] }, call.access)
        // An empty input is enough for a refusal, and changes nothing when the call is permitted.
        const { status } = await send(call, who, {})
        const isRight = mayCall ? ![401, 500].includes(status) : status === 403
        if (!isRight) wrong.push(`${name}: ${status}`)
        denied += mayCall ? 0 : 1
      }
      expect(wrong).toEqual([])
    },
  )

  it.each(guarded.map((call) => [call.path, call] as const))(
    'T1: %s gives strangers no data of Norte, and its permitted caller the own data',
    async (_, call) => {
      const probe = probeOf(call)
      const input = await inputFor(call)
      const before = await snapshot()
      const wrong: string[] = []
      for (const [name, who] of strangers) {
        const { status, raw } = await send(call, who, input)
        const text = `${name}: ${status} ${JSON.stringify(raw)}`
        if (canary.test(text)) wrong.push(text)
        // All business units of a partner may use the partner's account. The answer lists no row of Norte.
        const isShared = call.path === 'auth/powerbi/workspace/available' && who.host === 'sul.localhost'
        if (probe.reach === 'own' || isShared) continue
        if (!isDenied(call, who, status)) wrong.push(text)
        denied += 1
      }
      expect(wrong).toEqual([])
      expect(probe.reach === 'foreign' ? await changedSince(before) : []).toEqual([])
      if (hasNoControl(call)) return
      const [rightful, entriesBefore] = [await controlFor(call), await entriesOf(call)]
      const { status, raw } = await send(call, probe.who, rightful)
      expect(status, JSON.stringify(raw)).toBe(200)
      // D5: a change writes one audit entry; a read writes none.
      expect((await entriesOf(call)) - entriesBefore).toBe(call.audit ? 1 : 0)
      controls += 1
    },
  )

  it.each(updates.map((call) => [call.path, call] as const))(
    'D2, D5: %s stores no version and no audit entry when nothing differs',
    async (_, call) => {
      const { who } = probeOf(call)
      const [sent, entriesAtFirst] = [await controlFor(call), await entriesOf(call)]
      expect((await send(call, who, sent)).status).toBe(200)
      // An earlier test may have stored the same values: then this one has raised no version either.
      const raised = (await entriesOf(call)) - entriesAtFirst
      const again = typeof sent['version'] === 'number' ? { ...sent, version: sent['version'] + raised } : sent
      // The same values again, and no known field at all. The second is refused where a field is required.
      const empty = Object.fromEntries(
        Object.entries({ ...again, other_field: 'x' }).filter(([name]) => keys.has(name)),
      )
      const [before, entriesBefore] = [await snapshot(), await entriesOf(call)]
      expect((await send(call, who, again)).status).toBe(200)
      expect([200, 400]).toContain((await send(call, who, empty)).status)
      expect((await entriesOf(call)) - entriesBefore).toBe(0)
      expect(await changedSince(before)).toEqual([])
    },
  )

  it.each(guarded.map((call) => [call.path, call] as const))(
    '%s refuses hostile input with an error of ours and never fails',
    async (_, call) => {
      const { who } = probeOf(call)
      const good = await inputFor(call)
      const inQuery = call.method === 'GET' || call.method === 'DELETE'
      const wholes: unknown[] = inQuery ? [] : [[], null, 'text', 7, '{"a":', { ['__proto__x']: 1 }, deep(60)]
      const wrong: string[] = []
      const checkAnswer = (sent: string, { status, raw }: { status: number; raw: Record<string, unknown> }) => {
        inputs += 1
        const text = JSON.stringify(raw)
        const isOurs = status < 400 || ['status', 'message', 'key'].every((key) => key in raw)
        if (status >= 500 || !isOurs || /at .*\.ts:|select |constraint/.test(text))
          wrong.push(`${sent}: ${status} ${text}`)
      }
      for (const whole of wholes) checkAnswer(brief(whole), await send(call, who, whole))
      for (const field of Object.keys(good)) {
        for (const value of hostileValues)
          checkAnswer(`${field} = ${brief(value)}`, await send(call, who, { ...good, [field]: value }))
      }
      expect(wrong).toEqual([])
    },
  )

  it.each(
    guarded.filter(({ method }) => method === 'POST' || method === 'PUT').map((call) => [call.path, call] as const),
  )('A10: %s accepts only JSON, up to the size limit', async (_, call) => {
    const { who } = probeOf(call)
    const large = await send(call, who, { more: 'x'.repeat(2_000_000) })
    expect(large.status).toBe(413)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const form = await portal.as(who).send({ method: call.method, url: `/api/${call.path}`, body: 'a=1', headers })
    expect(form.status).toBe(415)
  })

  it.each(open.map((call) => [call.path, call] as const))(
    'the open call %s never fails on hostile input',
    async (_, call) => {
      for (const whole of [
        [],
        null,
        'text',
        deep(60),
        ...hostileValues.map((value) => ({ email: value, password: value, token: value })),
      ]) {
        const { status } = await send(call, { token: null, host: 'norte.localhost' }, whole)
        expect(status).toBeLessThan(500)
        inputs += 1
      }
    },
  )

  it('T5: takes the business unit from the session, not from body, query or header', async () => {
    const { raw } = await portal.as('adminOfSul').send({
      method: 'GET',
      url: `/api/auth/users/all?tenant_id=${people.adminOfNorte.id}&parceiro_id=x`,
      headers: { 'x-tenant-id': 'x', 'x-company-id': 'y' },
    })
    const names = (raw as { data: { nome_usuario: string }[] }).data.map(({ nome_usuario }) => nome_usuario)
    expect(names).toEqual(expect.arrayContaining(['Aldo Sul', 'Una Sul']))
    // Probes add people to both business units.
    expect(names.filter((name) => !/ Sul$|^Sula /.test(name))).toEqual([])
    const token = await portal.tokenOf(people.adminOfNorte)
    const elsewhere = await portal
      .as({ token, host: 'sul.localhost' })
      .send({ method: 'GET', url: '/api/auth/users/all' })
    expect([elsewhere.status, elsewhere.raw.status]).toEqual([403, 'domain_not_allowed'])
  })

  it('is documented with its permission', async () => {
    const { raw } = await portal
      .as({ token: null, host: 'localhost' })
      .send({ method: 'GET', url: '/api/openapi.json' })
    const paths = (raw as { paths: Record<string, Record<string, Record<string, unknown>>> }).paths
    for (const { method, path, access } of calls) {
      expect(
        paths[pathOfCall({ path }).replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.['x-permission'],
        path,
      ).toBe(access)
    }
  })

  it('D5: names the object in each audit entry whose sentence has one', async () => {
    const { templateOf } = createAuditPhrases(nounPhrases)
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'target_type', 'target_id', 'target_name'])
        .distinctOn('event')
        .where((entry) =>
          entry.or([
            entry('target_name', 'is', null),
            entry('target_name', '~', String.raw`^\s*$`),
            entry('target_name', '=', entry.ref('target_id')),
          ]),
        )
        .orderBy('event')
        .execute(),
    )
    const isNeeded = (event: string) =>
      languages.some((language) => templateOf(event, language)?.includes('{{target}}') === true)
    expect(entries.filter(({ event }) => isNeeded(event))).toEqual([])
    // The sentences of all languages name the object, or none does.
    const uneven = createAuditPhrases(nounPhrases).knownEvents.filter(
      (event) => new Set(languages.map((language) => templateOf(event, language)?.includes('{{target}}'))).size > 1,
    )
    expect(uneven).toEqual([])
  })

  it('was probed as often as expected', () => {
    process.stdout.write(
      `walk: ${calls.length} calls, ${denied} probes denied, ${controls} rightful controls, ${inputs} hostile inputs\n`,
    )
    expect(controls).toBe(guarded.length - withoutControl.size)
    expect(denied).toBeGreaterThan(guarded.length * 3)
  })
})

const brief = (value: unknown) => JSON.stringify(value)?.slice(0, 60) ?? 'undefined'

/**
 * The status for a stranger: 404 with the permission in the own business unit, as for an unknown id; otherwise 403. Settings have no id:
 * a stranger changes their own settings, and fails at the foreign report or at the version (409).
 */
function isDenied({ access, path }: Call, who: Person, status: number): boolean {
  const isStaffOutside = !who.host.includes('norte') && ['alfa.localhost', 'beta.localhost'].includes(who.host)
  const profile = who.name.startsWith('M') ? 'master' : who.name.startsWith('U') ? 'user' : 'admin'
  const mayAtHome =
    access !== 'anyone' && allows({ profile, scope: isStaffOutside ? 'partner' : 'tenant', toggles: [] }, access)
  if (path === 'auth/config/update' && status === 409) return mayAtHome
  return status === (mayAtHome ? 404 : 403)
}

const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) })

const hostileValues: unknown[] = [
  null, '', ' ', 'x\0y', '\ud800', 'x'.repeat(100_000), -1, 1e308, 1.5, true, [], {}, [null], { a: { b: [1] } }, randomUUID(),
  "'; drop table users; --", '../../etc/passwd', '%00', '{{constructor}}', '\u202e', '00000000-0000-0000-0000-000000000000',
  '9999-99-99', 'NaN', ['x'.repeat(10_000)], Number.MAX_SAFE_INTEGER,
] // prettier-ignore
