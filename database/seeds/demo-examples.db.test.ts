import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DateTime } from 'luxon'
import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isTaxId } from '#catalogue/tax-id.ts'
import { notificationTypeOf, notificationTypes } from '#features/messaging/notifications/contract.ts'
import { templateTypes, templateTypeNames } from '#features/messaging/templates/contract.ts'
import { accessRequestReminderHours } from '#catalogue/limits.ts'
import { requestCause } from '#features/reports/catalogs/server/queries.ts'
import { app } from '#features/reports/apps/contract.ts'
import { playlist } from '#features/reports/playlists/contract.ts'
import { verifyAudit } from '#platform/server/audit-chain.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { openPool } from '#platform/server/database/pool.ts'
import { htmlFaultsOf } from '#platform/server/html/clean.ts'
import { loggerFor } from '#platform/server/log.ts'
import { createGate } from '#platform/server/session/gate.ts'
import { onNewDatabase } from '#testing/new-database.ts'
import { addDemoExamples } from './demo-examples.ts'
import { demoPartners, fillDemoWorld, shippedReports, unitsWithReports } from './demo-world.ts'
import { nextAt, pastAt } from './examples/work.ts'

/** Tables without an example: what signing in and running leave behind, what needs another service, and what would hide the demo. */
const withoutExample = [
  'ai_accounts',
  'ai_calls',
  'api_key_requests',
  'api_keys',
  'audit_anchors',
  'audit_redactions',
  'bill_files',
  'bill_sends',
  'broadcast_dismissals',
  'capacities',
  'capacity_changes',
  'capacity_periods',
  'credit_notes',
  'data_archives',
  'dismissed_hints',
  'embed_tokens',
  'embedded_used_tokens',
  'erased_files',
  'erased_people',
  'files',
  'job_slots',
  'mail_attachments',
  'mail_box_reads',
  'mail_box_set_aside',
  'mail_senders',
  'mails',
  'message_uses',
  'notification_choices',
  'one_time_tokens',
  'openid_identities',
  'openid_providers',
  'passkeys',
  'planned_invitations',
  'playlist_pairings',
  'playlist_sessions',
  'processes',
  'push_choices',
  'push_devices',
  'push_keys',
  'recovery_codes',
  'registrations',
  'remote_accesses',
  'report_exports',
  'report_fault_followers',
  'report_faults',
  'report_page_lists',
  'report_pages',
  'saml_apps',
  'saml_identities',
  'saml_sessions',
  'saml_used_assertions',
  'scim_connections',
  'sender_budgets',
  'session_tokens',
  'sessions',
  'sign_in_attempts',
  'sign_in_devices',
  'staff_notification_choices',
  'staff_notifications',
  'survey_answers',
  'surveys',
  'task_addressees',
  'task_digest_entries',
  'task_identities',
  'task_silences',
  'themes',
  'ticket_attachments',
  'ticket_drafts',
  'ticket_mails',
  'ticket_reply_codes',
  'ticket_staff_reply_codes',
  'ticket_watchers',
  'two_factors',
  'unit_erasures',
  'user_import_edits',
  'user_import_mappings',
  'user_report_filters',
  'webhook_attempts',
  'webhook_deliveries',
  'webhooks',
]

type Row = Record<string, unknown>
type Found = {
  plain: string[]
  full: string[]
  whole: boolean | undefined
  filledAt: DateTime
  rows: Record<string, Row[]>
}
const found: Found = {
  plain: [],
  full: [],
  whole: undefined,
  filledAt: DateTime.now(),
  rows: {},
}
const rowsOf = (table: string) => found.rows[table] ?? []

async function emptyTables(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const empty: string[] = []
  for (const { name } of rows) {
    if ((await owner.query(`select from ${name} limit 1`)).rowCount === 0) empty.push(name)
  }
  return empty
}

