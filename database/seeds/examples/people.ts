// Examples about people: custom fields with values, shifts, a named view of a list, and a file of people that waits for its review.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ExampleUnit } from './unit.ts'
import * as words from './words.ts'

const json = JSON.stringify

/** `erpField`: the id of the partner's own field, which all of its units have. */
export async function addPeopleExamples(unit: ExampleUnit, erpField: string): Promise<void> {
  await addFields(unit, erpField)
  await addShifts(unit)
  await addListViews(unit)
  await addRetention(unit)
  await addImport(unit)
}

async function addFields(unit: ExampleUnit, erpField: string): Promise<void> {
  const { db, id: tenant_id, partnerId: partner_id, people, admin, say, at, audit } = unit
  const { position, number, since } = words.fields
  const ids = { position: randomUUID(), number: randomUUID(), since: randomUUID() }
  const created_at = at(28, '09:40')
  const options = position.options.map(say)
  const ofUnit = { partner_id, tenant_id, created_at }
  await db
    .insertInto('custom_fields')
    .values([
      { ...ofUnit, id: ids.position, name: say(position.name), kind: 'list', options, searchable: true },
      { ...ofUnit, id: ids.number, name: say(number.name), kind: 'number', options: [], searchable: true },
      { ...ofUnit, id: ids.since, name: say(since.name), kind: 'date', options: [], searchable: false },
    ])
    .execute()
  for (const [key, { name }] of Object.entries({ position, number, since })) {
    const target = { type: 'custom_field', id: ids[key as keyof typeof ids], name: say(name) }
    audit({ at: created_at, actor: admin, event: 'custom_field.added', target, after: { name: say(name) } })
  }
  for (const [index, person] of people.entries()) {
    const isHead = person.profile === 'admin' || person.email.startsWith('brian3@')
    const rank = isHead ? 0 : person.id === unit.lead.id ? 1 : index % 3 === 0 ? 2 : 3
    const custom = {
      [ids.position]: options[rank],
      [ids.number]: 1_001 + index * 7,
      [ids.since]: `${2012 + (index % 9)}-0${1 + (index % 9)}-01`,
      [erpField]: `AW-${4_100 + index * 13}`,
    }
    await db
      .updateTable('memberships')
      .set({ custom: json(custom) })
      .where('tenant_id', '=', tenant_id)
      .where('user_id', '=', person.id)
      .execute()
  }
}

/** The first shift has nobody: a newcomer who signs in as a person of the demo world must get in at any hour. */
async function addShifts(unit: ExampleUnit): Promise<void> {
  const { db, id: tenant_id, admin, say, at, audit } = unit
  for (const { name, hours } of words.shifts) {
    const [id, created_at] = [randomUUID(), at(27, '16:10')]
    await db
      .insertInto('shifts')
      .values({ tenant_id, id, name: say(name), hours: json(hours), created_at })
      .execute()
    const target = { type: 'shift', id, name: say(name) }
    audit({ at: created_at, actor: admin, event: 'shift.added', target, after: { name: say(name) } })
  }
}

async function addListViews({ db, id: tenant_id, admin, say }: ExampleUnit): Promise<void> {
  const view = (name: string, query: Record<string, string>) =>
    json([{ name, query, columns: null, is_default: false }])
  await db
    .insertInto('list_choices')
    .values([
      { user_id: admin.id, tenant_id, list: 'page_user', views: view(say(words.userView), { profile: 'admin' }) },
      { user_id: admin.id, tenant_id, list: 'page_ticket', views: view(say(words.ticketView), { status: 'open' }) },
    ])
    .execute()
}

/** New colleagues of the file: three rows are ready, two have a fault that a person corrects in the review. */
const newColleagues: Record<string, { domain: string; names: [string, string, string, string] }> = {
  'aw-brasil': {
    domain: 'adventure-works.com',
    names: ['Helena Duarte', 'Igor Nunes', 'Joana Prates', 'Lucas Moreira'],
  },
  'aw-us': { domain: 'adventure-works.com', names: ['Laura Bennett', 'Mark Ellis', 'Nina Foster', 'Owen Hughes'] },
  lisboa: { domain: 'bicicletas-tejo.example', names: ['Rita Sousa', 'Tiago Melo', 'Vera Lopes', 'Xavier Pires'] },
  madrid: { domain: 'bicicletas-tejo.example', names: ['Teresa Gil', 'Ubaldo Marín', 'Vera Campos', 'Yago Prieto'] },
}

/** Tickets are erased two years after they were resolved. */
async function addRetention({ db, id: tenant_id }: ExampleUnit): Promise<void> {
  await db
    .insertInto('retention_rules')
    .values({ tenant_id, days: json({ tickets: 730 }) })
    .execute()
}

async function addImport(unit: ExampleUnit): Promise<void> {
  const { db, id: tenant_id, admin, language, reader, at, say } = unit
  const { domain, names } = newColleagues[unit.subdomain] ?? { domain: '', names: [] }
  const mailOf = (name: string) => {
    const plain = name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(' ', '.')
    return `${plain}@${domain}`
  }
  const department = say(words.pages.people)
  const [id, sent] = [randomUUID(), at(1, '16:20')]
  await db
    .insertInto('user_imports')
    .values({
      tenant_id,
      id,
      name: say(words.importFile),
      state: 'review',
      user_id: admin.id,
      headings: words.importHeadings.map(say),
      columns: ['nome_usuario', 'email', 'department'],
      language,
      created_at: sent,
      changed_at: sql<Date>`now()`,
    })
    .execute()
  const good = names.map((name, index) => ({
    cells: [name, index === 3 ? mailOf(name).replace('@', ' at ') : mailOf(name), department],
    faults: index === 3 ? { email: 'invalid' } : {},
  }))
  const known = { cells: [reader.name, reader.email, department], faults: { email: 'user.email_taken' } }
  await db
    .insertInto('user_import_rows')
    .values(
      [...good, known].map(({ cells, faults }, index) => ({
        tenant_id,
        import_id: id,
        number: index + 2,
        cells,
        faults: json(faults),
        plan: Object.keys(faults).length === 0 ? json({ kind: 'new' }) : null,
      })),
    )
    .execute()
}
