// Row-level security of an identity: which roles, and the condition each table is read under.
// Fails closed: a model that has roles answers nobody without one. The condition itself is added by every scan.
// Next: scan.ts (where it is added), engine.ts (who asks).
import type { Node } from './ast.ts'
import { parsed, scalar } from './compile.ts'
import { emptyContext, type Resolved } from './context.ts'
import type { Env, RowContext, Security } from './environment.ts'
import { DaxError } from './errors.ts'
import { asCondition } from './expr.ts'
import type { ColumnInfo, Schema } from './schema.ts'
import { join, sql, type Sql } from './sql.ts'

export type Identity = { username: string; roles: string[]; customData: string | null }

/** The roles by their names in the model, sorted. Throws DaxError `identity` for nobody, no role, or one that is not there. */
export function rolesOf(schema: Schema, identity: Identity | null): string[] {
  const { roles } = schema.model
  if (roles.length === 0) {
    if (identity && identity.roles.length > 0) throw new DaxError('identity', 'The model has no roles.')
    return []
  }
  if (!identity) throw new DaxError('identity', 'The model has roles: it answers only an identity.')
  // A NUL could end the name early on its way into the database, and make it somebody else's.
  if (`${identity.username}${identity.customData ?? ''}`.includes('\0'))
    throw new DaxError('identity', 'The identity holds a character that no name has.')
  if (identity.username.trim() === '') throw new DaxError('identity', 'The identity has no name.')
  if (identity.roles.length === 0) throw new DaxError('identity', 'The identity has no role of the model.')
  const names = identity.roles.map((name) => {
    const found = roles.find((role) => role.name.toLowerCase() === name.toLowerCase())
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
 * The filters of these roles, joined by OR for each table: a role that says nothing of a table sees all of it.
 * Null when nothing is hidden.
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

function conditionOf(env: Env, resolve: Resolve, table: string, filters: Node[]): Sql {
  const inner: Env = {
    ...env,
    context: emptyContext(env.schema),
    rows: [rowIn(env, resolve, table)],
    variables: new Map(),
    definedMeasures: new Map(),
    scope: null,
    security: null,
    trail: [],
  }
  const conditions = filters.map((node) => sql`coalesce(${asCondition(scalar(node, inner), node.at)}, false)`)
  return conditions.length > 0 ? join(conditions, ' or ') : sql`false`
}

/** The row of `table` that a row of the scan leads to. */
function rowIn(env: Env, resolve: Resolve, table: string): RowContext {
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
