// Answers DAX queries on one model from its built database, for one identity per query.
// It does not build the database (../model/build-database.ts) and knows no reports, tokens or tenants.
// Next: planner.ts (planning), security.ts (row-level security), run.ts (connections).
import type { SemanticModel, Value } from '../model/model.ts'
import type { Statistics } from '../model/statistics.ts'
import { type AnswerCache, createAnswerCache, sizeOfRows } from './answer-cache.ts'
import { DaxError } from './errors.ts'
import { openPlanner } from './planner.ts'
import type { Plan, ResultColumn } from './query.ts'
import { LONGEST_KEPT, openDatabase, stopped, type Database } from './run.ts'
import { Schema } from './schema.ts'
import { rolesOf, type Identity } from './security.ts'

export { DaxError } from './errors.ts'
export { DamagedDatabase } from './run.ts'
export type { ResultColumn } from './query.ts'
export type { Identity } from './security.ts'

/**
 * Defaults: `maxRows` 100,000 rows; `timeLimit` (milliseconds) one minute. `caller` is the key for the fair queue: callers with waiting
 * queries are served in turn (round robin). Default: the identity's user name.
 */
export type QueryOptions = {
  identity: Identity | null
  maxRows?: number
  signal?: AbortSignal
  timeLimit?: number
  caller?: string
}

/** `truncated`: the query has more rows than `maxRows`. Dates have the form `2013-11-29T00:00:00`; BLANK is null. */
export type QueryResult = { columns: ResultColumn[]; rows: Value[][]; truncated: boolean }

export type Engine = {
  model: SemanticModel
  /** Throws DaxError for errors of the query or its identity, DamagedDatabase if the database file cannot be read. */
  query(dax: string, options: QueryOptions): Promise<QueryResult>
  close(): void
}

const MAX_ROWS = 100_000
const LONGEST = 60_000
const MAX_PLANS = 500

/** Limits of a cache of results. The service shares one among all its models. */
export const ANSWER_LIMITS = { maxBytes: 128 * 1024 * 1024, maxAnswerBytes: 4 * 1024 * 1024 }

/** Distinguishes the engines in a shared cache: a new version of a model has a new engine, so its queries run again. */
let latestEngine = 0

/** Opens a database that buildDatabase built for this model, read-only. */
export async function openEngine(
  model: SemanticModel,
  databasePath: string,
  answers: AnswerCache<QueryResult> = createAnswerCache<QueryResult>(ANSWER_LIMITS, sizeOfRows),
): Promise<Engine> {
  const engine = ++latestEngine
  const database = await openDatabase(databasePath)
  const statistics = await statisticsOf(database)
  const schema = new Schema(model, statistics)
  const planner = openPlanner(model, statistics)
  const plans = new Map<string, Plan>()
  return {
    model,
    query: async (dax, options) => {
      const { identity, maxRows = MAX_ROWS, signal = null, timeLimit = LONGEST } = options
      const roles = rolesOf(schema, identity)
      const planKey = JSON.stringify([dax, roles])
      const known = plans.get(planKey)
      const answerKey = JSON.stringify([engine, maxRows, planKey, known ? boundFields(known, identity) : identity])
      return answers
        .get(answerKey, signal, async () => {
          const { statement, ...answer } = await database.run({
            statement: async () => {
              const plan = known ?? (await planner.plan(dax, roles, signal))
              remember(plans, planKey, plan)
              return plan
            },
            identity,
            maxRows,
            timeLimit,
            signal,
            caller: options.caller ?? identity?.username ?? '',
          })
          return { columns: statement.columns, ...answer }
        })
        .catch((error: unknown) => {
          throw signal?.aborted ? stopped() : error
        })
    },
    close: () => void database.close().then(() => planner.close()),
  }
}

/**
 * The fields of the identity that a plan binds, with their values. Identities that agree in them, and in their roles, get the same rows.
 * They share a result. Until a query has a plan, only an identity that agrees in everything shares its result.
 */
function boundFields(plan: Plan, identity: Identity | null): [string, string | null][] {
  const fields = plan.parameters.flatMap((parameter) => (parameter.kind === 'identity' ? [parameter.field] : []))
  return [...new Set(fields)].map((field) => [field, identity?.[field] ?? null])
}

/** Cache of the most recently used plans. A plan contains no value of the reader's identity, so readers with the same roles share it. */
function remember(plans: Map<string, Plan>, key: string, plan: Plan): void {
  if (plan.text.length > LONGEST_KEPT) return
  plans.delete(key)
  plans.set(key, plan)
  const [oldest] = plans.keys()
  if (plans.size > MAX_PLANS && oldest !== undefined) plans.delete(oldest)
}

async function statisticsOf(database: Database): Promise<Statistics> {
  const answer = await database.run({
    statement: () => ({ text: 'select content from vitrine_statistics', parameters: [] }),
    identity: null,
    maxRows: 1,
    timeLimit: LONGEST,
    signal: null,
    caller: '',
  })
  const content = answer.rows[0]?.[0]
  if (typeof content !== 'string') throw new DaxError('binding', 'The database was not built for a model.')
  return JSON.parse(content) as Statistics // Only build-database.ts writes this table.
}
