// Business units: the tenants of a partner. Staff of the partner and of the platform manage them.
// Their settings are features/organisation/settings (managed by their administrators), their people are features/people/users.
// Next: server/rules.ts (decisions), server/routes.ts (changes), server/jobs.ts (erasure).
import { z } from 'zod'
import { hideable } from '#catalogue/screens.ts'
import { day, email, flag, id, instant, language, namedRecord, subdomain, text } from '#catalogue/fields.ts'
import { erasureGraceDays } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'
import { exportCall } from '#platform/contract/export.ts'
import { added, can, done, listAnswer, listInput } from '#platform/contract/list.ts'
import { renamed } from '#platform/contract/wire.ts'

export const userLimits = { min: 1, max: 1_000_000, default: 50 } as const

const wireNames = { partner_id: 'parceiro_id' } as const

const fields = {
  name: text(120),
  subdomain: subdomain(),
  /** Language of the sign-in page in a browser that has chosen none. */
  default_language: language(),
  /** People who are created by single sign-on or by registration become members here. At most one business unit of a partner has each flag. */
  default_for_sso: flag(),
  default_for_registration: flag(),
  registration_enabled: flag(),
  /** N: only the partner's staff may add reports to the business unit. */
  allow_adding_reports: flag(),
  /** S: an administrator sees only the embedding accounts that they registered. */
  restrict_accounts: flag(),
  user_limit: z.number().int().min(userLimits.min).max(userLimits.max),
  /** Last day on which the test users of the business unit may sign in. */
  trial_ends: day().nullable(),
  /** S: only staff of the platform may sign in to the business unit, and only they may change this flag. */
  maintenance: flag(),
  /** Screens that are hidden from everybody in this business unit, in addition to those that the partner hides. */
  hidden_menu: z.array(z.enum(hideable)).max(hideable.length),
  enabled: flag(),
  /** N: the staff of the partner and of the platform are kept out of the business unit. A setting of the unit, which its administrators see. */
  allow_access_remote: flag(),
}

