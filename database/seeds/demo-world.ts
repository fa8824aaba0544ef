// The demo world for the first start: two partners, five business units, about forty people, and grants on the shipped reports.
// Production never gets it. Next: demo-people.ts, demo-examples.ts (what people have made with it).
import { DateTime } from 'luxon'
import { maxPins } from '#catalogue/limits.ts'
import { type DemoEntry, demoChangelog } from './demo-changelog.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { type DemoPerson, peopleOfUnit } from './demo-people.ts'

type Unit = { id: string; subdomain: string; name: string; timezone: string; language: string }
type Partner = { id: string; subdomain: string; name: string; master: { name: string; email: string }; units: Unit[] }

const demoId = (group: number, item: number) =>
  `0d0e0000-0000-4000-8000-${String(group).padStart(4, '0')}${String(item).padStart(8, '0')}`

export const demoPartners: Partner[] = [
  {
    id: demoId(1, 1),
    subdomain: 'adventure-works',
    name: 'Adventure Works Cycles',
    master: { name: 'Tereza Nogueira', email: 'tereza.nogueira@adventure-works.com' },
    units: [
      {
        id: demoId(2, 1),
        subdomain: 'aw-brasil',
        name: 'Adventure Works Brasil',
        timezone: 'America/Sao_Paulo',
        language: 'pt-BR',
      },
      {
        id: demoId(2, 2),
        subdomain: 'aw-us',
        name: 'Adventure Works US',
        timezone: 'America/Los_Angeles',
        language: 'en-US',
      },
      {
        id: demoId(2, 3),
        subdomain: 'aw-europe',
        name: 'Adventure Works Europe',
        timezone: 'Europe/London',
        language: 'en-US',
      },
    ],
  },
  {
    id: demoId(1, 2),
    subdomain: 'tejo',
    name: 'Bicicletas Tejo',
    master: { name: 'Vasco Teles', email: 'vasco.teles@bicicletas-tejo.example' },
    units: [
      {
        id: demoId(2, 4),
        subdomain: 'lisboa',
        name: 'Bicicletas Tejo Lisboa',
        timezone: 'Europe/Lisbon',
        language: 'pt-PT',
      },
      {
        id: demoId(2, 5),
        subdomain: 'madrid',
        name: 'Bicicletas Tejo Madrid',
        timezone: 'Europe/Madrid',
        language: 'es',
      },
    ],
  },
]

export const platformStaff = { name: 'Olívia Prado', email: 'olivia@vitrine.example' }

/** The account of a partner at the embedded report service, and the workspace of each unit there. */
export const demoDirectory = 'demo'
export const demoAppId = (partner: Partner) => `portal-${partner.subdomain}`
export const demoWorkspaceId = (unit: Unit) => unit.id.replace('0d0e0000', '0d0e0001')
/** Every business unit has a workspace at the report service; the first two of a partner publish from theirs already. */
export const demoUnits = demoPartners.flatMap((partner) => partner.units.map((unit) => ({ partner, unit })))
export const unitsWithReports = demoPartners.flatMap((partner) =>
  partner.units.slice(0, 2).map((unit) => ({ partner, unit })),
)

/** The second workspace of a business unit with reports: nobody has imported its reports yet, so a newcomer can. */
export function newReportsOf(unit: Unit) {
  const text = (texts: InLanguage) => inLanguage(texts, unit.language)
  return {
    workspaceId: unit.id.replace('0d0e0000', '0d0e0002'),
    name: text({ pt: 'Equipe de dados', ptPT: 'Equipa de dados', en: 'Data team', es: 'Equipo de datos' }),
    reports: [
      {
        of: 'SalesOverview',
        name: text({ pt: 'Loja on-line', ptPT: 'Loja online', en: 'Online store', es: 'Tienda en línea' }),
        pages: ['lojaOnline'],
      },
      {
        of: 'Products',
        name: text({ pt: 'Margem por produto', en: 'Margin by product', es: 'Margen por producto' }),
        pages: ['margem', 'coresETamanhos'],
      },
      {
        of: 'ResellerPerformance',
        name: text({ pt: 'Vendas por território', en: 'Sales by territory', es: 'Ventas por territorio' }),
        pages: ['territorios'],
      },
    ],
  }
}

