import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { exports } from '#catalogue/limits.ts'
import { type Database, compiled } from '../database/kysely.ts'
import type { SessionQuery } from '../session/gate.ts'

/**
 * The rows of a query in batches, through a cursor of the server: one consistent snapshot, and only one batch in memory. `db` must be in a
 * transaction. The cursor is named after its query, because PostgreSQL caches the row type of a named FETCH.
 */
export async function* readParts<Row>(db: Database, query: SessionQuery<Row>): AsyncGenerator<Row[]> {
  const { sql, parameters } = compiled(query)
  const cursor = `export_${createHash('sha1').update(sql).digest('hex')}`
  await db.executeQuery(CompiledQuery.raw(`declare ${cursor} no scroll cursor for ${sql}`, [...parameters]))
  for (;;) {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(`fetch ${exports.batchRows} from ${cursor}`))
    if (rows.length > 0) yield rows
    if (rows.length < exports.batchRows) return
  }
}
