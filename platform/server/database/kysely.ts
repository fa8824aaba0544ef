// Kysely over a connection that we hold: it builds the SQL and types it, our pool names and runs it.
import type { CompiledQuery, DatabaseConnection, Expression, QueryResult, RootOperationNode } from 'kysely'
import { Kysely, createQueryId, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'
import type { DB } from '#database/tables.ts'
import { statementName, watched } from './pool.ts'

/** A database handle. Handlers get one that is bound to their session's transaction and can obtain no other. */
export type Database = Kysely<DB>

/** Kysely on one connection whose transaction is somebody else's business. */
export function databaseOn(client: pg.PoolClient): Database {
  return kysely(() => Promise.resolve(namedConnection(client)))
}

/** Kysely that only builds: whoever runs its query hands over the SQL (the lateral read of session/gate.ts). */
export const queryBuilder: Database = kysely(() =>
  Promise.reject(new Error('this handle builds queries and runs none')),
)

/** A query as PostgreSQL gets it; `single` promises one row at the most. `row` is there for the compiler alone. */
export type CompiledText<Row> = { sql: string; parameters: readonly unknown[]; single?: boolean; row?: Row }

/** The text and the values of a query that somebody else runs. */
export function compiled<Row>(query: Expression<Row> | CompiledText<Row>): CompiledText<Row> {
  if ('sql' in query) return query
  return queryBuilder.getExecutor().compileQuery(query.toOperationNode() as RootOperationNode, noQueryId)
}

/**
 * A query for the one row of an id, built and compiled once: its text is the same whatever the id. `build` hands the id on as a
 * value and decides nothing by it. Example: `compiledById((id) => queryBuilder.selectFrom('reports').select('name').where('id', '=', id))`.
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

/** Stands for the id while the query is built; no value of a request has a NUL. */
const idToCome = '\0id'

/** For Kysely's plugins, of which we have none. */
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
      throw new Error('streaming needs a cursor of its own')
    },
  }
}

function refuseTransaction(): Promise<void> {
  return Promise.reject(new Error('the transaction around a handler is opened by platform/server/session'))
}
