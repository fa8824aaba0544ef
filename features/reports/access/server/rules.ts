// Decides from the grants what a reader gets: the identity (user name, roles, custom data) and the pages. Pure functions; they fail
// closed (E2).
import type { ErrorCode } from '#catalogue/errors.ts'
import {
  type ModelRoles,
  operatorsWithValues,
  type ReportFilter,
  unknownRole,
} from '#features/reports/library/contract.ts'
import type { AccessRule } from '../contract.ts'

/** A grant that applies to the reader: to the person (`direct`) or to one of their groups. */
export type ReaderGrant = {
  direct: boolean
  roles: string[]
  identity: string
  identity_value: string | null
  /** The reader's value of the custom field that gives the user name; null: they have none that an identity may use. */
  field_value: string | null
  custom_data_from: string
  custom_data: string | null
  /** The reader's value of the custom field that gives the custom data; null: none that an identity may use. */
  data_value: string | null
  without_filters: boolean
  /** Names of the pages that the grant opens; null: all. */
  pages: string[] | null
}

export type SecuredReport = { row_security: boolean; ignore_row_security: boolean; ignore_role: string | null }

/** The effective identity that the report service gets for a reader; null for a report without row-level security. */
export type Identity = { username: string; roles: string[]; customData: string | null }

export type Resolved = { identity: Identity | null } | { refusal: ErrorCode }

/**
 * Merges the grants of a reader into one identity. Direct grants take precedence over grants to groups. The roles are united; user
 * name and custom data must be equal, because an embed token has one identity. Without a role the report is refused.
 */
export function resolveIdentity(report: SecuredReport, grants: ReaderGrant[], email: string): Resolved {
  if (!report.row_security) return { identity: null }
  if (report.ignore_row_security && report.ignore_role) {
    return { identity: { username: email, roles: [report.ignore_role], customData: null } }
  }
  const deciding = decidingOf(report, grants)
  const identities = deciding.map((grant) => ({
    username: userNameOf(grant, email),
    customData: customDataOf(grant, email),
  }))
  const [first] = identities
  if (!first || identities.some(({ username, customData }) => username === '' || customData === ''))
    return { refusal: 'report.identity_missing' }
  const agree = identities.every(
    ({ username, customData }) => username === first.username && customData === first.customData,
  )
  if (!agree) return { refusal: 'report.identity_ambiguous' }
  return { identity: { ...first, roles: [...new Set(deciding.flatMap(({ roles }) => roles))].toSorted() } }
}

/**
 * The grants that decide: those of the person, otherwise those of their groups. If the report needs roles, a grant without a role does not
 * count.
 */
function decidingOf(report: SecuredReport, grants: ReaderGrant[]): ReaderGrant[] {
  const direct = grants.filter((grant) => grant.direct)
  const deciding = direct.length > 0 ? direct : grants
  return needsRoles(report) ? deciding.filter(({ roles }) => roles.length > 0) : deciding
}

/** The user name of a reader by a grant; empty if the grant names none for this reader. */
function userNameOf({ identity, identity_value, field_value }: ReaderGrant, email: string): string {
  if (identity === 'email') return email
  const text = (identity === 'value' ? identity_value : field_value) ?? ''
  return fitsUserName(text) ? text : ''
}

/** The custom data of a reader by a grant; null: no custom data; empty: the grant names a field of which this reader has no value. */
function customDataOf({ custom_data_from, custom_data, data_value }: ReaderGrant, email: string): string | null {
  if (custom_data_from === 'email') return email
  if (custom_data_from === 'value') return custom_data
  return data_value !== null && data_value.length <= maxCustomData ? data_value : ''
}

/** Maximum characters of custom data that the report services accept. */
const maxCustomData = 1_024

/** Whether the report services accept a text as a user name. */
const fitsUserName = (text: string): boolean => /^\S{1,256}$/.test(text)

/**
 * The pages that a reader may open, each once, in the order of the grants; null: all. The grants that decide about the identity decide
 * about the pages, and their pages are united. A manager of reports may open every page. Without a deciding grant there is no page.
 */
export function resolvePages(
  report: SecuredReport & { manages: boolean },
  grants: ReaderGrant[],
): readonly string[] | null {
  if (report.manages) return null
  const deciding = decidingOf(report, grants)
  if (deciding.some(({ pages }) => pages === null)) return null
  return [...new Set(deciding.flatMap(({ pages }) => pages ?? []))]
}

/** The reader's values of the custom fields that the filters of a report name, by field id. A field that is gone has no entry. */
export type FilterValues = Readonly<Record<string, { name: string; values: readonly (string | number)[] }>>

/** `missing`: the name of the custom field of which the reader has no value; empty for a field that is gone. */
export type ResolvedFilters = { filters: ReportFilter[] } | { missing: string }

/**
 * The publisher's filters with the reader's own values. A reader without a value of a field opens nothing, because without the filter they
 * would see what belongs to others. A condition that takes one value refuses a reader who has several.
 */
