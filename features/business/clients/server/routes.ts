import { isTaxId } from '#catalogue/tax-id.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import { differs } from '#platform/server/defined-fields.ts'
import { type Route, type WriteContext, handle, rows } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { storedPhone } from '#features/business/legal-data/server/commands.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import {
  addClient,
  exportClients,
  listClients,
  readClient,
  readClientOptions,
  removeClient,
  updateClient,
} from '../contract.ts'
import * as store from './store.ts'

const status = true as const

const can = (actor: Actor) => abilities(actor, { update: 'client.update', remove: 'client.remove' })

const list = rows(listClients, store.pageQuery, (found, { actor }, options) =>
  pageOf(found, options, ({ total: _, ...client }) => ({ ...client, can: can(actor) })),
)

const file = exported(exportClients, {
  target: 'client',
  query: store.pageQuery,
  columns: ({ word, madeOn }) => [
    { key: 'customer_code', title: word('field.customer_code'), value: ({ customer_code }) => customer_code },
    { key: 'name', title: word('field.name'), value: ({ name }) => name },
    { key: 'client_type', title: word('field.client_type'), value: ({ client_type }) => word(`kind.${client_type}`) },
    { key: 'cnpj_cpf', title: word('field.cnpj_cpf'), value: ({ cnpj_cpf }) => cnpj_cpf },
    { key: 'partner', title: word('field.parceiro_id'), value: ({ partner }) => partner },
    { key: 'units', title: word('field.units'), value: ({ units }) => units.map(({ name }) => name).join(', ') },
    { key: 'seller_name', title: word('field.seller'), value: ({ seller_name }) => seller_name },
    { key: 'contract_date', title: word('field.contract_date'), value: ({ contract_date }) => contract_date },
    { key: 'trial_period', title: word('field.trial_period'), value: ({ trial_period }) => trial_period },
    { key: 'people', title: word('field.people'), value: ({ people }) => people },
    { key: 'user_limit', title: word('field.user_limit'), value: ({ user_limit }) => user_limit },
    { key: 'price', title: word('field.price'), value: ({ price }) => Number(price) },
    { key: 'number_of_bonus', title: word('field.number_of_bonus'), value: ({ number_of_bonus }) => number_of_bonus },
    { key: 'business_email', title: word('field.business_email'), value: ({ business_email }) => business_email },
    {
      key: 'email_invoice',
      title: word('field.email_invoice'),
      value: ({ email_invoice }) => email_invoice.join(', '),
    },
    {
      key: 'commercial_phone',
      title: word('field.commercial_phone'),
      value: ({ commercial_phone }) => commercial_phone,
    },
    { key: 'contact_name', title: word('field.contact_name'), value: ({ contact_name }) => contact_name },
    { key: 'created_at', title: madeOn, value: ({ created_at }) => created_at },
  ],
})

const readOneClient = rows(
  readClient,
  ({ id }) => store.findQuery(id),
  ([found], { actor }) => (found ? { ...found, can: can(actor) } : fail('call.not_found')),
)

const options = rows(readClientOptions, store.optionsQuery, ([found]) => found ?? fail('call.failed'))

const add = handle(addClient, async (context, { parceiro_id, units, ...sent }) => {
  const { db, audit } = context
  const fields = { ...sent, commercial_phone: storedPhone(sent.commercial_phone) }
  mustHaveDueDays(fields)
  if (!(await store.partnerExists(db, parceiro_id))) fail('call.not_found')
  await mustBeSeller(context, fields.seller)
  const chosen = unitsOf(await store.lockWithUnits(db, null, units), { clientId: null, partnerId: parceiro_id, units })
  const id = await store.add(db, parceiro_id, fields)
  await store.setUnits(db, id, units)
  await mustHoldPeople(context, id, fields.user_limit)
  await notifyUnits(context, units)
  await audit({
    target: { type: 'client', id, name: fields.name },
    after: { ...fields, parceiro_id, units: namesOf(chosen) },
    partnerId: parceiro_id,
  })
  return { status, id }
})

