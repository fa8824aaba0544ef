// What other nouns of the area ask of runs.
import { type RawBuilder, sql } from 'kysely'
import type { ListOptions } from '#platform/contract/list.ts'
import { contains, offsetOf, totalOf } from '#platform/server/database/list.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'

/** The columns of every addressee of a run. */
type Recipient<Outcome, Problem> = {
  id: string
  person: string | null
  email: string | null
  outcome: Outcome
  problem: Problem | null
  told_at: Date | null
}

type RecipientOptions = Pick<ListOptions, 'search' | 'order' | 'page' | 'size'> & {
  run_id: string
  outcome?: string | undefined
  sort: 'person' | 'outcome'
}

type RecipientSource = {
  /** The table of the addressees, as `p`, with what is joined to it. */
  from: RawBuilder<unknown>
  /** The columns that only this kind of run has. */
  columns: RawBuilder<unknown>
}

const orders = { person: sql`app.plain(u.name)`, outcome: sql`p.outcome` }

/** A page of the addressees of one run, with their number. */
export function recipientsPage<Outcome, Problem, Own>(
  { from, columns }: RecipientSource,
  options: RecipientOptions,
): SessionQuery<Recipient<Outcome, Problem> & Own & { total: number }> {
  const matches = sql`
    from ${from} left join users u on u.id = p.user_id
   where p.run_id = ${options.run_id} and ${options.outcome ? sql`p.outcome = ${options.outcome}` : sql`true`}
     and ${contains(sql`coalesce(u.name || ' ' || u.email, '')`, options.search)}`
  const direction = sql.raw(options.order)
  return sql<Recipient<Outcome, Problem> & Own & { total: number }>`(
    select p.id, u.name as person, u.email, p.outcome, p.problem, p.told_at, ${columns}, ${totalOf(sql`select ${matches}`)} as total ${matches}
     order by ${orders[options.sort]} ${direction} nulls last, p.id limit ${options.size} offset ${offsetOf(options)})`
}
