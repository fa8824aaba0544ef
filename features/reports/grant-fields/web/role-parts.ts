// What a role of a data model filters, read from its DAX conditions. Pure functions; the sentences are in the phrases of access.
import { isAlwaysTrue, type ModelRoles, type RoleFilter, type RoleFilters } from '#features/reports/library/contract.ts'

/**
 * What a role shows of a table. `none`: no rows. `username`, `customData`: the rows whose column equals it. `other`: the rows of any other
 * condition, which only the data model can judge.
 */
export type RolePart =
  | { kind: 'none'; table: string }
  | { kind: 'username' | 'customData'; table: string; column: string }
  | { kind: 'other'; table: string; filter: string }

const column = String.raw`(?:'(?:[^']|'')+'|(?!NOT\b)[\p{L}_][\p{L}\p{N}_]*)?\s*\[((?:[^\]]|\]\])+)\]`
const reader = String.raw`(USERPRINCIPALNAME|USERNAME|CUSTOMDATA)\s*\(\s*\)`
const equal = new RegExp(`^\\s*(?:${column}\\s*=\\s*${reader}|${reader}\\s*=\\s*${column})\\s*$`, 'iu')

/** The parts of a role; empty: it shows all rows. Letter case of names does not matter. */
export const rolePartsOf = (role: string, filters: readonly RoleFilter[]): RolePart[] =>
  filters.filter((each) => each.role.toLowerCase() === role.toLowerCase() && !isAlwaysTrue(each.filter)).map(partOf)

/**
 * What a role shows, without names of columns. `hidden`: tables without rows. `rows`, of the other tables: all; those that equal the user
 * name or the custom data of the reader; or those of a rule that only the data model can judge.
 */
export type RoleReach = { hidden: string[]; rows: 'all' | 'username' | 'customData' | 'ruled' }

/** A role has rows of the reader only if all its conditions are exact equalities with one kind of value: another condition may show more. */
export function roleReachOf(role: string, filters: readonly RoleFilter[]): RoleReach {
  const parts = rolePartsOf(role, filters)
  const [kind, ...otherKinds] = new Set(parts.flatMap((part) => (part.kind === 'none' ? [] : part.kind)))
  return {
    hidden: parts.flatMap((part) => (part.kind === 'none' ? part.table : [])),
    rows: kind === undefined ? 'all' : kind === 'other' || otherKinds.length > 0 ? 'ruled' : kind,
  }
}

/** The first role that shows all rows to everybody; null: there is none, or the service does not tell. */
export function roleOfAllRows(roles: ModelRoles, filters: RoleFilters): string | null {
  if (roles === null || filters === null) return null
  return roles.find((role) => rolePartsOf(role, filters).length === 0) ?? null
}

function partOf({ table, filter }: RoleFilter): RolePart {
  if (/^\s*FALSE\s*(?:\(\s*\))?\s*$/i.test(filter)) return { kind: 'none', table }
  const [, before, name, otherName, after] = equal.exec(filter) ?? []
  const compared = before ?? after
  if (compared === undefined) return { kind: 'other', table, filter: filter.trim() }
  const kind = (name ?? otherName)?.toUpperCase() === 'CUSTOMDATA' ? 'customData' : 'username'
  return { kind, table, column: compared.replaceAll(']]', ']') }
}
