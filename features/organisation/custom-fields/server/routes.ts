import { customFieldsOfOwner } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import { fail } from '#platform/contract/failure.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import { recordSheet } from '#platform/server/export/record-sheet.ts'
import { differs, definedFields } from '#platform/server/defined-fields.ts'
import { type Route, type WriteContext, handle, rows } from '#platform/server/http/route.ts'
import { mustBeCurrent } from '#platform/server/record-version.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import { type Actor, partnerFor } from '#platform/server/session/actor.ts'
import { type CustomKind, customField, customFieldCalls, listFieldDefinitions } from '../contract.ts'
import { optionsFault } from './rules.ts'
import * as store from './store.ts'

const status = true as const

const list = rows(customFieldCalls.list, store.pageQuery, (found, { actor }, options) =>
  pageOf(found, options, ({ total: _, ...field }) => withAbilities(field, actor)),
)

const file = exported(customFieldCalls.export, {
  target: 'custom_field',
  query: store.pageQuery,
  columns: (reader) => recordSheet({ ...customField.fields, ...customField.computed }, {}, reader),
})

const select = rows(
  customFieldCalls.select,
  ({ search }) => store.selectQuery(search),
  (found) => found,
)

const customFieldRoute = rows(
  customFieldCalls.read,
  ({ id }) => store.findQuery(id),
  ([field], { actor }) => (field ? withAbilities(field, actor) : fail('call.not_found')),
)

function withAbilities({ is_own, ...field }: store.FieldListed, actor: Actor) {
  const can = is_own ? abilities(actor, { update: 'custom_field.update', remove: 'custom_field.remove' }) : []
  return { ...field, can }
}

const fieldDefinitionsRoute = rows(listFieldDefinitions, store.fieldDefinitionsQuery, (found) => found)

const add = handle(customFieldCalls.add, async ({ db, actor, audit }, { parceiro_id, ...field }) => {
  mustHaveOptions(field)
  const owner = { partner_id: partnerFor(actor, parceiro_id), tenant_id: actor.tenantId }
  if ((await store.countOwn(db, owner)) >= customFieldsOfOwner)
    fail('custom_field.limit_reached', { values: { max: customFieldsOfOwner } })
  const id = await store.add(db, owner, field)
  const after = actor.partnerId ? field : { ...field, partner_id: owner.partner_id }
  await audit({ target: { type: 'custom_field', id, name: field.name }, after, partnerId: owner.partner_id })
  return { status, id }
})

const update = handle(customFieldCalls.update, async (context, change) => {
  await changeField(context, change)
  return { status }
})

const remove = handle(customFieldCalls.remove, async (context, { id }) => {
  const { people: _, is_own: __, partner_id: partnerId, ...before } = await findOwn(context, id)
  await store.remove(context.db, id)
  await context.audit({ target: { type: 'custom_field', id, name: before.name }, before, partnerId })
  return { status }
})

export const routes: Route[] = [list, file, select, customFieldRoute, add, update, remove, fieldDefinitionsRoute]

async function changeField(context: WriteContext, change: InputOf<typeof customFieldCalls.update>): Promise<void> {
  const { id, version, ...sent } = change
  const { people, is_own: _, partner_id: partnerId, ...before } = await findOwn(context, id)
  mustBeCurrent(version, before.version)
  const { kind = before.kind, options = before.options } = sent
  mustHaveOptions({ kind, options })
  // A field that people have values of keeps its kind, because the stored values would not fit another one.
  if (kind !== before.kind && people > 0)
    fail('custom_field.kind_in_use', { fields: { kind: 'custom_field.kind_in_use' } })
  if (!differs(before, sent)) return context.unchanged(undefined)
  await store.update(context.db, id, sent)
  await context.audit({
    target: { type: 'custom_field', id, name: before.name },
    before,
    after: { ...before, ...definedFields(sent) },
    partnerId,
  })
}

/** Locks a field of the session's own scope. Fails for a global field of the partner. */
async function findOwn({ db }: WriteContext, id: string) {
  const found = (await store.findForChange(db, id)) ?? fail('call.not_found')
  return found.is_own ? found : fail('custom_field.of_partner')
}

function mustHaveOptions(field: { kind: CustomKind; options: string[] }): void {
  const fault = optionsFault(field)
  if (fault) fail('call.invalid', { fields: { options: fault } })
}