export function resolveFilters(
  filters: readonly ReportFilter[],
  grants: readonly Pick<ReaderGrant, 'without_filters'>[],
  readerValues: FilterValues,
): ResolvedFilters {
  if (grants.some(({ without_filters }) => without_filters)) return { filters: [] }
  const resolved: ReportFilter[] = []
  for (const { field = null, ...filter } of filters) {
    const found = field === null ? undefined : readerValues[field]
    const values = field === null ? filter.values : (found?.values ?? []).filter((value) => value !== '')
    const isMissing = values.length === 0 || (values.length > 1 && !operatorsWithValues.includes(filter.operator))
    if (field !== null && isMissing) return { missing: found?.name ?? '' }
    resolved.push({ ...filter, values: [...values] })
  }
  return { filters: resolved }
}

/** Whether the pages that a reader may open include this page. `pages` null: all. */
export const opensPage = (pages: readonly string[] | null, page: string): boolean =>
  pages === null || pages.includes(page)

/**
 * Whether an actor may preview a report as a person: administrators as readers, staff as administrators too. Nobody may preview as staff or
 * as themselves.
 */
export const mayPreviewAs = (
  actor: { userId: string; staff: string | null },
  person: { id: string; profile: string; staff: string | null },
): boolean => person.id !== actor.userId && person.staff === null && (actor.staff !== null || person.profile === 'user')

/** Whether a person may edit the content of a report that they may open. `edits`: they have the permission `report.edit_content`. */
export const mayEditContent = ({ allow_edit }: { allow_edit: boolean }, person: { edits: boolean }): boolean =>
  allow_edit && person.edits

type Passing = { passes: string; allow_edit: boolean }

/** Whether a person may open a report that is in maintenance. `isKeptOut` of maintenance-queries.ts decides the same in SQL. */
export function mayPass({ passes, allow_edit }: Passing, person: { manages: boolean; edits: boolean }): boolean {
  if (passes === 'nobody') return false
  return person.manages || (passes === 'editors' && mayEditContent({ allow_edit }, person))
}

/**
 * Whether each grant needs a role. With row-level security, a grant without a role would show nothing, so it is refused when it is saved.
 */
export const needsRoles = (report: SecuredReport): boolean =>
  report.row_security && !(report.ignore_row_security && report.ignore_role !== null)

export type GrantRow = Omit<ReaderGrant, 'direct' | 'field_value' | 'data_value'> & {
  identity_field: string | null
  custom_data_field: string | null
  user_id: string | null
  group_id: string | null
  ends_on: string | null
}

/** The grants to delete and those to insert. A changed grant is in both. */
export function differenceOf(before: GrantRow[], after: GrantRow[]): { removed: GrantRow[]; added: GrantRow[] } {
  const [old, fresh] = [new Set(before.map(signatureOf)), new Set(after.map(signatureOf))]
  return {
    removed: before.filter((grant) => !fresh.has(signatureOf(grant))),
    added: after.filter((grant) => !old.has(signatureOf(grant))),
  }
}

const signatureOf = ({ roles, ...grant }: GrantRow): string =>
  JSON.stringify([
    grant.user_id,
    grant.group_id,
    roles.toSorted(),
    grant.identity,
    grant.identity_value,
    grant.identity_field,
    grant.custom_data_from,
    grant.custom_data,
    grant.custom_data_field,
    grant.ends_on,
    grant.without_filters,
    grant.pages,
  ])

/** Grantees: people and user groups. */
type Grantees = { people: string[]; groups: string[] }

/**
 * The grantees that get the report: those of the added grants without an earlier grant. `except`: the earlier grantees, because a new group
 * may contain people who could open the report before. A grant that has ended does not count.
 */
export function newGrantees(earlier: GrantRow[], added: GrantRow[], today: string): Grantees & { except: Grantees } {
  const except = granteesOf(earlier, today)
  const { people, groups } = granteesOf(added, today)
  return {
    people: people.filter((id) => !except.people.includes(id)),
    groups: groups.filter((id) => !except.groups.includes(id)),
    except,
  }
}

function granteesOf(grants: GrantRow[], today: string): Grantees {
  const lasting = grants.filter(({ ends_on }) => ends_on === null || ends_on >= today)
  return {
    people: lasting.flatMap(({ user_id }) => user_id ?? []),
    groups: lasting.flatMap(({ group_id }) => group_id ?? []),
  }
}

/** Titles of pages by their names. */
export type PageTitles = ReadonlyMap<string, string>

/** The grants by grantee, for the audit trail, which writes the values that differ. */
export const byGrantee = (grants: GrantRow[], titles: PageTitles): Record<string, object> =>
  Object.fromEntries(
    grants.map(({ user_id, group_id, ...reading }) => [
      user_id ? `user ${user_id}` : `group ${group_id}`,
      { ...reading, pages: titledPages(reading.pages, titles) },
    ]),
  )

