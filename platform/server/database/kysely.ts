// Kysely on a connection that we hold. Kysely builds and types the SQL; our pool names and runs the statements.
import type { CompiledQuery, DatabaseConnection, Expression, QueryResult, RootOperationNode } from 'kysely'
import { Kysely, createQueryId, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'
import type { DB } from '#database/tables.ts'
import { statementName, watched } from './pool.ts'

/** A database handle. A handler gets one that is bound to the transaction of its session, and cannot get another one. */
export type Database = Kysely<DB>

/** Kysely on one connection. The caller controls the transaction. */
export function databaseOn(client: pg.PoolClient): Database {
  return kysely(() => Promise.resolve(namedConnection(client)))
}

/** Kysely that only builds queries. The caller runs the SQL (the lateral read of session/gate.ts). */
export const queryBuilder: Database = kysely(() =>
  Promise.reject(new Error('this handle builds queries and runs none')),
)

/** A query as text and values. `single` promises at most one row. `row` exists only for the type checker. */
export type CompiledText<Row> = { sql: string; parameters: readonly unknown[]; single?: boolean; row?: Row }

/** The text and the values of a query, for a caller that runs it. */
export function compiled<Row>(query: Expression<Row> | CompiledText<Row>): CompiledText<Row> {
  if ('sql' in query) return query
  return queryBuilder.getExecutor().compileQuery(query.toOperationNode() as RootOperationNode, noQueryId)
}

/**
 * A query for one row by id, built and compiled once, because its text is the same for every id. `build` must only pass the id on as a
 * value. Example: `compiledById((id) => queryBuilder.selectFrom('reports').select('name').where('id', '=', id))`.
 */
export function compiledById<Row>(build: (id: string) => Expression<Row>): (id: string) => CompiledText<Row> {
  let made: CompiledText<Row> | undefined
  return (id) => {
    made ??= compiled(build(idToCome))
    return {
      sql: made.sql,
      parameters: made.parameters.map((value) => (value === idToCome ? id : value)),
      single: true,
    }
  }
}

/** Placeholder for the id while the query is built. No value of a request contains NUL. */
const idToCome = '\0id'

/** Needed for Kysely plugins. We have none. */
const noQueryId = createQueryId()

function kysely(acquire: () => Promise<DatabaseConnection>): Database {
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createDriver: () => ({
        init: () => Promise.resolve(),
        acquireConnection: acquire,
        beginTransaction: refuseTransaction,
        commitTransaction: refuseTransaction,
        rollbackTransaction: refuseTransaction,
        releaseConnection: () => Promise.resolve(),
        destroy: () => Promise.resolve(),
      }),
    },
  })
}

function namedConnection(client: pg.PoolClient): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const statement = { name: statementName(query.sql), text: query.sql, values: [...query.parameters] }
      const result = await watched(query.sql, () => client.query(statement))
      return { rows: result.rows as Row[], numAffectedRows: BigInt(result.rowCount ?? 0) }
    },
    streamQuery: () => {
      throw new Error('streaming needs a cursor')
    },
  }
}

function refuseTransaction(): Promise<void> {
  return Promise.reject(new Error('the transaction around a handler is opened by platform/server/session'))
}