beforeAll(async () => {
  await onNewDatabase(async (url, owner) => {
    await migrate(url)
    const pool = openPool({ url, max: 2, onError: () => undefined })
    try {
      const gate = createGate(pool, loggerFor({ logLevel: 'silent' }))
      const publishedIn = (workspaceId: string) =>
        Promise.resolve(
          shippedReports.map((name, index) => ({
            id: `${workspaceId.slice(0, -1)}${index}`,
            datasetId: workspaceId,
            name,
          })),
        )
      const options = { passwordHash: 'x', sealedSecret: Buffer.from('x'), publishedIn }
      await gate.acrossTenants('test: the demo world', (db) => fillDemoWorld(db, options))
      found.plain = await emptyTables(owner)
      found.filledAt = DateTime.now()
      await gate.acrossTenants('test: its examples', addDemoExamples)
    } finally {
      await pool.end()
    }
    found.full = await emptyTables(owner)
    found.whole = (await verifyAudit(owner)).breaks.length === 0
    for (const table of [
      'playlists',
      'apps',
      'notifications',
      'notification_templates',
      'user_terms',
      'faq_entries',
      'broadcasts',
      'clients',
      'bills',
      'domains',
      'tenants',
      'audit_entries',
      'report_views',
      'tickets',
      'task_runs',
      'ticket_follow_ups',
      'triggers',
      'scheduled_exports',
      'scheduled_export_runs',
      'maintenance_windows',
      'maintenance_occurrences',
      'memberships',
      'access_requests',
      'reports',
    ]) {
      found.rows[table] = (await owner.query<Row>(`select * from ${table}`)).rows
    }
  })
}, 300_000)

