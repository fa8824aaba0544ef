// What the examples of one business unit are written with: its people and reports, its language, and days that count back from today.
import { DateTime } from 'luxon'
import { inLanguage, type Language, languageOf, type Texts } from '#catalogue/languages.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { localInstant } from '#platform/server/local-instant.ts'
import { type AuditedAction, type Audited, collectAudit } from './audit.ts'

export type Person = { id: string; name: string; email: string; profile: string; department: string | null }
export type Report = { id: string; name: string; dataset_id: string }

export type ExampleUnit = {
  db: Database
  id: string
  partnerId: string
  subdomain: string
  timezone: string
  language: Language
  people: Person[]
  /** Who runs the portal, who leads, who reads, and one more: the same person where a unit has few people. */
  admin: Person
  lead: Person
  reader: Person
  colleague: Person
  groups: { id: string; name: string }[]
  /** Null where the portal started without a report service. */
  reports: { sales: Report; resellers: Report; products: Report } | null
  /** A text in the language of the unit. */
  say(texts: Texts): string
  /** The instant of a local time some days ago; a negative number of days is in the future. */
  at(daysAgo: number, time: string): Date
  /** The day as `2026-11-26`. */
  day(daysAgo: number): string
  /** Notes an action for the audit trail. `writeAuditOf` stores all of them in order. */
  audit(action: AuditedAction): void
  audited: Audited[]
}

type UnitOfDemo = { id: string; subdomain: string; timezone: string; language: string }

/** The days since the report on products was published, of which people were told. */
export const productsSince = 21

/** People, groups and reports are older than what was made with them. */
export async function dateBack({ db, id: tenant_id, at, reports }: ExampleUnit): Promise<void> {
  for (const table of ['memberships', 'user_groups', 'report_groups', 'report_subgroups', 'reports'] as const) {
    const created_at = at(table === 'memberships' || table === 'user_groups' ? 61 : 60, '09:30')
    await db.updateTable(table).set({ created_at }).where('tenant_id', '=', tenant_id).execute()
  }
  if (!reports) return
  const created_at = at(productsSince, '11:55')
  await db.updateTable('reports').set({ created_at }).where('id', '=', reports.products.id).execute()
}

/** The parts that people of the first unit have in the examples. Elsewhere the order of the people decides. */
const cast: Record<string, { lead: string; reader: string; colleague: string }> = {
  'aw-brasil': { lead: 'stephen0', reader: 'linda3', colleague: 'beatriz.lima' },
}

/** Reads the people and reports of a unit of the demo world. `names`: the names of its shipped reports. */
export async function readUnit(
  db: Database,
  { id, subdomain, timezone, language }: UnitOfDemo,
  { partnerId, names }: { partnerId: string; names: { sales: string; resellers: string; products: string } },
): Promise<ExampleUnit> {
  const people = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.name', 'u.email', 'm.profile', 'm.department'])
    .where('m.tenant_id', '=', id)
    .orderBy('u.id')
    .execute()
  const groups = await db
    .selectFrom('user_groups')
    .select(['id', 'name'])
    .where('tenant_id', '=', id)
    .orderBy('id')
    .execute()
  const reports = await db
    .selectFrom('reports as r')
    .innerJoin('datasets as d', (join) =>
      join
        .onRef('d.tenant_id', '=', 'r.tenant_id')
        .onRef('d.workspace_id', '=', 'r.workspace_id')
        .onRef('d.service_id', '=', 'r.service_dataset_id'),
    )
    .select(['r.id', 'r.name', 'd.id as dataset_id'])
    .where('r.tenant_id', '=', id)
    .execute()
  const admin = people.find(({ profile }) => profile === 'admin')
  const readers = people.filter(({ profile }) => profile === 'user')
  const part = (name: 'lead' | 'reader' | 'colleague', index: number) =>
    readers.find(({ email }) => email.startsWith(`${cast[subdomain]?.[name]}@`)) ?? readers[index] ?? readers[0]
  const [lead, reader, colleague] = [part('lead', 0), part('reader', 1), part('colleague', 2)]
  if (!admin || !lead || !reader || !colleague) throw new Error(`the demo unit ${subdomain} has no people`)
  const named = (name: string) => reports.find((report) => report.name === name)
  const [sales, resellers, products] = [named(names.sales), named(names.resellers), named(names.products)]
  const today = DateTime.now().setZone(timezone).startOf('day')
  const audited: Audited[] = []
  return {
    db,
    id,
    partnerId,
    subdomain,
    timezone,
    language: languageOf(language),
    people,
    admin,
    lead,
    reader,
    colleague,
    groups,
    reports: sales && resellers && products ? { sales, resellers, products } : null,
    say: (texts) => inLanguage(texts, language),
    at: (daysAgo, time) => localInstant(today.minus({ days: daysAgo }), time),
    day: (daysAgo) => today.minus({ days: daysAgo }).toISODate() ?? '',
    audit: collectAudit(audited, id, partnerId),
    audited,
  }
}
