// Grants: which people and user groups may open a report, and with which identity (roles, user name, custom data).
// Next: server/rules.ts (merges the grants of a person into one identity), ../view (uses that identity).
import { z } from 'zod'
import { day, flag, id, namedRecord, optionalLines, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { can, done, listAnswer, listInput } from '#platform/contract/list.ts'
import { roleFilter, roleName } from '#features/reports/library/contract.ts'

/** Source of the identity's user name: the reader's e-mail, their value of a custom field, or a fixed value for all readers of the grant. */
export const identityKinds = ['email', 'field', 'value'] as const
export type IdentityKind = (typeof identityKinds)[number]

/** The user name of an identity. The report service accepts at most 256 characters and no spaces. */
const userName = () =>
  z
    .string()
    .max(256)
    .regex(/^\S*$/)
    .transform((value) => value || null)
    .nullable()

/** Maximum grants that one call adds. */
export const maxGrants = 200

/** Maximum pages of one grant. */
const maxPages = 100

/** The fields of a grant to a person or a group, without the grantee. */
export const reading = {
  roles: z.array(roleName()).max(50),
  identity: z.enum(identityKinds),
  identity_value: userName(),
  /** Id of the custom field whose value is the user name; null for another source. */
  identity_field: id().nullable().default(null),
  /** Where the custom data comes from: a fixed value for all readers of the grant, the reader's e-mail, or their value of a custom field. */
  custom_data_from: z.enum(identityKinds).default('value'),
  custom_data: optionalLines(1024),
  /** Id of the custom field whose value is the custom data; null for another source. */
  custom_data_field: id().nullable().default(null),
  /** The last day of the grant; null: it does not end. */
  ends_on: day().nullable().default(null),
  /** Whether the publisher's filters of the report do not apply. */
  without_filters: flag().default(false),
  /**
   * Names of the pages that the grant opens; null: all. The embedded service refuses the others. Microsoft's service does not: there they
   * arrange, and row-level security protects.
   */
  pages: z
    .array(text(200))
    .min(1)
    .max(maxPages)
    .refine((pages) => new Set(pages).size === pages.length)
    .nullable()
    .default(null),
}

type Identified = {
  identity: IdentityKind
  identity_value: string | null
  identity_field: string | null
  custom_data_from: IdentityKind
  custom_data: string | null
  custom_data_field: string | null
}

/** Whether the user name has the value that its source needs. */
const hasValue = ({ identity, identity_value }: Identified) => identity !== 'value' || identity_value !== null
const hasField = ({ identity, identity_field }: Identified) => identity !== 'field' || identity_field !== null
const hasDataField = ({ custom_data_from, custom_data_field }: Identified) =>
  custom_data_from !== 'field' || custom_data_field !== null

/** Requires of a grant the fields that its sources need, and each role once. The dialogs of other features use it too. */
export const wholeReading = <Schema extends z.ZodType<Identified & { roles: string[] }>>(schema: Schema): Schema =>
  schema
    .refine(hasValue, { path: ['identity_value'] })
    .refine(hasField, { path: ['identity_field'] })
    .refine(hasDataField, { path: ['custom_data_field'] })
    .refine(({ roles }) => new Set(roles).size === roles.length, { path: ['roles'] })

/** Removes the fields of sources that the grant does not use for the user name and the custom data. */
export const withoutOthers = <Input extends Identified>(input: Input): Input => ({
  ...input,
  identity_value: input.identity === 'value' ? input.identity_value : null,
  identity_field: input.identity === 'field' ? input.identity_field : null,
  custom_data: input.custom_data_from === 'value' ? input.custom_data : null,
  custom_data_field: input.custom_data_from === 'field' ? input.custom_data_field : null,
})

/** A grant to either a person or a user group. */
export const grant = wholeReading(
  z
    .object({ user_id: id().nullable(), group_id: id().nullable(), ...reading })
    .refine(({ user_id, group_id }) => (user_id === null) !== (group_id === null), { path: ['user_id'] }),
).transform(withoutOthers)
export type Grant = z.output<typeof grant>

/** Whether people who could not open the report before get a notification. */
const notifyFlag = flag().default(false)

const grantees = (grants: Grant[]) => new Set(grants.map(({ user_id, group_id }) => user_id ?? group_id))

export const shownGrant = z.object({
  user_id: id().nullable(),
  group_id: id().nullable(),
  name: z.string(),
  /** E-mail of the person; null for a group. */
  email: z.string().nullable(),
  /** Number of people in the group; null for a person. */
  members: z.number().int().nullable(),
  roles: z.array(z.string()),
  identity: z.enum(identityKinds),
  identity_value: z.string().nullable(),
  identity_field: id().nullable(),
  custom_data_from: z.enum(identityKinds),
  custom_data: z.string().nullable(),
  custom_data_field: id().nullable(),
  ends_on: day().nullable(),
  without_filters: flag(),
  pages: z.array(z.string()).nullable(),
})

export const reportAccess = z.object({
  report_id: id(),
  name: z.string(),
  row_security: flag(),
  ignore_row_security: flag(),
  ignore_role: z.string().nullable(),
  hidden: flag(),
  /** Whether the service itself refuses pages that a grant does not open. Microsoft's service does not. */
  pages_protected: flag(),
  /** Whether the publisher has set filters for all readers. */
  has_filters: flag(),
  grants: z.array(shownGrant),
  /** Custom fields whose value may be the user name or the custom data of an identity. */
  identity_fields: z.array(namedRecord),
  /** Roles that grants of reports with the same data set name: suggestions for the form. */
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
  does: 'outside',
  audit: 'report.access_changed',
  input: z.object({
    report_id: id(),
    /** Version of the report, as it was read. */
    version: z.number().int(),
    grants: z
      .array(grant)
      .max(2_000)
      .refine((grants) => grantees(grants).size === grants.length),
    tell: notifyFlag,
  }),
  answers: done,
})

export const addAccess = call({
  method: 'POST',
  path: 'auth/report/access/add',
  summary: 'Adds grants to a report. A grant that a person or group has already is replaced; all others stay.',
  access: 'report.grant',
  does: 'outside',
  audit: 'report.access_changed',
  input: z.object({
    report_id: id(),
    grants: z
      .array(grant)
      .min(1)
      .max(maxGrants)
      .refine((grants) => grantees(grants).size === grants.length),
    tell: notifyFlag,
  }),
  answers: done,
})

/** Outcome when a person opens the report. */
export const readingOutcomes = [
  'reads',
  'identity_missing',
  'identity_ambiguous',
  'unknown_role',
  'filter_missing',
  'hidden',
] as const

export const listReaders = call({
  method: 'GET',
  path: 'auth/report/access/readers',
  summary:
    'Each person with a grant, directly or through a group, with their identity or the reason why they cannot open the report.',
  access: 'report.grant',
  does: 'outside',
  audit: null, // changes nothing
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
        /** The role that the data model does not have, for the outcome `unknown_role`; null otherwise. */
        unknown_role: z.string().nullable(),
        custom_data: z.string().nullable(),
        /** Names of the pages that the person may open; null: all. */
        pages: z.array(z.string()).nullable(),
        /** Whether the caller may preview the report as the person. */
        may_preview: flag(),
      }),
    ),
    total: z.number().int(),
  }),
})

