// Row-level security: the roles of an identity and the condition for each table.
// Fails closed: a model with roles refuses every identity without a role. Every scan adds the conditions.
// Next: scan.ts (adds them), engine.ts (the caller).
import type { Node } from './ast.ts'
import { parsed, scalar } from './compile.ts'
import type { Resolved } from './context.ts'
import type { Env } from './environment.ts'
import { DaxError } from './errors.ts'
import { asCondition } from './expr.ts'
import { newEnvironment } from './query.ts'
import type { RowContext, ScanEnv, Security } from './scan-environment.ts'
import type { ColumnInfo, Schema } from './schema.ts'
import { join, sql, type Sql } from './sql.ts'

export type Identity = { username: string; roles: string[]; customData: string | null }

/** Whether a name means this role of a model. Letter case does not matter, as for all names of a model. */
export const isRole = (role: string, name: string): boolean => role.toLowerCase() === name.toLowerCase()

/**
 * The roles of an identity with their names in the model, sorted. Throws DaxError `identity` for a missing identity, no
 * role, or an unknown role.
 */
export function rolesOf(schema: Schema, identity: Identity | null): string[] {
  const { roles } = schema.model
  if (roles.length === 0) {
    if (identity && identity.roles.length > 0) throw new DaxError('identity', 'The model has no roles.')
    return []
  }
  if (!identity) throw new DaxError('identity', 'The model has roles: it answers only an identity.')
  // A NUL character could truncate the name in the database, so that it matches another person.
  if (`${identity.username}${identity.customData ?? ''}`.includes('\0'))
    throw new DaxError('identity', 'The identity holds a character that no name has.')
  if (identity.username.trim() === '') throw new DaxError('identity', 'The identity has no name.')
  if (identity.roles.length === 0) throw new DaxError('identity', 'The identity has no role of the model.')
  const names = identity.roles.map((name) => {
    const found = roles.find((role) => isRole(role.name, name))
    if (!found) throw new DaxError('identity', `There is no role "${name}" in the model.`)
    return found.name
  })
  const own = [...new Set(names)].toSorted()
  if (identity.customData === null && asksCustomData(schema, own))
    throw new DaxError('identity', 'A role asks for custom data, and the identity has none.')
  return own
}

function asksCustomData(schema: Schema, names: string[]): boolean {
  const filters = schema.model.roles
    .filter((role) => names.includes(role.name))
    .flatMap((role) => role.tablePermissions)
  return filters.some((permission) => /\bCUSTOMDATA\s*\(/i.test(permission.filter))
}

/**
 * The filters of these roles, combined with OR for each table. A role without a filter on a table sees all its rows.
 * Null if nothing is restricted.
 */
export function securityOf(schema: Schema, roleNames: readonly string[]): Security | null {
  const roles = schema.model.roles.filter((role) => roleNames.includes(role.name))
  const filters = new Map<string, Node[]>()
  for (const { name } of schema.model.tables) {
    const own = roles.map((role) =>
      role.tablePermissions.filter((one) => one.table.toLowerCase() === name.toLowerCase()),
    )
    if (own.length === 0 || own.some((permissions) => permissions.length === 0)) continue
    filters.set(
      name,
      own.flat().map((permission) => parsed(permission.filter)),
    )
  }
  if (filters.size === 0) return null
  return {
    tables: new Set(filters.keys()),
    condition: (env, resolve, table) => conditionOf(env, resolve, table, filters.get(table) ?? []),
  }
}

type Resolve = (column: ColumnInfo) => Resolved | null

function conditionOf(env: ScanEnv, resolve: Resolve, table: string, filters: Node[]): Sql {
  const bare = newEnvironment(env.schema, null)
  const inner: Env = { ...bare, makeAlias: env.makeAlias, rows: [rowIn(env, resolve, table)] }
  const conditions = filters.map((node) => sql`coalesce(${asCondition(scalar(node, inner), node.at)}, false)`)
  return conditions.length > 0 ? join(conditions, ' or ') : sql`false`
}

/** The row context for the related row in `table`. */
function rowIn(env: ScanEnv, resolve: Resolve, table: string): RowContext {
  return {
    table,
    column: (column) => (column.table === table ? resolve(column) : null),
    named: () => null,
    related: (column) => resolve(column),
    transition: () => {
      const info = env.schema.table(table)
      return info.columns.flatMap((column) => {
        const found = resolve(column)
        return found ? [{ kind: 'key', column, value: found }] : []
      })
    },
  }
}