/** The flags, optional when a business unit is added, because the table has defaults. */
const optionalFlags = z
  .object(fields)
  .pick({
    default_language: true,
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

/** Progress of the erasure in rows; null when the business unit is not being removed. */
const removal = z.object({ done: z.number().int(), total: z.number().int() }).nullable()

/** The ordered erasure of a closed business unit; null when none is ordered. */
const closed = z.object({ erase_at: instant(), ordered_by: z.string() }).nullable()

/**
 * The user limit of the client's contract, for all of its business units together, and the people in them who count for it; null: the
 * contract has none. `binds`: the people reach it before the limit of the business unit.
 */
const clientLimit = z.object({ users: z.number().int(), user_limit: z.number().int(), binds: flag() }).nullable()

export const tenantRow = renamed(
  {
    ...identity,
    partner: z.string(),
    name: z.string(),
    subdomain: z.string(),
    domain: z.string().nullable(),
    /** Host of the business unit with port, as a browser needs it. */
    address: z.string(),
    users: z.number().int(),
    user_limit: z.number().int(),
    /** The client who is billed for the people of the business unit. */
    client: namedRecord.nullable(),
    client_limit: clientLimit,
    maintenance: flag(),
    enabled: flag(),
    removal,
    closed,
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
    /** Hidden screens as stored: some names may be screens of another release. */
    hidden_menu: z.array(z.string()),
    address: z.string(),
    /** Number of active, blocked and inactive people. `user_limit` cannot be lower. */
    users: z.number().int(),
    client: namedRecord.nullable(),
    client_limit: clientLimit,
    version: z.number().int(),
    can,
  },
  wireNames,
)

/**
 * Staff of the platform must choose `parceiro_id`; staff of a partner add to their own partner. `admin_name` and `admin_email` are those
 * of the first administrator, who is invited; either both or none.
 */
export const tenantAddition = renamed(
  {
    ...optionalFlags,
    name: fields.name,
    subdomain: fields.subdomain,
    user_limit: fields.user_limit,
    partner_id: id().optional(),
    admin_name: text(120).optional(),
    admin_email: email().optional(),
  },
  { ...wireNames, admin_name: 'nome_usuario', admin_email: 'email' },
)

export const tenantChange = z.object(fields).partial().extend({ id: id(), version: z.number().int() })

export const listTenants = call({
  method: 'GET',
  path: 'auth/companies/all',
  summary: 'Business units: the platform sees those of all partners, a partner its own.',
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
  summary: 'Options for adding a business unit: the partners to choose from, and the host of all subdomains.',
  access: 'tenant.read',
  does: 'read',
  input: z.object({}),
  answers: z.object({ partners: z.array(z.object({ value: id(), label: z.string() })), host: z.string() }),
})

export const addTenant = call({
  method: 'POST',
  path: 'auth/companies/add',
  summary: 'Adds a business unit and invites its first administrator; its subdomain works immediately.',
  access: 'tenant.add',
  does: 'write',
  audit: 'tenant.added',
  input: tenantAddition,
  /** `link`: no mail was sent; the administrator sets a password with this link, which is shown once. */
  answers: added.extend({ invited: flag(), link: z.string().nullable() }),
})

export const updateTenant = call({
  method: 'PUT',
  path: 'auth/companies/update',
  summary: 'Changes a business unit; absent fields stay unchanged. Disabling it ends its sessions.',
  access: 'tenant.update',
  does: 'write',
  audit: 'tenant.updated',
  input: tenantChange,
  answers: done,
})

/** Name of the job that erases a business unit; live events report its progress. At the end it writes `tenant.removed` to the audit trail. */
export const tenantErasure = 'tenant.erase'

export const removeTenant = call({
  method: 'DELETE',
  path: 'auth/companies/delete',
  summary: `Closes a business unit and orders its erasure, which begins after ${erasureGraceDays} days. \`name\` is its name as typed: capitals, spaces as underscores.`,
  access: 'tenant.remove',
  does: 'write',
  audit: 'tenant.removal_begun',
  input: z.object({ id: id(), name: z.string().max(500) }),
  answers: done,
})

export const reopenTenant = call({
  method: 'POST',
  path: 'auth/companies/reopen',
  summary: 'Withdraws the order to erase a business unit, until its erasure begins. The unit is open as before.',
  access: 'tenant.remove',
  does: 'write',
  audit: 'tenant.reopened',
  input: z.object({ id: id() }),
  answers: done,
})

export const confirmErasure = call({
  method: 'POST',
  path: 'auth/companies/erasures/confirm',
  summary:
    'Ends the grace period of an ordered erasure: it begins now. Only another person than the one who ordered it may. `name` is the name of the unit as typed.',
  access: 'tenant.remove',
  does: 'write',
  audit: 'tenant.erasure_confirmed',
  input: z.object({ id: id(), name: z.string().max(500) }),
  answers: done,
})

/** `ordered`: the grace period runs. `erasing`: rows and files are being erased. `erased`: the proof can be downloaded. */
export const erasureStates = ['ordered', 'erasing', 'erased'] as const

/** At most this number of erasures is listed, the newest. */
export const listedErasures = 100

export const listErasures = call({
  method: 'GET',
  path: 'auth/companies/erasures/all',
  summary: `Ordered and finished erasures of business units, the newest ${listedErasures}. A finished one has its proof.`,
  access: 'tenant.read',
  does: 'read',
  input: z.object({}),
  answers: z.object({
    data: z.array(
      z.object({
        id: id(),
        unit: z.string(),
        partner: z.string().nullable(),
        state: z.enum(erasureStates),
        ordered_at: instant(),
        ordered_by: z.string(),
        erase_at: instant(),
        confirmed_by: z.string().nullable(),
        proved_at: instant().nullable(),
        /** SHA-256 of the JSON document, which the audit trail has as well. */
        sha256: z.string().nullable(),
      }),
    ),
  }),
})

export const proofFormats = ['json', 'pdf'] as const

export const downloadProof = call({
  method: 'GET',
  path: 'auth/companies/erasures/proof',
  summary:
    'The proof of a finished erasure: the JSON document whose SHA-256 is in the audit trail, or the same as PDF.',
  access: 'tenant.read',
  does: 'outside',
  audit: null, // the call changes nothing
  input: z.object({ id: id(), format: z.enum(proofFormats) }),
  // The answer is a file, so there is no schema.
  answers: z.unknown(),
})