/** A report that the report service publishes into a workspace, as its REST API lists it. */
export type PublishedReport = { id: string; datasetId: string; name: string }

export type DemoOptions = {
  passwordHash: string
  /** Sealed by the portal's key; the seed knows no key. */
  sealedSecret: Buffer
  publishedIn(workspaceId: string): Promise<PublishedReport[]>
}

/** Fills an empty database, in one transaction; false: a database with anybody in it stays as it is. */
export async function fillDemoWorld(db: Database, options: DemoOptions): Promise<boolean> {
  const { passwordHash } = options
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return false
  await db
    .insertInto('users')
    .values({ ...platformStaff, password_hash: passwordHash, staff: 'a2m' })
    .execute()
  await db.insertInto('changelog_entries').values(demoChangelog.map(written)).execute()
  for (const partner of demoPartners) {
    const { id, name, subdomain } = partner
    await db.insertInto('partners').values({ id, name, subdomain }).execute()
    await db
      .insertInto('users')
      .values({ ...partner.master, password_hash: passwordHash, staff: 'master', partner_id: id })
      .execute()
    const accountId = demoId(3, demoPartners.indexOf(partner) + 1)
    await db
      .insertInto('embedding_accounts')
      .values({
        id: accountId,
        partner_id: id,
        name: 'Vitrine',
        kind: 'local',
        directory_id: demoDirectory,
        app_id: demoAppId(partner),
        secret_sealed: options.sealedSecret,
      })
      .execute()
    for (const unit of partner.units) await fillUnit(db, { partner, unit, accountId, options })
  }
  return true
}

const written = ({ title, body, daysAgo, kind }: DemoEntry) => ({
  kind,
  day: DateTime.now().minus({ days: daysAgo }).toISODate() ?? '',
  title: JSON.stringify(title),
  body: JSON.stringify(body),
  sent: true,
})

type UnitToFill = { partner: Partner; unit: Unit; accountId: string; options: DemoOptions }

async function fillUnit(db: Database, { partner, unit, accountId, options }: UnitToFill): Promise<void> {
  const { id, name, subdomain, timezone, language } = unit
  await db
    .insertInto('tenants')
    .values({ id, name, subdomain, default_language: language, partner_id: partner.id, user_limit: 50 })
    .execute()
  await db.updateTable('settings').set({ timezone, show_last_update: true }).where('tenant_id', '=', id).execute()
  const people = peopleOfUnit[subdomain] ?? []
  const groups = await addPeople(db, { tenantId: id, language, people, passwordHash: options.passwordHash })
  if (!unitsWithReports.some((entry) => entry.unit === unit)) return
  const add = (workspace: { service_id: string; name: string }) =>
    addWorkspace(db, { ...workspace, tenant_id: id, partner_id: partner.id, account_id: accountId })
  const workspaceId = await add({ service_id: demoWorkspaceId(unit), name })
  const { workspaceId: service_id, name: ofNewReports } = newReportsOf(unit)
  await add({ service_id, name: ofNewReports })
  await publish(db, { unit, workspaceId, groups, published: await options.publishedIn(demoWorkspaceId(unit)) })
}

type PeopleToAdd = { tenantId: string; language: string; people: DemoPerson[]; passwordHash: string }

