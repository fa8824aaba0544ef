import { fail } from '#platform/contract/failure.ts'
import { type FeatureRoutes, handle, rows } from '#platform/server/http/route.ts'
import { resource } from '#platform/server/resource.ts'
import { type CustomKind, customField, customFieldCalls, listAskedFields } from '../contract.ts'
import { optionsFault } from './rules.ts'
import { askedQuery, hasValues, people, removeValues } from './store.ts'

const {
  list,
  export: file,
  select,
  read,
  records,
} = resource(customField, customFieldCalls, {
  table: 'custom_fields',
  computed: { people },
  sorts: { people },
})

const asked = rows(listAskedFields, askedQuery, (found) => found)

const add = handle(customFieldCalls.add, async (context, fields) => {
  mustHaveOptions(fields)
  return { status: true as const, id: await records.add(context, fields) }
})

const update = handle(customFieldCalls.update, async (context, written) => {
  const before = (await records.change(context, written)) as unknown as { kind: CustomKind; options: string[] }
  const { kind = before.kind, options = before.options } = written
  mustHaveOptions({ kind, options })
  // Values of another kind would be neither read nor kept.
  if (kind !== before.kind && (await hasValues(context.db, written.id)))
    fail('custom_field.kind_in_use', { fields: { kind: 'custom_field.kind_in_use' } })
  return { status: true as const }
})

const remove = handle(customFieldCalls.remove, async (context, { id }) => {
  await records.remove(context, id)
  await removeValues(context.db, id)
  return { status: true as const }
})

function mustHaveOptions(field: { kind: CustomKind; options: string[] }): void {
  const fault = optionsFault(field)
  if (fault) fail('call.invalid', { fields: { options: fault } })
}

export const customFieldRoutes: FeatureRoutes = {
  feature: 'customFields',
  routes: [list, file, select, read, add, update, remove, asked],
}