export const listGrantPages = call({
  method: 'GET',
  path: 'auth/report/access/pages',
  summary: 'The pages of a report, from its service, for the grants.',
  access: 'report.grant',
  does: 'outside',
  audit: null, // changes nothing
  input: z.object({ report_id: id() }),
  answers: z.array(z.object({ name: z.string(), display_name: z.string() })),
})

export const listGrantRoles = call({
  method: 'GET',
  path: 'auth/report/access/roles',
  summary: 'The roles of the data model of a report and what they filter, from its service, for the grants.',
  access: 'report.grant',
  does: 'outside',
  audit: null, // changes nothing
  input: z.object({ report_id: id() }),
  /** Null: the service does not list the roles, so people type their names. Microsoft's service never does. */
  answers: z.object({
    roles: z.array(z.string()).nullable(),
    /** What the roles filter. Null: the service does not tell. */
    filters: z.array(roleFilter).nullable(),
  }),
})

/** Maximum role suggestions of one answer. */
export const maxRoleSuggestions = 3

export const suggestGrantRoles = call({
  method: 'GET',
  path: 'auth/report/access/roles/suggested',
  summary:
    'Roles that a person, their groups, or a user group have for reports of the same data model, for a new grant.',
  access: 'report.grant',
  screens: ['reports', 'user'],
  does: 'read',
  input: z
    .object({ report_id: id(), user_id: id().optional(), group_id: id().optional() })
    .refine(({ user_id, group_id }) => (user_id === undefined) !== (group_id === undefined), { path: ['user_id'] }),
  answers: z.array(
    z.object({
      roles: z.array(z.string()),
      /** Name of a report with the same data model, for which the roles are granted. */
      report: z.string(),
      /** The user group of that grant; null: the grant of the person or group itself. */
      group: z.string().nullable(),
    }),
  ),
})

