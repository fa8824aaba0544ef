// The probe of every call: the input that a permitted caller sends in Norte. Other callers with the same input must be refused, and
// nothing may change. A call without an entry here fails calls.db.test.ts, so that no new call is left untested.
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { DB } from '#database/tables.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { newFilePath } from '#platform/server/files/file-path.ts'
import { published, seller, spareWorkspaceServiceId, workspaceServiceId } from '#testing/reports.ts'
import { password, type Person, people, tenants } from '#testing/world.ts'

export type Made = { db: Database; unique: string }

export type Probe = {
  who: Person
  /**
   * `foreign`: the input names rows of Norte, so that another business unit must get 404.
   * `own`: it names none; another business unit may call it and must see nothing of Norte.
   */
  reach: 'foreign' | 'own'
  /** Creates the records that the call needs, and answers the input. Called again for each positive control. */
  input(made: Made): Promise<Record<string, unknown>> | Record<string, unknown>
  /** The input of the permitted caller, when it differs. */
  control?: Probe['input']
}

const admin = people.adminOfNorte
const tenant_id = tenants.norte.id
const [resellers] = published.reports

const own = (input: Record<string, unknown> = {}, who: Person = admin): Probe => ({
  who,
  reach: 'own',
  input: () => input,
})
const foreign = (input: Probe['input'], who: Person = admin): Probe => ({ who, reach: 'foreign', input })

