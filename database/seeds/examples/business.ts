// Examples of partners and the platform: clients with bills, domains, legal data, broadcast messages, management reports.
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { DateTime } from 'luxon'
import type { Database } from '#platform/server/database/kysely.ts'
import { demoDraft } from '../demo-changelog.ts'
import { type Audited, collectAudit } from './audit.ts'
import * as words from './words.ts'

const json = JSON.stringify

type Staff = { id: string; name: string; email: string }
export type ExamplePartner = { id: string; subdomain: string; name: string; master: Staff; unitIds: string[] }

/** The client of each partner, and what differs for the partner itself, which issues the bills. The tax ids have valid check digits and are nobody's. */
const clients = {
  'adventure-works': {
    contract: {
      name: 'Adventure Works Comércio de Bicicletas Ltda.',
      customer_code: 'C-1001',
      payment_details: 'Boleto em 10 dias após a emissão.',
      user_limit: 100,
      price: '29.90',
      number_of_bonus: 5,
      domain_fee: '49.90',
    },
    legal: {
      client_type: 'legal',
      cnpj_cpf: '48271935000139',
      fantasy_name: 'Adventure Works',
      state_registration: '110.042.490.114',
      business_email: 'contato@adventure-works.com',
      email_invoice: ['financeiro@adventure-works.com', 'contas@adventure-works.com'],
      commercial_phone: '+551130301000',
      contact_name: 'Tereza Nogueira',
      address: 'Avenida Paulista',
      number: '1000',
      complement: '12º andar',
      neighborhood: 'Bela Vista',
      city: 'São Paulo',
      cep: '01310100',
      state: 'SP',
    },
    issuer: {
      cnpj_cpf: '36815027000180',
      fantasy_name: 'Adventure Works Cycles',
      state_registration: '143.207.815.110',
      business_email: 'faturamento@adventure-works.com',
      address: 'Rua Funchal',
      number: '418',
      complement: '7º andar',
      neighborhood: 'Vila Olímpia',
      cep: '04551060',
    },
  },
  tejo: {
    contract: {
      name: 'Bicicletas Tejo, Lda.',
      customer_code: 'C-1002',
      payment_details: null,
      user_limit: 40,
      price: '24.50',
      number_of_bonus: 0,
      domain_fee: '39.00',
    },
    legal: {
      client_type: 'legal',
      cnpj_cpf: '73910462000110',
      fantasy_name: 'Bicicletas Tejo',
      state_registration: null,
      business_email: 'geral@bicicletas-tejo.example',
      email_invoice: ['faturas@bicicletas-tejo.example'],
      commercial_phone: '+351210001000',
      contact_name: 'Vasco Teles',
      address: 'Avenida da Liberdade',
      number: '180',
      complement: null,
      neighborhood: 'Santo António',
      city: 'Lisboa',
      cep: null,
      state: null,
    },
    issuer: {
      cnpj_cpf: '51904368000115',
      business_email: 'administracao@bicicletas-tejo.example',
      address: 'Rua do Ouro',
      number: '62',
      neighborhood: 'Baixa',
    },
  },
} as const

/** Runs after the use of the units was written, because the bills count it. */
export async function addBusinessExamples(
  db: Database,
  partners: readonly ExamplePartner[],
  platformStaff: Staff,
): Promise<Audited[]> {
  const audited: Audited[] = []
  await db.updateTable('users').set({ seller: true }).where('id', '=', platformStaff.id).execute()
  for (const partner of partners) {
    const audit = collectAudit(audited, null, partner.id)
    await addClient(db, { partner, seller: platformStaff, audit })
    await addDomains(db, { partner, confirmedBy: platformStaff, audit })
    await db.updateTable('users').set({ billing_administrator: true }).where('id', '=', partner.master.id).execute()
  }
  await issueBills(db, platformStaff, (id) => collectAudit(audited, null, id))
  await settleBills(db, platformStaff)
  await addBroadcasts(db, partners)
  await addPlatformTexts(db, partners)
  return audited
}

type Audit = ReturnType<typeof collectAudit>
const ago = (days: number) => DateTime.now().minus({ days })
const dayOf = (date: DateTime) => date.toISODate() ?? ''

