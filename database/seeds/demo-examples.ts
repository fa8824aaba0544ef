// An example of every capability for the demo world, so that no page of it is empty. Runs once, after demo-world.ts has written people and
// reports. Next: examples/words.ts (the texts), examples/unit.ts, then the file of each subject in examples/.
import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/server/database/kysely.ts'
import { writeAuditOf } from './examples/audit.ts'
import { addBusinessExamples, type ExamplePartner } from './examples/business.ts'
import { addMessageExamples } from './examples/messages.ts'
import { addPeopleExamples } from './examples/people.ts'
import { addReadingExamples, nameInEachLanguage } from './examples/reading.ts'
import { dateBack, type ExampleUnit, readUnit } from './examples/unit.ts'
import { addUsage } from './examples/usage.ts'
import * as words from './examples/words.ts'
import { addWorkExamples } from './examples/work.ts'
import { demoPartners, placeIn, platformStaff, shippedReports, unitsWithReports } from './demo-world.ts'

export async function addDemoExamples(db: Database): Promise<void> {
  const staff = await db.selectFrom('users').select(['id', 'name', 'email']).where('staff', 'is not', null).execute()
  const personOf = (email: string) => {
    const found = staff.find((person) => person.email === email)
    if (!found) throw new Error(`the demo world has no ${email}`)
    return found
  }
  const partners: ExamplePartner[] = demoPartners.map(({ id, subdomain, name, master, units }) => ({
    id,
    subdomain,
    name,
    master: personOf(master.email),
    unitIds: units.map((unit) => unit.id),
  }))
  const erpFields = new Map<string, string>()
  for (const { id } of partners) erpFields.set(id, await addErpField(db, id))
  for (const { unit, partner } of unitsWithReports) {
    const [sales = '', resellers = '', products = ''] = shippedReports.map(
      (report) => placeIn(unit.language, report)?.name ?? '',
    )
    const example = await readUnit(db, unit, { partnerId: partner.id, names: { sales, resellers, products } })
    await addExamples(example, erpFields.get(partner.id) ?? '')
  }
  const audited = await addBusinessExamples(db, partners, personOf(platformStaff.email))
  await writeAuditOf(db, audited)
}

async function addExamples(unit: ExampleUnit, erpField: string): Promise<void> {
  await dateBack(unit)
  await nameInEachLanguage(unit, (language) => shippedReports.flatMap((report) => placeIn(language, report) ?? []))
  await addPeopleExamples(unit, erpField)
  await addReadingExamples(unit)
  await addMessageExamples(unit)
  await addWorkExamples(unit)
  await addUsage(unit)
  await writeAuditOf(unit.db, unit.audited)
}

/** A custom field of the partner, which each of its units has. */
async function addErpField(db: Database, partner_id: string): Promise<string> {
  const id = randomUUID()
  const { name } = words.fields.erp
  await db
    .insertInto('custom_fields')
    .values({ id, partner_id, tenant_id: null, name, kind: 'text', searchable: true })
    .execute()
  return id
}
