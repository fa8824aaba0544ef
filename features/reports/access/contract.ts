// Grants: which people and user groups may open a report, and with which identity (roles, user name, custom data).
// Next: server/rules.ts (merges the grants of a person into one identity), ../view (uses that identity).
import { z } from 'zod'
import { day, flag, id, optionalLines } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { can, done } from '#platform/contract/list.ts'
import { roleName } from '../contract.ts'

/** Source of the identity's user name: the reader's e-mail, or a fixed value for all readers of the grant. */
export const identityKinds = ['email', 'value'] as const
export type IdentityKind = (typeof identityKinds)[number]

/** The report service accepts at most 256 characters and no spaces. */
const userName = () =>
  z
    .string()
    .max(256)
    .regex(/^\S*$/)
    .transform((value) => value || null)
    .nullable()

/** What a grant to a person or a group consists of, beside the grantee. */
export const reading = {
  roles: z.array(roleName()).max(50),
  identity: z.enum(identityKinds),
  identity_value: userName(),
  custom_data: optionalLines(1024),
  /** The last day of the grant; null: it does not end. */
  ends_on: day().nullable().default(null),
  /** The publisher's filters of the report do not apply. */
  without_filters: flag().default(false),
}

/** A grant to either a person or a user group. */
export const grant = z
  .object({ user_id: id().nullable(), group_id: id().nullable(), ...reading })
  .refine(({ user_id, group_id }) => (user_id === null) !== (group_id === null), { path: ['user_id'] })
  .refine(({ identity, identity_value }) => identity !== 'value' || identity_value !== null, {
    path: ['identity_value'],
  })
  .refine(({ roles }) => new Set(roles).size === roles.length, { path: ['roles'] })
  .transform((given) => (given.identity === 'value' ? given : { ...given, identity_value: null }))
export type Grant = z.output<typeof grant>

const grantees = (grants: Grant[]) => new Set(grants.map(({ user_id, group_id }) => user_id ?? group_id))

export const shownGrant = z.object({
  user_id: id().nullable(),
  group_id: id().nullable(),
  name: z.string(),
  /** Null for a group. */
  email: z.string().nullable(),
  /** Number of people in the group; null for a person. */
  members: z.number().int().nullable(),
  roles: z.array(z.string()),
  identity: z.enum(identityKinds),
  identity_value: z.string().nullable(),
  custom_data: z.string().nullable(),
  ends_on: day().nullable(),
  without_filters: flag(),
})

export const reportAccess = z.object({
  report_id: id(),
  name: z.string(),
  row_security: flag(),
  ignore_row_security: flag(),
  ignore_role: z.string().nullable(),
  hidden: flag(),
  /** The publisher set filters for all readers. */
  has_filters: flag(),
  grants: z.array(shownGrant),
  /** Roles in grants of reports with the same data set: suggestions for the form. */
  known_roles: z.array(z.string()),
  version: z.number().int(),
  can,
})

export const readAccess = call({
  method: 'GET',
  path: 'auth/report/access/get',
  summary: 'Who may open a report, and with which identity.',
  access: 'report.grant',
  does: 'read',
  input: z.object({ report_id: id() }),
  answers: reportAccess,
})

export const updateAccess = call({
  method: 'PUT',
  path: 'auth/report/access/update',
  summary: 'Replaces the grants of a report. Readers who have it open get a live event.',
  access: 'report.grant',
  does: 'write',
  audit: 'report.access_changed',
  input: z.object({
    report_id: id(),
    /** Version of the report, as it was read. */
    version: z.number().int(),
    grants: z
      .array(grant)
      .max(2_000)
      .refine((grants) => grantees(grants).size === grants.length),
  }),
  answers: done,
})

export const addAccess = call({
  method: 'POST',
  path: 'auth/report/access/add',
  summary: 'Adds grants to a report. A grant that a person or group has already is replaced; all others stay.',
  access: 'report.grant',
  does: 'write',
  audit: 'report.access_changed',
  input: z.object({
    report_id: id(),
    grants: z
      .array(grant)
      .min(1)
      .max(200)
      .refine((grants) => grantees(grants).size === grants.length),
  }),
  answers: done,
})

/** Outcome when a person opens the report. */
export const readingOutcomes = ['reads', 'identity_missing', 'identity_ambiguous', 'hidden'] as const

export const listReaders = call({
  method: 'GET',
  path: 'auth/report/access/readers',
  summary:
    'Each person with a grant, directly or through a group, with their identity or the reason why they cannot open the report.',
  access: 'report.grant',
  does: 'read',
  input: z.object({ report_id: id() }),
  answers: z.object({
    data: z.array(
      z.object({
        id: id(),
        name: z.string(),
        email: z.string(),
        /** Names of the groups through which the person has a grant. */
        groups: z.array(z.string()),
        direct: flag(),
        outcome: z.enum(readingOutcomes),
        username: z.string().nullable(),
        roles: z.array(z.string()),
        custom_data: z.string().nullable(),
      }),
    ),
    total: z.number().int(),
  }),
})