const newUserGroup = async ({ db, unique }: Made) =>
  (
    await db
      .insertInto('user_groups')
      .values({ tenant_id, name: `Quokka ${unique}` })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** A mail sender that waits for the code 1234 5678. No mail server answers at its address. */
const newSender = async (db: Database) => {
  const server = { host: 'localhost', port: 25, security: 'smtp', from_name: 'Q', from_address: 'q@example.com' }
  const code = { code_hash: hash('sha256', 'sender code 12345678', 'buffer'), code_expires_at: new Date('2100-01-01') }
  await db.deleteFrom('mail_senders').where('tenant_id', '=', tenant_id).execute()
  await db
    .insertInto('mail_senders')
    .values({ tenant_id, ...server, ...code })
    .execute()
}

const newMail = async ({ db, unique }: Made) => {
  const words = { purpose: 'test.sent', subject: `Quokka ${unique}`, body_text: 'Quokka', body_html: 'Quokka' }
  const values = {
    tenant_id,
    partner_id: tenants.norte.partner_id,
    idempotency_key: unique,
    to_address: 'q@example.com',
    ...words,
  }
  return (
    await db
      .insertInto('mails')
      .values({ ...values, state: 'failed' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

const newDeadJob = async ({ db, unique }: Made) => {
  const data = JSON.stringify({ tenant_id, slot: unique, input: { id: tenant_id } })
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, source_name, source_output)
    values ('dead_letters', ${data}::jsonb, 'mail.send', '{"message": "Quokka"}') returning id`.execute(db)
  return rows[0]?.id
}

const newReportGroup = async ({ db, unique }: Made) =>
  (
    await db
      .insertInto('report_groups')
      .values({ tenant_id, name: `Quokka ${unique}` })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const newSubgroup = async (made: Made) => {
  const group_id = await newReportGroup(made)
  const values = { tenant_id, group_id, name: `Quokka ${made.unique}` }
  return (await made.db.insertInto('report_subgroups').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const newReport = async (made: Made) => {
  const report = await made.db
    .selectFrom('reports')
    .select(['service_report_id', 'service_dataset_id'])
    .where('id', '=', resellers)
    .executeTakeFirstOrThrow()
  const values = {
    ...report,
    tenant_id,
    subgroup_id: published.subgroup,
    workspace_id: published.workspace,
    name: `Quokka ${made.unique}`,
  }
  return (await made.db.insertInto('reports').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** A session of the administrator on another device. */
const newSession = async ({ db }: Made) => {
  const values = { user_id: admin.id, tenant_id, partner_id: tenants.norte.partner_id, host: admin.host }
  const rest = { auth_type: 'password', address: '127.0.0.1', expires_at: sql<Date>`now() + interval '1 hour'` }
  const made = db.insertInto('sessions').values({ ...values, ...rest, idle_minutes: 60 })
  return (await made.returning('id').executeTakeFirstOrThrow()).id
}

const newUser = async ({ db, unique }: Made) => {
  const values = { name: `Quokka ${unique}`, email: `quokka-${unique}@example.com`, home_tenant_id: tenant_id }
  const { id } = await db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('memberships').values({ tenant_id, user_id: id }).execute()
  return id
}

const newAccount = async ({ db, unique }: Made) => {
  const values = {
    partner_id: tenants.norte.partner_id,
    tenant_id,
    name: `Quokka ${unique}`,
    kind: 'powerbi',
    directory_id: 'd',
    app_id: 'a',
    secret_sealed: Buffer.from('x'),
  }
  return (await db.insertInto('embedding_accounts').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const newWorkspace = async (made: Made) => {
  const values = {
    tenant_id,
    partner_id: tenants.norte.partner_id,
    account_id: published.account,
    service_id: made.unique,
    name: `Quokka ${made.unique}`,
  }
  return (await made.db.insertInto('workspaces').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const newEntry = async ({ db, unique }: Made) => {
  const values = {
    tenant_id,
    partner_id: tenants.norte.partner_id,
    event: 'user_group.added',
    target_name: `Quokka ${unique}`,
  }
  return (await db.insertInto('audit_entries').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const newTenant = async ({ db, unique }: Made) => {
  const values = { partner_id: tenants.norte.partner_id, name: `Quokka ${unique}`, subdomain: `quokka-${unique}` }
  return (await db.insertInto('tenants').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** A master of Alfa; masters act from outside Norte. */
const newMaster = async ({ db, unique }: Made) => {
  const values = { name: `Quokka ${unique}`, email: `quokka-${unique}@example.com`, staff: 'master' }
  const made = db.insertInto('users').values({ ...values, partner_id: tenants.norte.partner_id })
  return (await made.returning('id').executeTakeFirstOrThrow()).id
}

const newPartner = async ({ db, unique }: Made) => {
  const values = { name: `Quokka ${unique}`, subdomain: `quokka-${unique}` }
  return (await db.insertInto('partners').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const said = (unique: string) => {
  const text = { 'pt-BR': `Quokka ${unique}`, 'en-US': null, es: null, 'pt-PT': null }
  return { title: text, body: text }
}
const newChangelogEntry = async ({ db, unique }: Made) => {
  const { title, body } = said(unique)
  const values = {
    title: JSON.stringify(title),
    body: JSON.stringify(body),
    kind: 'improvement',
    day: '2026-01-31',
    sent: false,
  }
  return (await db.insertInto('changelog_entries').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** Grants the role Manager, so that every permitted actor of the test may open the report. */
const grantToAdmin = ({ db }: Made) =>
  db
    .insertInto('report_grants')
    .values({ tenant_id, report_id: resellers, user_id: admin.id, roles: ['Company'] })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const serviceReportId = async ({ db }: Made) =>
  (await db.selectFrom('reports').select('service_report_id').where('id', '=', resellers).executeTakeFirstOrThrow())
    .service_report_id

const person = (unique: string) => ({
  nome_usuario: 'Nova Pessoa',
  email: `new-${unique}@example.com`,
  phone: null,
  perfil_usuario: 'user',
  state: 'A',
  department: null,
  language: 'pt-BR',
  group_ids: [],
  edit_reports: 'N',
})

const ofAlfa = people.masterOfAlfa
const typed = (unique: string) => `QUOKKA_${unique}`.toUpperCase()

type Plain = {
  path: string
  table: keyof DB
  /** Columns of a stored record, and fields of a record to be added. Both without the name. */
  kept: object
  sent: object
}

const monday = [{ day: 1, from: '08:00', to: '18:00' }]

/** Entities of the kit, with all of their calls. The test of erasing a business unit uses one record of each. */
const plainEntities: Plain[] = [
  { path: 'auth/shifts', table: 'shifts', kept: { hours: JSON.stringify(monday) }, sent: { hours: monday } },
  { path: 'auth/custom_fields', table: 'custom_fields', kept: { kind: 'text', partner_id: tenants.norte.partner_id }, sent: { kind: 'text', options: [], required: 'N', searchable: 'N' } }, // prettier-ignore
  { path: 'auth/tags', table: 'tags', kept: { color: 'blue' }, sent: { color: 'blue' } },
]

/** Adds one record of every plain entity to a business unit; answers their ids by table. */
export async function addPlainRecords(db: Database, tenant: string): Promise<Map<keyof DB, string>> {
  const added = new Map<keyof DB, string>()
  for (const { table, kept } of plainEntities) added.set(table, await addRecord(db, table, { tenant_id: tenant, name: 'Um', ...kept })) // prettier-ignore
  return added
}

async function addRecord(db: Database, table: keyof DB, values: object): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(values))}) returning id`.execute(db)
  return rows[0]?.id ?? ''
}

/** The probes of a plain entity. */
function plain({ path, table, kept, sent }: Plain): Record<string, Probe> {
  const made = ({ db, unique }: Made) => addRecord(db, table, { tenant_id, name: `Quokka ${unique}`, ...kept })
  return {
    [`${path}/all`]: own(),
    [`${path}/all/select`]: own(),
    [`${path}/export`]: own({ format: 'csv' }),
    [`${path}/get`]: foreign(async (given) => ({ id: await made(given) })),
    [`${path}/add`]: { who: admin, reach: 'own', input: ({ unique }) => ({ name: `Novo ${unique}`, ...sent }) },
    [`${path}/update`]: foreign(async (given) => ({
      id: await made(given),
      version: 1,
      name: `Outro ${given.unique}`,
    })),
    [`${path}/delete`]: foreign(async (given) => ({ id: await made(given) })),
  }
}

export const probes: Record<string, Probe> = {
  ...Object.assign({}, ...plainEntities.map(plain)),
  'auth/custom_fields/asked': own(),
  'auth/config': own(),
  'auth/language': own({ language: 'es' }),
  'refresh/log/auth': own({ active: 'S', rota: '/' }),
  'timezone/all': own(),
  'auth/config/getConfig': own(),
  // No server listens there, so the test mail cannot be delivered.
  'auth/config/sender/test': own({
    name: 'Q',
    email: 'q@example.com',
    host: 'localhost',
    port: 25,
    protocol: 'smtp',
    user: null,
  }),
  'auth/config/reports/select': own({ search: '' }),
  'auth/config/sender/code': { ...own(), control: async ({ db }) => (await newSender(db), {}) },
  'auth/config/sender/prove': {
    ...own({ code: '0000 0000' }),
    control: async ({ db }) => (await newSender(db), { code: '1234 5678' }),
  },
  'auth/config/update': foreign(async ({ db }) => {
    const { version } = await db
      .selectFrom('settings')
      .select('version')
      .where('tenant_id', '=', tenant_id)
      .executeTakeFirstOrThrow()
    return { version, relatorio_id: resellers }
  }),

  'auth/profile': own(),
  'auth/profile/update': {
    who: seller,
    reach: 'own',
    // A version that does not exist: strangers may change themselves, but must not during the test.
    input: ({ unique }) => ({ version: 999, nome_usuario: `Quokka ${unique}`, phone: null, language: 'es' }),
    control: async ({ db }) => {
      const own = db.selectFrom('memberships').select('version').where('user_id', '=', seller.id)
      return { version: (await own.executeTakeFirstOrThrow()).version, language: 'es' }
    },
  },
  'auth/profile/password': {
    who: seller,
    reach: 'own',
    input: () => ({ current_password: 'nobody’s', password }),
    control: () => ({ current_password: password, password }),
  },
  'auth/profile/sessions': own(),
  'auth/profile/sessions/end': foreign(async (made) => ({ id: await newSession(made) })),

  'auth/list_choices/all': own(),
  'auth/list_choices/update': own({ list: 'page_user', columns: ['name'], views: [] }),

  'auth/search': own({ search: 'Quokka' }),
  'auth/search/known': own({ ids: `${resellers},${admin.id}` }),

  'auth/platform/get': own({}, people.platform),
  'auth/platform/update': foreign(async ({ db }) => {
    const { version } = await db.selectFrom('platform').select('version').executeTakeFirstOrThrow()
    return { version, hidden_menu: ['faq'] }
  }, people.platform),
  'auth/changelog/all': own({}, people.platform),
  'auth/changelog/export': own({ format: 'csv' }, people.platform),
  'auth/changelog/all/select': own({}, people.platform),
  'auth/changelog/get': foreign(async (made) => ({ id: await newChangelogEntry(made) }), people.platform),
  'auth/changelog/add': foreign(
    ({ unique }) => ({ ...said(unique), kind: 'improvement', day: '2026-01-31', sent: 'N' }),
    people.platform,
  ),
  'auth/changelog/update': foreign(
    async (made) => ({ id: await newChangelogEntry(made), version: 1, kind: 'new_version' }),
    people.platform,
  ),
  'auth/changelog/delete': foreign(async (made) => ({ id: await newChangelogEntry(made) }), people.platform),
  'auth/changelog/timeline': own(),
  'auth/partners/all': own({}, people.platform),
  'auth/partners/export': own({ format: 'csv' }, people.platform),
  'auth/partners/all/select': own({}, people.platform),
  'auth/partners/get': foreign(async (made) => ({ id: await newPartner(made) }), people.platform),
  'auth/partners/add': foreign(
    ({ unique }) => ({ name: `Nova ${unique}`, subdomain: `p-${unique}`, domain: null, enabled: 'S', hidden_menu: [] }),
    people.platform,
  ),
  'auth/partners/update': foreign(
    async (made) => ({ id: await newPartner(made), version: 1, name: `Outra ${made.unique}` }),
    people.platform,
  ),
  'auth/partners/delete': foreign(
    async (made) => ({ id: await newPartner(made), name: typed(made.unique) }),
    people.platform,
  ),
  'auth/partners/team/all': own({ parceiro_id: tenants.norte.partner_id }, ofAlfa),
  'auth/partners/team/export': own({ format: 'csv', parceiro_id: tenants.norte.partner_id }, ofAlfa),
  'auth/partners/team/add': foreign(
    ({ unique }) => ({
      name: `Nova ${unique}`,
      email: `team-${unique}@example.com`,
      language: 'pt-BR',
      password,
      parceiro_id: tenants.norte.partner_id,
    }),
    ofAlfa,
  ),
  'auth/partners/team/get': foreign(async (made) => ({ id: await newMaster(made) }), ofAlfa),
  'auth/partners/team/update': foreign(
    async (made) => ({ id: await newMaster(made), version: 1, name: `Outra ${made.unique}` }),
    ofAlfa,
  ),
  'auth/partners/team/change/status': foreign(async (made) => ({ id: await newMaster(made), state: 'B' }), ofAlfa),
  'auth/partners/team/delete': foreign(
    async (made) => ({ id: await newMaster(made), name: typed(made.unique) }),
    ofAlfa,
  ),
  'auth/companies/all': own({}, ofAlfa),
  'auth/companies/export': own({ format: 'csv' }, ofAlfa),
  'auth/companies/options': own({}, ofAlfa),
  'auth/companies/add': {
    who: ofAlfa,
    reach: 'own',
    input: ({ unique }) => ({ name: `Nova ${unique}`, subdomain: `nova-${unique}`, domain: null, user_limit: 5 }),
  },
  'auth/companies/get': foreign(() => ({ id: tenant_id }), ofAlfa),
  'auth/companies/update': foreign(
    async (made) => ({ id: await newTenant(made), version: 1, name: `Outra ${made.unique}` }),
    ofAlfa,
  ),
  'auth/companies/delete': foreign(async (made) => ({ id: await newTenant(made), name: typed(made.unique) }), ofAlfa),

  'auth/users/all': own(),
  'auth/users/all/select': own(),
  'auth/users/export': own({ format: 'csv' }),
  'auth/users/get': foreign(() => ({ id: people.userOfNorte.id })),
  'auth/users/add': foreign(async (made) => ({ ...person(made.unique), group_ids: [await newUserGroup(made)] })),
  'auth/users/duplicate': foreign(async (made) => ({
    id: await newUser(made),
    nome_usuario: 'Cópia',
    email: `copy-${made.unique}@example.com`,
    phone: null,
  })),
  'auth/users/update': foreign(async (made) => ({ id: await newUser(made), version: 1, department: 'Outro' })),
  'auth/users/change/status': foreign(async (made) => ({ id: await newUser(made), state: 'B' })),
  'auth/users/force/logout': foreign(async (made) => ({ id: await newUser(made) })),
  'auth/users/delete': foreign(async (made) => ({ id: await newUser(made) })),

  'auth/group_users/all': own(),
  'auth/group_users/all/select': own(),
  'auth/group_users/export': own({ format: 'csv' }),
  'auth/group_users/get': foreign(async (made) => ({ id: await newUserGroup(made) })),
  'auth/group_users/add': foreign(({ unique }) => ({
    name: `Grupo ${unique}`,
    description: null,
    member_ids: [people.userOfNorte.id],
  })),
  'auth/group_users/update': foreign(async (made) => ({
    id: await newUserGroup(made),
    version: 1,
    name: `Outro ${made.unique}`,
  })),
  'auth/group_users/delete': foreign(async (made) => ({ id: await newUserGroup(made) })),

  'auth/powerbi/all': own(),
  'auth/powerbi/export': own({ format: 'csv' }),
  'auth/powerbi/add': {
    who: admin,
    reach: 'own',
    input: ({ unique }) => ({
      name: `Conta ${unique}`,
      kind: 'powerbi',
      id_directory: 'd',
      id_app: 'a',
      id_object: null,
      secret: 'a secret',
    }),
  },
  'auth/powerbi/get': foreign(async (made) => ({ id: await newAccount(made) })),
  'auth/powerbi/update': foreign(async (made) => ({
    id: await newAccount(made),
    version: 1,
    name: `Outra ${made.unique}`,
  })),
  'auth/powerbi/delete': foreign(async (made) => ({ id: await newAccount(made) })),
  'auth/powerbi/test': foreign(async (made) => ({
    id: await newAccount(made),
    kind: 'local',
    id_directory: 'd',
    id_app: 'a',
    secret: 'wrong secret',
  })),

  'auth/powerbi/workspace/all': own(),
  'auth/powerbi/workspace/export': own({ format: 'csv' }),
  // The account belongs to the partner: its other business units may use it, those of another partner may not.
  'auth/powerbi/workspace/available': foreign(() => ({ account_id: published.account })),
  'auth/powerbi/workspace/add': {
    ...foreign(() => ({ account_id: published.account, service_id: workspaceServiceId })),
    control: async ({ db }) => {
      await db.deleteFrom('workspaces').where('service_id', '=', spareWorkspaceServiceId).execute()
      return { account_id: published.account, service_id: spareWorkspaceServiceId }
    },
  },
  'auth/powerbi/workspace/delete': foreign(async (made) => ({ id: await newWorkspace(made) })),
  'auth/powerbi/workspace/reports': foreign(() => ({ id: published.workspace })),

  'auth/group_reports/all': own(),
  'auth/group_reports/add': { who: admin, reach: 'own', input: ({ unique }) => ({ name: `Assunto ${unique}` }) },
  'auth/group_reports/get': foreign(async (made) => ({ id: await newReportGroup(made) })),
  'auth/group_reports/update': foreign(async (made) => ({
    id: await newReportGroup(made),
    version: 1,
    name: `Outro ${made.unique}`,
  })),
  'auth/group_reports/change/position': foreign(async (made) => ({ id: await newReportGroup(made), position: 0 })),
  'auth/group_reports/delete': foreign(async (made) => ({ id: await newReportGroup(made) })),
  'auth/subgroup_reports/all': own(),
  'auth/subgroup_reports/add': foreign(async (made) => ({
    group_id: await newReportGroup(made),
    name: `Sub ${made.unique}`,
  })),
  'auth/subgroup_reports/get': foreign(async (made) => ({ id: await newSubgroup(made) })),
  'auth/subgroup_reports/update': foreign(async (made) => ({
    id: await newSubgroup(made),
    version: 1,
    name: `Outro ${made.unique}`,
  })),
  'auth/subgroup_reports/change/position': foreign(async (made) => ({ id: await newSubgroup(made), position: 0 })),
  'auth/subgroup_reports/delete': foreign(async (made) => ({ id: await newSubgroup(made) })),

  'auth/report/export': own({ format: 'csv' }),
  'auth/report/all': own(),
  'auth/report/get': foreign(() => ({ id: resellers })),
  'auth/report/add': foreign(async (made) => ({
    workspace_id: published.workspace,
    service_report_id: await serviceReportId(made),
    subgroup_id: published.subgroup,
    name: `Relatório ${made.unique}`,
    description: null,
  })),
  'auth/report/update': foreign(async (made) => ({
    id: await newReport(made),
    version: 1,
    name: `Outro ${made.unique}`,
  })),
  'auth/report/change/source': foreign(async (made) => ({
    id: await newReport(made),
    version: 1,
    workspace_id: published.workspace,
    service_report_id: await serviceReportId(made),
  })),
  'auth/report/delete': foreign(async (made) => ({ id: await newReport(made) })),
  'auth/report/access/get': foreign(() => ({ report_id: resellers })),
  'auth/report/access/readers': foreign(() => ({ report_id: resellers })),
  'auth/report/access/update': foreign(async (made) => ({
    report_id: await newReport(made),
    version: 1,
    grants: [
      {
        user_id: people.userOfNorte.id,
        group_id: null,
        roles: ['Salesperson'],
        identity: 'email',
        identity_value: null,
        custom_data: null,
      },
    ],
  })),

  'auth/report_view/open': foreign(async (made) => {
    await grantToAdmin(made)
    return { reportId: resellers }
  }),
  'auth/report_view/token': foreign(async (made) => {
    await grantToAdmin(made)
    return { reportId: resellers }
  }),
  // These two calls answer every caller, with “no”.
  'auth/report_view/check/exist/report': own({ reportId: resellers }),
  'auth/report_view/check/permission/edit/report': own({ reportId: resellers }),
  'auth/report_view/save/user-report-filters': foreign(() => ({
    reportId: resellers,
    filters: [{ a: 1 }],
    slicers: [],
  })),
  'auth/log/report/page/view': foreign(({ unique }) => ({
    reportId: resellers,
    view_id: `${unique.padEnd(8, '0').slice(0, 8)}-0000-4000-8000-000000000000`,
    event: 'opened',
  })),
  'auth/favorites/set': foreign(() => ({ reportId: resellers, favorite: 'S' })),

  'auth/audit/all': own(),
  'auth/audit/get': foreign(async (made) => ({ id: await newEntry(made) })),
  'auth/audit/export': own({ format: 'csv' }),

  'auth/themes/get': own(),
  'auth/themes/update': foreign(async ({ db }) => {
    // An image of Norte. The theme of a stranger cannot refer to it.
    const path = newFilePath('public', tenant_id, 'png')
    const { partner_id } = tenants.norte
    await db.insertInto('files').values({ path, partner_id, tenant_id, kind: 'theme.favicon', bytes: 1 }).execute()
    const theme = db.selectFrom('themes').select('version').where('tenant_id', '=', tenant_id)
    return { version: (await theme.executeTakeFirst())?.version ?? 0, favicon: `/storage/${path}` }
  }),
  // calls.db.test.ts adds the file.
  'auth/themes/image/add': own({ kind: 'logo' }),
  'auth/mails/all': own(),
  'auth/mails/export': own({ format: 'csv' }),
  'auth/mails/get': foreign(async (made) => ({ id: await newMail(made) })),
  'auth/mails/test': own(),
  'auth/mails/retry': foreign(async (made) => ({ id: await newMail(made) })),
  'auth/jobs/all': own({}, people.platform),
  'auth/jobs/export': own({ format: 'csv' }, people.platform),
  'auth/status/get': own({}, people.platform),
  'auth/jobs/retry': foreign(async (made) => ({ id: await newDeadJob(made) }), people.platform),
  'auth/jobs/delete': foreign(async (made) => ({ id: await newDeadJob(made) }), people.platform),

  'auth/home/shelves': own(),
  'auth/reports/all': own(),
  'auth/reports/tags': own(),
  'auth/group_reports/get/config/menu/reports': own(),
  'auth/group_reports/get/reports/all/select': own(),
}

/** Records of the test have this word in their names. No answer to a stranger may contain it. */
export const canary = /quokka/i