describe('the examples of the demo world', () => {
  it('leave no table of a capability empty', () => {
    expect(found.full).toEqual(withoutExample)
  })

  it('are not in the plain world', () => {
    for (const table of ['playlists', 'apps', 'tickets', 'bills', 'report_views', 'audit_entries', 'notifications'])
      expect(found.plain).toContain(table)
  })

  it('are in the language of each business unit', () => {
    const names = Object.fromEntries(
      unitsWithReports.map(({ unit }) => [
        unit.subdomain,
        rowsOf('playlists').flatMap((row) => (row['tenant_id'] === unit.id ? [row['name']] : [])),
      ]),
    )
    expect(names).toEqual({
      'aw-brasil': ['Painel da recepção', 'Reunião de segunda-feira'],
      'aw-us': ['Lobby screen', 'Monday meeting'],
      lisboa: ['Painel da receção', 'Reunião de segunda-feira'],
      madrid: ['Pantalla de la recepción', 'Reunión del lunes'],
    })
    expect(rowsOf('reports').find(({ name }) => name === 'Visão geral de vendas')?.['names']).toEqual({
      'pt-BR': 'Visão geral de vendas',
      'en-US': 'Sales overview',
      es: 'Resumen de ventas',
      'pt-PT': 'Visão geral de vendas',
    })
  })

  it('are what the contracts accept', () => {
    for (const { items } of rowsOf('playlists')) expect(z.encode(playlist.fields.items, items as never)).toBeTruthy()
    for (const { sections } of rowsOf('apps')) expect(z.encode(app.fields.sections, sections as never)).toBeTruthy()
    for (const { type, facts } of rowsOf('notifications'))
      expect(notificationTypes[notificationTypeOf(String(type))].values.safeParse(facts).success).toBe(true)
    for (const { cnpj_cpf } of rowsOf('clients')) expect(isTaxId(String(cnpj_cpf), 'legal')).toBe(true)
    for (const row of rowsOf('notification_templates')) {
      const type = templateTypeNames.find((name) => name === row['type'])
      if (!type) throw new Error(`no type ${String(row['type'])}`)
      for (const body of Object.values(row['body'] as object))
        for (const name of templateTypes[type].mandatory) expect(body).toContain(`{{${name}}}`)
    }
  })

  it('have no HTML that the portal would refuse', () => {
    const texts = [
      ...rowsOf('notifications').map(({ body }) => body),
      ...rowsOf('notification_templates').map(({ body }) => body),
      ...rowsOf('user_terms').map(({ body }) => body),
      ...rowsOf('faq_entries').map(({ answer }) => answer),
      ...rowsOf('broadcasts').map(({ message }) => message),
    ].flatMap((byLanguage) => Object.values((byLanguage ?? {}) as Record<string, string>))
    expect(texts.length).toBeGreaterThan(60)
    for (const html of texts) expect(htmlFaultsOf(html)).toEqual({})
  })

  it('show pages that the shipped reports have', () => {
    const samples = join(import.meta.dirname, '../../report-service/samples')
    const pages = shippedReports.flatMap((name) => {
      const file = join(samples, `${name}.Report/definition/pages/pages.json`)
      return (JSON.parse(readFileSync(file, 'utf8')) as { pageOrder: string[] }).pageOrder
    })
    const shown = rowsOf('playlists').flatMap(({ items }) => (items as { page: string }[]).map(({ page }) => page))
    const viewed = rowsOf('report_views').flatMap(({ page }) => (page === '' ? [] : [page]))
    for (const page of [...shown, ...viewed]) expect(pages).toContain(page)
  })

  it('show use on most of the last 30 days, by most people, and none of tomorrow', () => {
    const views = rowsOf('report_views').filter(
      ({ event, tenant_id }) => event === 'opened' && tenant_id === unitsWithReports[0]?.unit.id,
    )
    const days = new Set(views.map(({ at }) => (at as Date).toISOString().slice(0, 10)))
    expect([views.length > 150, days.size > 18, new Set(views.map(({ user_id }) => user_id)).size > 15]).toEqual([
      true,
      true,
      true,
    ])
    const now = Date.now()
    for (const table of ['report_views', 'audit_entries'])
      for (const { at } of rowsOf(table)) expect((at as Date).getTime()).toBeLessThanOrEqual(now)
  })

  it('have tickets, runs, requests and bills in each state', () => {
    const states = (table: string, column: string) =>
      [...new Set(rowsOf(table).map((row) => String(row[column])))].toSorted()
    expect(states('tickets', 'status')).toEqual(['closed', 'on_going', 'open'])
    expect(states('task_runs', 'state')).toEqual(['held', 'notified', 'quiet'])
    expect(states('access_requests', 'state')).toEqual(['denied', 'waiting'])
    const bills = rowsOf('bills')
    const valid = bills.filter(({ voided_at }) => voided_at === null)
    expect(valid).toHaveLength(2 * demoPartners.length)
    for (const { total } of valid) expect(Number(total)).toBeGreaterThan(0)
    expect(bills.filter(({ voided_at }) => voided_at !== null)).toHaveLength(demoPartners.length)
  })

  it('have bills that count the verified domains of the units of their client', () => {
    const bills = rowsOf('bills').filter(({ voided_at }) => voided_at === null)
    const counted = bills.map((bill) => {
      const units = rowsOf('tenants').flatMap(({ id, client_id }) => (client_id === bill['client_id'] ? [id] : []))
      const ends = DateTime.fromJSDate(bill['created_at'] as Date).startOf('month')
      const verified = rowsOf('domains').filter(
        ({ tenant_id, verified_at }) =>
          units.includes(tenant_id) && verified_at !== null && (verified_at as Date) < ends.toJSDate(),
      )
      return [bill['id'], verified.length]
    })
    expect(bills.map(({ id, domains }) => [id, domains])).toEqual(counted)
    expect(bills.some(({ domains }) => Number(domains) > 0)).toBe(true)
  })

  const ofUnit = (table: string, unit: string) => rowsOf(table).filter((row) => row['tenant_id'] === unit)
  const instants = (rows: Row[], column: string) => rows.map((row) => (row[column] as Date).toISOString()).toSorted()

  it.each(unitsWithReports.map(({ unit }) => [unit.subdomain, unit.id]))(
    'of %s tell of each event when it happened',
    (_, unit) => {
      const told = (type: string) => ofUnit('notifications', unit).filter((row) => row['type'] === type)
      const requests = ofUnit('access_requests', unit)
      expect(instants(told('access_requested'), 'created_at')).toEqual(instants(requests, 'created_at'))
      const causes = told('access_requested').map(({ cause }) => cause)
      expect(new Set(causes)).toEqual(new Set(requests.map(({ id }) => requestCause(String(id)))))
      const denied = requests.filter(({ state }) => state === 'denied')
      expect(instants(told('access_denied'), 'created_at')).toEqual(instants(denied, 'settled_at'))
      // A request of this age is announced again by a job.
      const oldest = found.filledAt.minus({ hours: accessRequestReminderHours }).toJSDate()
      const waiting = requests.filter(({ state }) => state === 'waiting')
      for (const { created_at } of waiting) expect((created_at as Date) > oldest).toBe(true)

      const alerts = ofUnit('task_runs', unit).filter(({ state }) => state === 'notified')
      expect(instants(told('task_fired'), 'created_at')).toEqual(instants(alerts, 'created_at'))
      const delivered = new Set(instants(ofUnit('scheduled_export_runs', unit), 'ended_at'))
      expect(new Set(instants(told('export_delivered'), 'created_at'))).toEqual(delivered)
      const opened = instants(ofUnit('tickets', unit), 'created_at')
      for (const at of instants(told('ticket_opened'), 'created_at')) expect(opened).toContain(at)
      const answered = instants(ofUnit('ticket_follow_ups', unit), 'created_at')
      for (const at of instants(told('ticket_answered'), 'created_at')) expect(answered).toContain(at)

      const [announced] = told('maintenance_announced')
      const [occurrence] = ofUnit('maintenance_occurrences', unit)
      const window = ofUnit('maintenance_windows', unit).find(({ id }) => id === occurrence?.['window_id'])
      expect(occurrence?.['told_ahead']).toBe(true)
      expect(announced?.['created_at']).toEqual(window?.['created_at'])
      const ahead = Number(occurrence?.['starts_at']) - Number(announced?.['created_at'])
      expect(ahead).toBeGreaterThan(0)
      expect(window?.['announces']).toBe('week')
      expect(ahead).toBeLessThanOrEqual(7 * 24 * 3_600_000)

      for (const { path, created_at } of told('report_published')) {
        const report = ofUnit('reports', unit).find(({ id }) => path === `/${String(id)}/reports/view`)
        const views = ofUnit('report_views', unit).filter(({ report_id }) => report_id === report?.['id'])
        expect((report?.['created_at'] as Date) < (created_at as Date)).toBe(true)
        for (const { at } of views) expect((at as Date) > (created_at as Date)).toBe(true)
      }
    },
  )

  it.each(unitsWithReports.map(({ unit }) => [unit.subdomain, unit.id, unit.timezone] as const))(
    'of %s have run at each time of their schedules, and run next at the one after',
    (_, unit, timezone) => {
      const [trigger] = ofUnit('triggers', unit)
      const [scheduled] = ofUnit('scheduled_exports', unit)
      for (const [schedule, runs] of [
        [trigger, ofUnit('task_runs', unit)],
        [scheduled, ofUnit('scheduled_export_runs', unit)],
      ] as const) {
        const { days, times, created_at, next_at } = schedule as {
          days: number[]
          times: string[]
          created_at: Date
          next_at: Date
        }
        const due = pastAt({ timezone, days, times }, created_at, found.filledAt).map((at) => at.toISOString())
        expect(due.length).toBeGreaterThanOrEqual(4)
        expect([...new Set(instants(runs, 'planned_at'))]).toEqual(due)
        expect(next_at).toEqual(nextAt({ timezone, days, times }, found.filledAt))
      }
    },
  )

  it('have nobody who acts after their last sign-in, and one person of each large unit who has never signed in', () => {
    for (const { unit } of unitsWithReports) {
      const members = ofUnit('memberships', unit.id)
      const acts = [
        ...ofUnit('report_views', unit.id).flatMap(({ event, user_id, at }) =>
          event === 'opened' ? [[user_id, at] as const] : [],
        ),
        ...ofUnit('audit_entries', unit.id).map(({ actor_id, at }) => [actor_id, at] as const),
      ]
      for (const [person, at] of acts) {
        const last = members.find(({ user_id }) => user_id === person)?.['last_sign_in_at'] as Date | null
        // A session begins before its first act, and lasts some minutes.
        expect(last && last.getTime() + 120_000).toBeGreaterThanOrEqual((at as Date).getTime())
      }
      const silent = members.filter(({ last_sign_in_at }) => last_sign_in_at === null)
      // In a unit of few people each has done something.
      expect(silent).toHaveLength(members.length > 5 ? 1 : 0)
    }
  })

  it('leave an audit trail whose chain holds', () => {
    expect(found.whole).toBe(true)
    expect(rowsOf('audit_entries').length).toBeGreaterThan(80)
  })
})
