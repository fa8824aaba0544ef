import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isTaxId } from '#catalogue/tax-id.ts'
import { notificationTypeOf, notificationTypes } from '#features/messaging/notifications/contract.ts'
import { templateTypes, templateTypeNames } from '#features/messaging/templates/contract.ts'
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
  'maintenance_occurrences',
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
const found: { plain: string[]; full: string[]; whole: boolean | undefined; rows: Record<string, Row[]> } = {
  plain: [],
  full: [],
  whole: undefined,
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
      'audit_entries',
      'report_views',
      'tickets',
      'task_runs',
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

  it('leave an audit trail whose chain holds', () => {
    expect(found.whole).toBe(true)
    expect(rowsOf('audit_entries').length).toBeGreaterThan(80)
  })
})
