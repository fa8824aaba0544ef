import { createHash, randomBytes } from 'node:crypto'
import { addRecord, admin, foreign, type Made, own, type Probes, resellers, tenant_id } from '#testing/probe.ts'
import { published } from '#testing/reports.ts'
import { people, tenants } from '#testing/world.ts'

const plain = {
  enabled: 'S',
  format: 'PDF',
  pages: null,
  language: 'pt-BR',
  frequency: 'daily',
  days: [],
  month_days: [],
  times: ['08:00'],
  timezone: null,
  starts_on: null,
  ends_on: null,
  user_ids: [people.userOfNorte.id],
  group_ids: [],
}

/** An export of a report that may be exported. */
async function newExport({ db, unique }: Made) {
  await db.updateTable('reports').set({ export: true }).where('id', '=', resellers).execute()
  const id = await addRecord(db, 'scheduled_exports', {
    tenant_id,
    name: `Quokka ${unique}`,
    report_id: resellers,
    format: 'PDF',
    language: 'pt-BR',
    frequency: 'daily',
    times: ['08:00'],
    owner_id: admin.id,
  })
  const user_id = people.userOfNorte.id
  await db.insertInto('scheduled_export_addressees').values({ tenant_id, export_id: id, user_id }).execute()
  return id
}

const one = foreign(async (made) => ({ id: await newExport(made) }))

const newRun = async (made: Made) =>
  addRecord(made.db, 'scheduled_export_runs', { tenant_id, export_id: await newExport(made), slot: made.unique })

/** The content of a report without row-level security and filters, for a person who may open all its pages. */
function openKey(report: readonly string[]): string {
  const visible = [report, 'PDF', 'pt-BR', null, null, [], null]
  return createHash('sha256').update(JSON.stringify(visible)).digest('base64url')
}

/** A file that the administrator got, of a report without row-level security. */
async function newFile(made: Made) {
  const { db, unique } = made
  const { partner_id } = tenants.norte
  const run_id = await newRun(made)
  const path = `private/${tenant_id}/${randomBytes(16).toString('base64url')}.bin`
  const owner = { tenant_id, partner_id }
  await db
    .insertInto('files')
    .values({ ...owner, path, kind: 'scheduled_export.file', bytes: 6, used: true })
    .execute()
  const place = { ...owner, account_id: await newAccount(made), service_id: unique, name: `Quokka ${unique}` }
  const report_id = await addRecord(db, 'reports', {
    tenant_id,
    workspace_id: await addRecord(db, 'workspaces', place),
    subgroup_id: published.subgroup,
    service_report_id: unique,
    service_dataset_id: unique,
    name: `Quokka ${unique}`,
    export: true,
  })
  await db.updateTable('scheduled_exports').set({ report_id }).where('name', '=', `Quokka ${unique}`).execute()
  const file = { tenant_id, run_id, content_key: openKey([report_id, unique, unique]) }
  const file_id = await addRecord(db, 'scheduled_export_files', {
    ...file,
    path,
    name: 'quokka.pdf',
    media_type: 'application/pdf',
    bytes: 6,
  })
  const told = { outcome: 'told', told_at: new Date(), file_id }
  await addRecord(db, 'scheduled_export_recipients', { ...file, user_id: admin.id, ...told })
  return { id: file_id }
}

const newAccount = ({ db, unique }: Made) =>
  addRecord(db, 'embedding_accounts', {
    partner_id: tenants.norte.partner_id,
    tenant_id,
    name: `Quokka ${unique}`,
    kind: 'powerbi',
    directory_id: 'd',
    app_id: 'a',
    secret_sealed: Buffer.from('sealed'),
  })

const unknown = '00000000-0000-4000-8000-00000000aaaa'

export const probes: Probes = {
  'auth/scheduled_exports/all': own(),
  'auth/scheduled_exports/all/select': own(),
  'auth/scheduled_exports/export': own({ format: 'csv' }),
  'auth/scheduled_exports/get': one,
  'auth/scheduled_exports/add': foreign(async (made) => {
    await newExport(made)
    return { name: `Nova ${made.unique}`, report_id: resellers, ...plain }
  }),
  'auth/scheduled_exports/update': foreign(async (made) => ({
    id: await newExport(made),
    version: 1,
    name: `Outra ${made.unique}`,
  })),
  'auth/scheduled_exports/delete': one,
  'auth/scheduled_exports/mail': own(),
  'auth/scheduled_exports/run': one,
  'auth/scheduled_exports/runs/all': own({ export_id: unknown }),
  'auth/scheduled_exports/runs/get': foreign(async (made) => ({ id: await newRun(made) })),
  'auth/scheduled_exports/runs/recipients/all': own({ run_id: unknown }),
  'auth/scheduled_exports/delivered/get': foreign(newFile),
  'auth/scheduled_exports/delivered/file': foreign(newFile),
}