async function addClient(
  db: Database,
  { partner, seller, audit }: { partner: ExamplePartner; seller: Staff; audit: Audit },
): Promise<void> {
  const { contract, legal, issuer } = clients[partner.subdomain as keyof typeof clients]
  const [id, created] = [randomUUID(), ago(400)]
  await db
    .insertInto('clients')
    .values({
      id,
      partner_id: partner.id,
      ...contract,
      ...legal,
      email_invoice: [...legal.email_invoice],
      contract_date: dayOf(created),
      seller: seller.id,
      created_at: created.toJSDate(),
    })
    .execute()
  await sql`update tenants set client_id = c.id, client_standing = c.standing from clients c
             where c.id = ${id} and tenants.id = any(${partner.unitIds}::uuid[])`.execute(db)
  const target = { type: 'client', id, name: contract.name }
  audit({ at: created.toJSDate(), actor: seller, event: 'client.added', target, after: { name: contract.name } })
  await db
    .insertInto('partner_legal_data')
    .values({
      partner_id: partner.id,
      ...legal,
      ...issuer,
      email_invoice: [...legal.email_invoice],
      pix_key: issuer.business_email,
    })
    .execute()
}

/**
 * Issues the bills of the last two months from the people who signed in, as the platform's staff do by hand. Of the older month one bill
 * is void and was issued again. The running month stays open.
 */
async function issueBills(db: Database, issuer: Staff, auditOf: (partnerId: string) => Audit): Promise<void> {
  const thisMonth = DateTime.now().startOf('month')
  for (const back of [2, 1]) {
    const month = thisMonth.minus({ months: back })
    const issued = month.plus({ months: 1, days: 1 })
    const issue = (people: ReturnType<typeof sql<number>>, voided: { at: Date; reason: string } | null) =>
      sql<{ id: string; name: string; partner_id: string; number: string }>`
        insert into bills (number, partner_id, client_id, name, partner, customer, supplier, seller, seller_name, reference_month, timezone,
                           date_of_issue, date_due, billed_users, number_of_bonus, price, user_limit, domains, domain_fee, created_at,
                           voided_at, void_reason)
        select coalesce((select max(b.number) from bills b where b.partner_id = c.partner_id), 0)
                 + row_number() over (partition by c.partner_id order by c.customer_code),
               c.partner_id, c.id, c.name, p.name,
               to_jsonb(c) - array['id', 'partner_id', 'name', 'contract_date', 'seller', 'trial_period', 'user_limit', 'price',
                                   'number_of_bonus', 'domain_fee', 'version', 'created_at', 'standing', 'timezone'],
               to_jsonb(l) - array['partner_id', 'version'] || jsonb_build_object('name', p.name),
               c.seller, ${issuer.name}, ${dayOf(month)}::date, c.timezone, ${dayOf(issued)}::date, ${dayOf(issued.plus({ days: 10 }))}::date,
               ${people}, c.number_of_bonus, c.price, c.user_limit,
               (select count(*)::int from domain_periods d
                 where d.client_id = c.id and d.verified_at < ${month.plus({ months: 1 }).toJSDate()}),
               c.domain_fee, ${issued.toJSDate()}, ${voided?.at ?? null}::timestamptz, ${voided?.reason ?? null}::text
          from clients c join partners p on p.id = c.partner_id join partner_legal_data l on l.partner_id = p.id
         order by c.customer_code
        returning id, name, partner_id, number`
    const active = sql<number>`(select count(distinct b.user_id)::int from billable_people b
                                 where b.client_id = c.id and b.month = ${dayOf(month)}::date)`
    const rows = [
      ...(back === 2
        ? (
            await issue(sql<number>`0`, {
              at: issued.plus({ hours: 2 }).toJSDate(),
              reason: 'Emitida antes da contagem.',
            }).execute(db)
          ).rows
        : []),
      ...(await issue(active, null).execute(db)).rows,
    ]
    for (const { id, name, partner_id, number } of rows) {
      const after = { reference_month: month.toFormat('yyyy-MM'), number: Number(number) }
      const target = { type: 'bill', id, name }
      auditOf(partner_id)({ at: issued.toJSDate(), actor: issuer, event: 'bill.issued', target, after })
    }
  }
}

