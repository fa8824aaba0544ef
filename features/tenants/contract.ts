// Business units: the tenants of a partner, kept by the partner's staff and by the platform's.
// It is not their settings (features/settings, which their administrators keep) and not their people (features/users).
// Next: server/rules.ts (names and addresses), server/reads.ts (what a unit allows).
import { z } from 'zod'
import { hideable } from '#catalogue/screens.ts'
import { day, flag, hostName, id, instant, subdomain, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'
import { renamed } from '#platform/contract/wire.ts'

export const userLimits = { min: 1, max: 1_000_000, default: 50 } as const

const wireNames = { partner_id: 'parceiro_id' } as const

const fields = {
  name: text(120),
  subdomain: subdomain(),
  domain: hostName(),
  /** People created by single sign-on or by registering land here; one business unit of a partner for each. */
  default_for_sso: flag(),
  default_for_registration: flag(),
  registration_enabled: flag(),
  /** N: adding reports stays with the partner. */
  allow_adding_reports: flag(),
  /** S: an administrator sees only the accounts that they registered. */
  restrict_accounts: flag(),
  user_limit: z.number().int().min(userLimits.min).max(userLimits.max),
  /** The last day of its test users. */
  trial_ends: day().nullable(),
  /** S: nobody but the platform’s staff comes in; they alone say so. */
  maintenance: flag(),
  /** Screens that nobody of it has; its partner’s are out of reach as well. */
  hidden_menu: z.array(z.enum(hideable)).max(hideable.length),
  enabled: flag(),
}

/** Left out when a business unit is added: as the table says. */
const optionalFlags = z
  .object(fields)
  .pick({
    default_for_sso: true,
    default_for_registration: true,
    registration_enabled: true,
    allow_adding_reports: true,
    restrict_accounts: true,
    trial_ends: true,
    maintenance: true,
    hidden_menu: true,
    enabled: true,
  })
  .partial().shape

const identity = { id: id(), partner_id: id() }

/** While it is being removed: rows that are gone, of how many. */
const removal = z.object({ done: z.number().int(), total: z.number().int() }).nullable()

export const tenantRow = renamed(
  {
    ...identity,
    partner: z.string(),
    name: z.string(),
    subdomain: z.string(),
    domain: z.string().nullable(),
    /** Host with port, as a browser needs it. */
    address: z.string(),
    users: z.number().int(),
    user_limit: z.number().int(),
    maintenance: flag(),
    enabled: flag(),
    removal,
    created_at: instant(),
    can,
  },
  wireNames,
)

export const tenant = renamed(
  {
    ...identity,
    ...fields,
    partner: z.string(),
    domain: z.string().nullable(),
    /** As kept: some of them may be screens of another release. */
    hidden_menu: z.array(z.string()),
    address: z.string(),
    /** Active, blocked and inactive people: the limit cannot go below. */
    users: z.number().int(),
    version: z.number().int(),
    can,
  },
  wireNames,
)

/** `parceiro_id` is chosen by the platform's staff; a partner adds to itself. */
export const tenantAddition = renamed(
  {
    ...optionalFlags,
    name: fields.name,
    subdomain: fields.subdomain,
    domain: fields.domain,
    user_limit: fields.user_limit,
    partner_id: id().optional(),
  },
  wireNames,
)

export const tenantChange = z.object(fields).partial().extend({ id: id(), version: z.number().int() })

export const listTenants = call({
  method: 'GET',
  path: 'auth/companies/all',
  summary: 'Business units: of all partners for the platform, of one’s own for a partner.',
  access: 'tenant.read',
  does: 'read',
  input: listInput(['name', 'partner', 'subdomain', 'users', 'user_limit', 'created_at'], {
    parceiro_id: id().optional(),
    enabled: z.enum(['S', 'N']).optional(),
  }),
  answers: listAnswer(tenantRow),
})

export const exportTenants = exportCall(listTenants)

export const readTenant = call({
  method: 'GET',
  path: 'auth/companies/get',
  summary: 'One business unit with everything that can be changed.',
  access: 'tenant.read',
  does: 'read',
  input: z.object({ id: id() }),
  answers: tenant,
})

export const readTenantOptions = call({
  method: 'GET',
  path: 'auth/companies/options',
  summary:
    'What adding a business unit needs: the partners it may be added to, and the host that subdomains stand below.',
  access: 'tenant.read',
  does: 'read',
  input: z.object({}),
  answers: z.object({ partners: z.array(z.object({ value: id(), label: z.string() })), host: z.string() }),
})

export const addTenant = call({
  method: 'POST',
  path: 'auth/companies/add',
  summary: 'Adds a business unit; it answers at its subdomain at once.',
  access: 'tenant.add',
  does: 'write',
  audit: 'tenant.added',
  input: tenantAddition,
  answers: added,
})

export const updateTenant = call({
  method: 'PUT',
  path: 'auth/companies/update',
  summary: 'Changes a business unit; absent fields stay as they are. Nobody stays signed in to a disabled one.',
  access: 'tenant.update',
  does: 'write',
  audit: 'tenant.updated',
  input: tenantChange,
  answers: done,
})

/** The work that erases it, by whose name its progress is told; `tenant.removed` stands in the trail when it is done. */
export const tenantErasure = 'tenant.erase'

export const removeTenant = call({
  method: 'DELETE',
  path: 'auth/companies/delete',
  summary:
    'Shuts a business unit at once and erases it, step by step, with everything in it. `name` is its name as typed: capitals, spaces as underscores.',
  access: 'tenant.remove',
  does: 'write',
  audit: 'tenant.removal_begun',
  input: z.object({ id: id(), name: z.string().max(500) }),
  answers: done,
})
