// Who may open a report, and whose rows they see of it: grants to people and to user groups.
// Next: server/rules.ts (how several grants of a person become one identity), ../view (where that identity is used).
import { z } from 'zod'
import { flag, id, optionalLines } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { can, done } from '#platform/contract/list.ts'
import { roleName } from '../contract.ts'

/** Where the user name of the identity comes from: the reader's own e-mail, or one value for all whom the grant reaches. */
export const identityKinds = ['email', 'value'] as const
export type IdentityKind = (typeof identityKinds)[number]

/** The report service takes no blanks in a user name, and no more than this. */
const userName = () =>
  z
    .string()
    .max(256)
    .regex(/^\S*$/)
    .transform((value) => value || null)
    .nullable()

const reading = {
  roles: z.array(roleName()).max(50),
  identity: z.enum(identityKinds),
  identity_value: userName(),
  custom_data: optionalLines(1024),
}

/** One grant: to a person or to a group, never to both. */
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
  /** Of a person; null for a group. */
  email: z.string().nullable(),
  /** Of a group; null for a person. */
  members: z.number().int().nullable(),
  roles: z.array(z.string()),
  identity: z.enum(identityKinds),
  identity_value: z.string().nullable(),
  custom_data: z.string().nullable(),
})

export const reportAccess = z.object({
  report_id: id(),
  name: z.string(),
  row_security: flag(),
  ignore_row_security: flag(),
  ignore_role: z.string().nullable(),
  hidden: flag(),
  grants: z.array(shownGrant),
  /** Roles named in grants of reports over the same data set: to choose from while typing. */
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
  summary: 'Makes exactly these the grants of a report. Whoever has it open and lost it is told at once.',
  access: 'report.grant',
  does: 'write',
  audit: 'report.access_changed',
  input: z.object({
    report_id: id(),
    /** The report's, as it was read. */
    version: z.number().int(),
    grants: z
      .array(grant)
      .max(2_000)
      .refine((grants) => grantees(grants).size === grants.length),
  }),
  answers: done,
})

/** What happens when a person opens the report. */
export const readingOutcomes = ['reads', 'identity_missing', 'identity_ambiguous', 'hidden'] as const

export const listReaders = call({
  method: 'GET',
  path: 'auth/report/access/readers',
  summary: 'Each person whom the grants of a report reach, with the identity they read with, or why they cannot.',
  access: 'report.grant',
  does: 'read',
  input: z.object({ report_id: id() }),
  answers: z.object({
    data: z.array(
      z.object({
        id: id(),
        name: z.string(),
        email: z.string(),
        /** By groups only when empty of a grant of their own. */
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
