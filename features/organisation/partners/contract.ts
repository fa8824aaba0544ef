// Partners: companies that sell the portal and manage several business units. Only staff of the platform manage partners.
// Business units are features/organisation/tenants. Next: server/routes.ts (adding, disabling and removing).
import { z } from 'zod'
import { flag, id, subdomain, text } from '#catalogue/fields.ts'
import { hideable } from '#catalogue/screens.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'

export const partner = entity({
  noun: 'partner',
  title: ['partner', 'partners'],
  fields: {
    name: text(120),
    subdomain: subdomain(),
    enabled: flag(),
    /** Screens that are hidden from all people of the partner and of its business units. */
    hidden_menu: z.array(z.enum(hideable)).max(hideable.length),
  },
  computed: {
    /** The host of the main domain. */
    domain: z.string().nullable(),
    units: z.number().int(),
    people: z.number().int(),
    staff: z.number().int(),
  },
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