/**
 * The pages by title and name, because a report may have a title twice, and a title may change. A page whose title the portal has not read
 * has the name alone.
 */
export const titledPages = (pages: string[] | null, titles: PageTitles): string[] | null =>
  pages?.map((name) => {
    const title = titles.get(name) ?? name
    return title === name ? name : `${title} (${name})`
  }) ?? null

/** A grant to a person or to one of their groups, for the explanation. */
export type ExplainedGrant = ReaderGrant & { group: string | null; ends_on: string | null; ended: boolean }

export type ExplainedAccess = SecuredReport & {
  email: string
  manages: boolean
  hidden: boolean
  /** Whether the portal refuses the person: blocked, inactive, deactivated, or after the trial. */
  refused: boolean
  outside_hours: boolean
  owes_terms: boolean
  /** Whether the present maintenance of the report keeps the person out. */
  kept_out: boolean
  filters: ReportFilter[]
  filter_values: FilterValues
  grants: ExplainedGrant[]
  model_roles: ModelRoles
}

export type Explained = {
  rule: AccessRule
  verdict: 'in' | 'out' | 'shows'
  name: string | null
  roles: string[]
  pages: string[]
  day: string | null
}

/** Lists each rule that decides about the person and the report. It uses the functions that decide when the person opens the report. */
export function explain(access: ExplainedAccess): { opens: boolean; rules: Explained[] } {
  const { grants, manages, hidden } = access
  const lasting = grants.filter(({ ended }) => !ended)
  const isGranted = manages || (!hidden && lasting.length > 0)
  const rules = [
    ...explainRefusals(access),
    ...(manages ? [explained('manages', 'in')] : []),
    ...(hidden && !manages ? [explained('hidden', 'out')] : []),
    ...grants.map((grant) => explainGrant(grant, access)),
    ...(lasting.length === 0 && !manages ? [explained('no_grant', 'out')] : []),
    ...(isGranted ? explainContents(access, lasting) : []),
  ]
  return { opens: rules.every(({ verdict }) => verdict !== 'out'), rules }
}

const explained = (rule: AccessRule, verdict: Explained['verdict'], more: Partial<Explained> = {}): Explained => ({
  rule,
  verdict,
  name: null,
  roles: [],
  pages: [],
  day: null,
  ...more,
})

const explainRefusals = ({ refused, outside_hours, owes_terms, kept_out }: ExplainedAccess): Explained[] => [
  ...(refused ? [explained('refused_person', 'out')] : []),
  ...(outside_hours ? [explained('outside_hours', 'out')] : []),
  ...(owes_terms ? [explained('owes_terms', 'out')] : []),
  ...(kept_out ? [explained('maintenance', 'out')] : []),
]

/** Explains one grant. A grant that has ended, or that a direct grant of the person overrules, neither lets in nor keeps out. */
function explainGrant(
  { direct, group, ended, ends_on }: ExplainedGrant,
  { grants, hidden, manages }: ExplainedAccess,
): Explained {
  const more = { name: group, day: ends_on }
  if (ended) return explained('ended_grant', 'shows', more)
  const isOverruled = !direct && grants.some((other) => other.direct && !other.ended)
  if (isOverruled) return explained('overruled_grant', 'shows', more)
  // A grant of a hidden report opens nothing until the report is shown again.
  return explained(direct ? 'own_grant' : 'group_grant', hidden && !manages ? 'shows' : 'in', more)
}

function explainContents(access: ExplainedAccess, lasting: ExplainedGrant[]): Explained[] {
  const resolved = resolveIdentity(access, lasting, access.email)
  if ('refusal' in resolved) {
    return [
      explained(resolved.refusal === 'report.identity_ambiguous' ? 'identity_ambiguous' : 'identity_missing', 'out'),
    ]
  }
  const role = unknownRole(access.model_roles, resolved.identity?.roles ?? [])
  if (role !== null) return [explained('unknown_role', 'out', { name: role })]
  const pages = resolvePages(access, lasting)
  const filtered = resolveFilters(access.filters, lasting, access.filter_values)
  if ('missing' in filtered) return [explained('filter_missing', 'out', { name: filtered.missing })]
  const isFiltered = filtered.filters.length > 0
  return [
    explainRows(access, resolved.identity),
    explained(pages === null ? 'all_pages' : 'some_pages', 'shows', { pages: [...(pages ?? [])] }),
    ...(access.filters.length > 0 ? [explained(isFiltered ? 'filters' : 'without_filters', 'shows')] : []),
  ]
}

function explainRows({ ignore_row_security, ignore_role }: SecuredReport, identity: Identity | null): Explained {
  if (identity === null) return explained('all_rows', 'shows')
  if (ignore_row_security && ignore_role) return explained('ignored_rows', 'shows', { name: ignore_role })
  return explained('rows', 'shows', { name: identity.username, roles: identity.roles })
}