/** The older valid bills are paid, a part of the newer ones as well; people stand behind each number. */
async function settleBills(db: Database, issuer: Staff): Promise<void> {
  await sql`
    insert into bill_counters (partner_id, series, last_number)
    select partner_id, 'bill', max(number) from bills group by partner_id`.execute(db)
  await sql`
    insert into bill_people (bill_id, partner_id, tenant_id, tenant, user_id, name, email, first_day, last_day, standing)
    select b.id, b.partner_id, t.id, t.name, u.id, u.name, u.email, p.first_day, p.last_day, 'counted'
      from bills b join billable_people p on p.client_id = b.client_id and p.month = b.reference_month
      join tenants t on t.id = p.tenant_id join users u on u.id = p.user_id
     where b.voided_at is null`.execute(db)
  await sql`
    insert into bill_payments (bill_id, partner_id, paid_on, amount, noted_by)
    select b.id, b.partner_id, b.date_due, case when b.reference_month = f.month then b.total else round(b.total / 2, 2) end, ${issuer.name}
      from bills b join (select client_id, min(reference_month) as month from bills group by 1) f on f.client_id = b.client_id
     where b.voided_at is null and b.date_due <= now()::date`.execute(db)
}

/** One domain that leads to the first unit, confirmed by hand, and one whose TXT record nobody has added yet. */
async function addDomains(
  db: Database,
  { partner, confirmedBy, audit }: { partner: ExamplePartner; confirmedBy: Staff; audit: Audit },
): Promise<void> {
  const [first, second] = partner.unitIds
  const zone = partner.subdomain === 'tejo' ? 'bicicletas-tejo.example' : 'adventure-works.example'
  const added = ago(45).toJSDate()
  const token = () => randomBytes(24).toString('base64url')
  const domains = [
    {
      id: randomUUID(),
      tenant_id: first ?? null,
      host: `relatorios.${zone}`,
      token: token(),
      state: 'verified',
      proof: 'hand',
      verified_at: ago(44).toJSDate(),
      confirmed_by: confirmedBy.email,
      reason: 'O contrato mostra que o nome é do parceiro.',
      created_at: added,
      next_check_at: null,
    },
    {
      id: randomUUID(),
      tenant_id: second ?? null,
      host: `reports.${zone}`,
      token: token(),
      state: 'waiting',
      fault: 'not_found',
      checked_at: ago(1).toJSDate(),
      created_at: ago(3).toJSDate(),
      next_check_at: null,
    },
  ]
  for (const domain of domains) {
    await db
      .insertInto('domains')
      .values({ ...domain, partner_id: partner.id })
      .execute()
    const target = { type: 'domain', id: domain.id, name: domain.host }
    audit({ at: domain.created_at, actor: partner.master, event: 'domain.added', target, after: { name: domain.host } })
  }
  const [verified] = domains
  if (!verified?.verified_at) return
  const target = { type: 'domain', id: verified.id, name: verified.host }
  audit({ at: verified.verified_at, actor: confirmedBy, event: 'domain.confirmed', target })
}

/** A message that is over and one that begins next week: neither covers the first page of a newcomer. */
async function addBroadcasts(db: Database, partners: readonly ExamplePartner[]): Promise<void> {
  const { past, planned } = words.broadcasts
  const of = (partner_id: string | null, text: { name: string; message: object }, from: number, to: number) => ({
    partner_id,
    name: text.name,
    message: json(text.message),
    starts_on: dayOf(ago(from)),
    ends_on: dayOf(ago(to)),
    created_at: ago(Math.max(from, 1)).toJSDate(),
  })
  await db
    .insertInto('broadcasts')
    .values([of(null, planned, -5, -9), ...partners.map(({ id }) => of(id, past, 40, 26))])
    .execute()
}

async function addPlatformTexts(db: Database, partners: readonly ExamplePartner[]): Promise<void> {
  await db
    .insertInto('management_reports')
    .values(
      partners.flatMap(({ id }) =>
        words.management.map(({ source, title: reportTitle, description }) => ({
          partner_id: id,
          title: json(reportTitle),
          description: json(description),
          source,
        })),
      ),
    )
    .execute()
  await db
    .insertInto('faq_entries')
    .values({
      tenant_id: null,
      question: json(words.platformFaq.question),
      answer: json(words.platformFaq.answer),
      position: 0,
    })
    .execute()
  const { kind, title, body } = demoDraft
  await db
    .insertInto('changelog_entries')
    .values({ kind, title: json(title), body: json(body), day: dayOf(ago(-7)), sent: false })
    .execute()
}