async function addPeople(
  db: Database,
  { tenantId, language, people, passwordHash }: PeopleToAdd,
): Promise<Map<string, string>> {
  const groups = new Map<string, string>()
  for (const name of new Set(people.flatMap((person) => person.groups))) {
    const { id } = await db
      .insertInto('user_groups')
      .values({ tenant_id: tenantId, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    groups.set(name, id)
  }
  for (const { name, email, phone, profile, department, groups: names } of people) {
    const user = { name, email, language, password_hash: passwordHash, home_tenant_id: tenantId }
    const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
    await db
      .insertInto('memberships')
      .values({ tenant_id: tenantId, user_id: id, profile, phone, department })
      .execute()
    const members = names
      .flatMap((group) => groups.get(group) ?? [])
      .map((group_id) => ({ tenant_id: tenantId, group_id, user_id: id }))
    if (members.length > 0) await db.insertInto('user_group_members').values(members).execute()
  }
  return groups
}

type WorkspaceToAdd = { tenant_id: string; partner_id: string; account_id: string; service_id: string; name: string }

async function addWorkspace(db: Database, workspace: WorkspaceToAdd): Promise<string> {
  const { id } = await db.insertInto('workspaces').values(workspace).returning('id').executeTakeFirstOrThrow()
  return id
}

type ToPublish = { unit: Unit; workspaceId: string; groups: Map<string, string>; published: PublishedReport[] }

/** A name as the people of a business unit read it. Portugal reads that of Brazil where it would write nothing else. */
type InLanguage = { pt: string; en: string; es: string; ptPT?: string }
const inLanguage = ({ pt, en, es, ptPT = pt }: InLanguage, language: string): string =>
  ({ 'en-US': en, es, 'pt-PT': ptPT })[language] ?? pt

const sales = { pt: 'Vendas', en: 'Sales', es: 'Ventas' }
const products = { pt: 'Produtos', en: 'Products', es: 'Productos' }

/** The one group of the smaller business units, in their languages, sees all rows. */
const everybody = { Readers: 'Company', Leitores: 'Company', Lectores: 'Company' }

/** A visual of a shipped report that every reader of the report has pinned, by its names in the report's files. */
type DemoPin = { page: string; visual: string; kind: string; title: InLanguage }

/** The report group of a shipped report in the portal, the roles of each user group, and what its readers have pinned. */
type DemoLocation = {
  name: InLanguage
  group: InLanguage
  subgroup: InLanguage
  description: InLanguage
  roles: Record<string, string>
  pins: DemoPin[]
}

const locations: Record<string, DemoLocation> = {
  SalesOverview: {
    name: { pt: 'Visão geral de vendas', en: 'Sales overview', es: 'Resumen de ventas' },
    group: sales,
    subgroup: { pt: 'Resultados', en: 'Results', es: 'Resultados' },
    description: {
      pt: 'Vendas on-line e por revendas: evolução, canais e regiões.',
      ptPT: 'Vendas online e por revendedores: evolução, canais e regiões.',
      en: 'Online and reseller sales: trend, channels and regions.',
      es: 'Ventas en línea y por distribuidores: evolución, canales y regiones.',
    },
    roles: { Diretoria: 'Company', Produtos: 'Company', ...everybody },
    pins: [
      {
        page: 'resumo',
        visual: 'vendasDoUltimoMes',
        kind: 'cardVisual',
        title: { pt: 'Vendas do último mês', en: 'Sales of the last month', es: 'Ventas del último mes' },
      },
      {
        page: 'resumo',
        visual: 'vendas',
        kind: 'card',
        title: { pt: 'Vendas totais', en: 'Total sales', es: 'Ventas totales' },
      },
      { page: 'resumo', visual: 'margem', kind: 'card', title: { pt: 'Margem', en: 'Margin', es: 'Margen' } },
      {
        page: 'resumo',
        visual: 'vendasPorMes',
        kind: 'columnChart',
        title: { pt: 'Vendas por mês e canal', en: 'Sales by month and channel', es: 'Ventas por mes y canal' },
      },
    ],
  },
  ResellerPerformance: {
    name: {
      pt: 'Desempenho de revendas',
      ptPT: 'Desempenho dos revendedores',
      en: 'Reseller performance',
      es: 'Rendimiento de los distribuidores',
    },
    group: sales,
    subgroup: { pt: 'Revendas', ptPT: 'Revendedores', en: 'Resellers', es: 'Distribuidores' },
    description: {
      pt: 'Vendedores, metas e revendas. Cada pessoa vê as próprias vendas; gerentes, as da equipe.',
      ptPT: 'Vendedores, objetivos e revendedores. Cada pessoa vê as suas vendas; os gerentes, as da equipa.',
      en: 'Salespeople, targets and resellers. Everyone sees their own sales; managers see those of the team.',
      es: 'Vendedores, objetivos y distribuidores. Cada persona ve sus propias ventas; los gerentes, las del equipo.',
    },
    roles: { Diretoria: 'Company', Gerentes: 'Manager', Vendedores: 'Salesperson', ...everybody },
    pins: [
      {
        page: 'vendedores',
        visual: 'vendasDoUltimoMes',
        kind: 'cardVisual',
        title: { pt: 'Último mês', en: 'Last month', es: 'Último mes' },
      },
      { page: 'vendedores', visual: 'vendas', kind: 'card', title: { pt: 'Vendas', en: 'Sales', es: 'Ventas' } },
      {
        page: 'vendedores',
        visual: 'meta',
        kind: 'card',
        title: { pt: 'Meta', ptPT: 'Objetivo', en: 'Quota', es: 'Objetivo' },
      },
      {
        page: 'vendedores',
        visual: 'atingimento',
        kind: 'card',
        title: { pt: 'Atingimento', ptPT: 'Cumprimento', en: 'Attainment', es: 'Cumplimiento' },
      },
      {
        page: 'vendedores',
        visual: 'porMes',
        kind: 'lineChart',
        title: { pt: 'Vendas por mês', en: 'Sales by month', es: 'Ventas por mes' },
      },
    ],
  },
  Products: {
    name: products,
    group: products,
    subgroup: { pt: 'Portfólio', en: 'Portfolio', es: 'Cartera' },
    description: {
      pt: 'Categorias, margens e os produtos que mais vendem.',
      en: 'Categories, margins and the best-selling products.',
      es: 'Categorías, márgenes y los productos más vendidos.',
    },
    roles: { Diretoria: 'Company', Produtos: 'Company', ...everybody },
    pins: [],
  },
}

/** The names of the projects of the shipped reports: sales, resellers, products. */
export const shippedReports = Object.keys(locations)

/** The location, in a language, of a report that the report service publishes under its title or its project's name. */
export function placeIn(language: string, published: string) {
  const found = locations[published] ?? Object.values(locations).find(({ name }) => name.pt === published)
  if (!found) return null
  const { name, group, subgroup, description, roles, pins } = found
  const text = (texts: InLanguage) => inLanguage(texts, language)
  return {
    name: text(name),
    group: text(group),
    subgroup: text(subgroup),
    description: text(description),
    roles,
    // The pins of a report that comes first here stand before those of the others.
    pins: pins.map(({ title, ...pin }, index) => ({
      ...pin,
      title: text(title),
      position: Object.values(locations).indexOf(found) * maxPins + index,
    })),
  }
}

async function publish(db: Database, { unit, workspaceId, groups, published }: ToPublish): Promise<void> {
  const tenant_id = unit.id
  const subgroups = new Map<string, string>()
  for (const [position, texts] of [sales, products].entries()) {
    const name = inLanguage(texts, unit.language)
    const group = await db
      .insertInto('report_groups')
      .values({ tenant_id, name, position })
      .returning('id')
      .executeTakeFirstOrThrow()
    const names = new Set(
      Object.values(locations).flatMap((location) =>
        location.group === texts ? [inLanguage(location.subgroup, unit.language)] : [],
      ),
    )
    for (const subgroup of names) {
      const values = { tenant_id, group_id: group.id, name: subgroup, position: subgroups.size }
      const { id } = await db.insertInto('report_subgroups').values(values).returning('id').executeTakeFirstOrThrow()
      subgroups.set(subgroup, id)
    }
  }
  for (const report of published) {
    const location = placeIn(unit.language, report.name)
    const subgroup_id = location && subgroups.get(location.subgroup)
    if (!location || !subgroup_id) continue
    const { id } = await db
      .insertInto('reports')
      .values({
        tenant_id,
        subgroup_id,
        workspace_id: workspaceId,
        service_report_id: report.id,
        service_dataset_id: report.datasetId,
        name: location.name,
        description: location.description,
        row_security: true,
        show_last_update: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const grants = Object.entries(location.roles).flatMap(([group, role]) => {
      const group_id = groups.get(group)
      return group_id ? [{ tenant_id, report_id: id, group_id, roles: [role] }] : []
    })
    if (grants.length > 0) await db.insertInto('report_grants').values(grants).execute()
    const readers = await membersOf(
      db,
      grants.map(({ group_id }) => group_id),
    )
    const pins = readers.flatMap((user_id) =>
      location.pins.map((pin) => ({ ...pin, tenant_id, report_id: id, user_id })),
    )
    if (pins.length > 0) await db.insertInto('report_pins').values(pins).execute()
  }
}

async function membersOf(db: Database, groupIds: string[]): Promise<string[]> {
  if (groupIds.length === 0) return []
  const members = await db
    .selectFrom('user_group_members')
    .select('user_id')
    .distinct()
    .where('group_id', 'in', groupIds)
    .execute()
  return members.map(({ user_id }) => user_id)
}
