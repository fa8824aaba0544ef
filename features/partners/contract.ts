// Partners: who sells and runs the portal for business units of their own. Kept by the platform's staff and by nobody else.
// Not their business units (features/tenants). Next: server/routes.ts (what adding, disabling and removing do).
import { z } from 'zod'
import { flag, hostName, id, subdomain, text } from '#catalogue/fields.ts'
import { hideable } from '#catalogue/screens.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'

export const partner = entity({
  noun: 'partner',
  title: ['partner', 'partners'],
  fields: {
    name: text(120),
    subdomain: subdomain(),
    domain: hostName(),
    enabled: flag(),
    /** Screens that nobody of the partner and of its business units has. */
    hidden_menu: z.array(z.enum(hideable)).max(hideable.length),
  },
  computed: { units: z.number().int(), people: z.number().int(), staff: z.number().int() },
  sorts: ['name', 'subdomain', 'units', 'people', 'created_at'],
  filters: {},
})

const calls = crudCalls('auth/partners', partner)
const remove = {
  ...calls.remove,
  summary: 'Removes a partner without business units, with its staff. `name` is its name as typed.',
  input: z.object({ id: id(), name: z.string().max(500) }),
}
export const partnerCalls = { ...calls, remove }