/** The reports of one person */

export const permissionWays = ['direct', 'group'] as const

export const personPermission = z.object({
  /** Id of the grant. */
  id: id(),
  report_id: id(),
  /** Name of the report. */
  name: z.string(),
  /** Group and subgroup of the report. */
  place: z.string(),
  way: z.enum(permissionWays),
  /** The user group of the grant; null for a grant of the person. */
  group: z.string().nullable(),
  roles: z.array(z.string()),
  /** Number of pages that the grant opens; null: all. */
  pages: z.number().int().nullable(),
  ends_on: day().nullable(),
  hidden: flag(),
  /**
   * Abilities of the caller. `remove` exists for a grant of the person only. To take away a grant of a group, remove the person from the
   * group or change the grant at the report.
   */
  can,
})

export const listPersonPermissions = call({
  method: 'GET',
  path: 'auth/report/access/person/all',
  summary: 'The grants that let one person open reports, their own and those of their groups.',
  access: 'report.grant',
  screens: ['user'],
  does: 'read',
  input: listInput(['name', 'place', 'ends_on'], { user_id: id(), way: z.enum(permissionWays).optional() }),
  answers: listAnswer(personPermission),
})

export const removePersonPermission = call({
  method: 'DELETE',
  path: 'auth/report/access/person/delete',
  summary: 'Takes the own grant of a person for one report away. Grants of their groups stay.',
  access: 'report.grant',
  screens: ['user'],
  does: 'write',
  audit: 'report.access_changed',
  input: z.object({ user_id: id(), report_id: id() }),
  answers: done,
})

/** Why a person opens a report, or why not */

/** The rules in the order in which they are explained. Each is a sentence of the phrases. */
export const accessRules = [
  'refused_person',
  'outside_hours',
  'owes_terms',
  'manages',
  'hidden',
  'own_grant',
  'group_grant',
  'overruled_grant',
  'ended_grant',
  'no_grant',
  'maintenance',
  'all_rows',
  'ignored_rows',
  'rows',
  'identity_missing',
  'identity_ambiguous',
  'unknown_role',
  'all_pages',
  'some_pages',
  'filters',
  'without_filters',
  'filter_missing',
] as const
export type AccessRule = (typeof accessRules)[number]

/** What a rule decides: it lets the person in, keeps them out, or determines what they see. */
export const verdicts = ['in', 'out', 'shows'] as const

export const explainAccess = call({
  method: 'GET',
  path: 'auth/report/access/explain',
  summary: 'Each rule that lets a person open a report, keeps them out, or decides what they see there.',
  access: 'report.grant',
  screens: ['reports', 'user'],
  does: 'outside',
  audit: null, // changes nothing
  input: z.object({ report_id: id(), user_id: id() }),
  answers: z.object({
    report: z.string(),
    person: z.string(),
    opens: flag(),
    rules: z.array(
      z.object({
        rule: z.enum(accessRules),
        verdict: z.enum(verdicts),
        /** The name that belongs to the rule: the user group, the role that all readers have or that the data model lacks, or the user name of the identity. */
        name: z.string().nullable(),
        roles: z.array(z.string()),
        pages: z.array(z.string()),
        day: day().nullable(),
      }),
    ),
  }),
})
