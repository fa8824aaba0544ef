import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { exports } from '#catalogue/limits.ts'
import { type Database, compiled } from '../database/kysely.ts'
import type { SessionQuery } from '../session/gate.ts'

/**
 * The rows of a query in parts, through a cursor of the server: all of one instant, and never more than a part in memory. `db` must
 * stand in a transaction. The cursor has the name of its query, because PostgreSQL remembers of a named FETCH what its rows look like.
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
