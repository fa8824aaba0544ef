// What a role of a data model filters, read from its DAX conditions. A pure function; the sentences are in the phrases of access.
import type { ModelRoles, RoleFilter, RoleFilters } from '#features/reports/library/contract.ts'

/**
 * What a role shows of a table. `none`: no rows. `username`, `customData`: the rows whose column equals it. `reader`: the rows of a longer
 * condition about who reads, which differ from person to person. `other`: the rows of another condition.
 */
export type RolePart =
  | { kind: 'none'; table: string }
  | { kind: 'username' | 'customData'; table: string; column: string }
  | { kind: 'reader'; table: string }
  | { kind: 'other'; table: string; filter: string }

const column = String.raw`(?:'(?:[^']|'')+'|(?!NOT\b)[\p{L}_][\p{L}\p{N}_]*)?\s*\[((?:[^\]]|\]\])+)\]`
const reader = String.raw`(USERPRINCIPALNAME|USERNAME|CUSTOMDATA)\s*\(\s*\)`
const anyReader = new RegExp(reader, 'iu')
const equal = new RegExp(`^\\s*(?:${column}\\s*=\\s*${reader}|${reader}\\s*=\\s*${column})\\s*$`, 'iu')

/** The parts of a role; empty: it shows all rows. Letter case of names does not matter. */
export const rolePartsOf = (role: string, filters: readonly RoleFilter[]): RolePart[] =>
  filters.filter((each) => each.role.toLowerCase() === role.toLowerCase()).map(partOf)

/**
 * What a role shows, without names of columns. `hidden`: tables without rows. `recognisedBy`: what tells the readers apart, so that each sees
 * rows of their own. `isPart`: everybody sees the same part of the rows. None of them: it shows all rows.
 */
export type RoleReach = { hidden: string[]; recognisedBy: ('username' | 'customData')[]; isPart: boolean }

export function roleReachOf(role: string, filters: readonly RoleFilter[]): RoleReach {
  const parts = rolePartsOf(role, filters)
  const conditions = filters
    .filter((each) => each.role.toLowerCase() === role.toLowerCase())
    .map(({ filter }) => filter)
  const names = (pattern: RegExp) => conditions.some((condition) => pattern.test(condition))
  return {
    hidden: parts.flatMap((part) => (part.kind === 'none' ? part.table : [])),
    recognisedBy: [
      ...(names(/\b(?:USERPRINCIPALNAME|USERNAME)\s*\(/iu) ? (['username'] as const) : []),
      ...(names(/\bCUSTOMDATA\s*\(/iu) ? (['customData'] as const) : []),
    ],
    isPart: parts.some(({ kind }) => kind === 'other'),
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
  if (compared === undefined) {
    return anyReader.test(filter) ? { kind: 'reader', table } : { kind: 'other', table, filter: filter.trim() }
  }
  const kind = (name ?? otherName)?.toUpperCase() === 'CUSTOMDATA' ? 'customData' : 'username'
  return { kind, table, column: compared.replaceAll(']]', ']') }
}