const update = handle(updateClient, async (context, { id, version, units, ...input }) => {
  const { db, audit } = context
  const { commercial_phone: phone } = input
  const sent = { ...input, ...(phone !== undefined && { commercial_phone: storedPhone(phone) }) }
  const locked = await store.lockWithUnits(db, id, units ?? [])
  const stored = await store.findForUpdate(db, id)
  if (!stored) fail('call.not_found')
  const { partner_id: partnerId, version: storedVersion, ...before } = stored
  mustBeCurrent(version, storedVersion)
  const own = locked.filter(({ client_id }) => client_id === id)
  const after = { ...before, ...withoutAbsent(sent) }
  const unitsBefore = namesOf(own)
  const chosen = units === undefined ? own : unitsOf(locked, { clientId: id, partnerId, units })
  if (!differs({ ...before, units: unitsBefore }, { ...sent, units: namesOf(chosen) }))
    return context.unchanged({ status })
  if (after.cnpj_cpf !== null && !isTaxId(after.cnpj_cpf, after.client_type)) {
    fail('call.invalid', { fields: { cnpj_cpf: 'invalid' } })
  }
  mustHaveDueDays(after)
  if (after.seller !== before.seller) await mustBeSeller(context, after.seller)
  await store.update(db, id, sent)
  if (units !== undefined) await store.setUnits(db, id, units)
  await mustHoldPeople(context, id, after.user_limit)
  const isTrialChanged = after.trial_period !== before.trial_period
  const moved = [...own, ...chosen].filter((unit) => !own.includes(unit) || !chosen.includes(unit))
  await notifyUnits(
    context,
    (isTrialChanged ? [...own, ...chosen] : moved).map((unit) => unit.id),
  )
  await audit({
    target: { type: 'client', id, name: before.name },
    before: { ...before, units: unitsBefore },
    after: { ...after, units: namesOf(chosen) },
    partnerId,
  })
  return { status }
})

type UpdateInput = Omit<InputOf<typeof updateClient>, 'id' | 'version' | 'units'>
const withoutAbsent = (sent: UpdateInput) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<store.ClientFields>

const remove = handle(removeClient, async (context, { id, name }) => {
  const { db, audit } = context
  const units = await store.lockWithUnits(db, id, [])
  const stored = await store.findForUpdate(db, id)
  if (!stored) fail('call.not_found')
  const { partner_id: partnerId, version: _, ...before } = stored
  if (name !== typedName(before.name)) fail('tenant.name_mistyped', { fields: { name: 'tenant.name_mistyped' } })
  if (units.length > 0) fail('client.has_units')
  await store.remove(db, id)
  await audit({ target: { type: 'client', id, name: before.name }, before, partnerId })
  return { status }
})

export const routes: Route[] = [list, file, readOneClient, options, add, update, remove]

type Unit = Awaited<ReturnType<typeof store.lockWithUnits>>[number]
type UnitSelection = { clientId: string | null; partnerId: string; units: readonly string[] }

/** Returns the selected business units. Fails for unknown units, for units of another partner, and for units of another client. */
function unitsOf(locked: readonly Unit[], { clientId, partnerId, units }: UnitSelection): Unit[] {
  return units.map((id) => {
    const unit = locked.find((one) => one.id === id)
    if (!unit || unit.going) return fail('call.not_found')
    if (unit.partner_id !== partnerId)
      return fail('client.unit_of_other_partner', { fields: { units: 'client.unit_of_other_partner' } })
    if (unit.client_id !== null && unit.client_id !== clientId)
      return fail('client.unit_taken', { fields: { units: 'client.unit_taken' } })
    return unit
  })
}

const namesOf = (units: readonly Unit[]) => units.map(({ name }) => name).toSorted()

/** A bill that issues itself needs the rule for its due date. */
function mustHaveDueDays({ issue_day, due_days }: Pick<store.ClientFields, 'issue_day' | 'due_days'>): void {
  if (typeof issue_day === 'number' && typeof due_days !== 'number') {
    fail('call.invalid', { fields: { due_days: 'required' } })
  }
}

async function mustBeSeller({ db }: WriteContext, seller: string | null): Promise<void> {
  if (seller !== null && !(await store.isSeller(db, seller)))
    fail('client.not_a_seller', { fields: { seller: 'client.not_a_seller' } })
}

/** Refuses a limit that is lower than the number of people in the units. */
async function mustHoldPeople({ db }: WriteContext, id: string, limit: number | null): Promise<void> {
  if (limit !== null && (await store.countPeople(db, id)) > limit)
    fail('client.limit_below_people', { fields: { user_limit: 'client.limit_below_people' } })
}

/**
 * Notifies the pages that are open in the units: they load the session again and learn that the trial has ended. The embed tokens of their
 * reports are revoked.
 */
async function notifyUnits({ announce }: WriteContext, units: readonly string[]): Promise<void> {
  for (const tenantId of new Set(units)) await announce({ kind: 'access_changed', tenantId, reportIds: [] })
}
