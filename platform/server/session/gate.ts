// The session gate: the only way from a request to the database. It opens the session in SQL, so that expiry, revocation, state,
// business unit and rows are judged at the same instant. It provides database handles that see that business unit only.
// It checks no permission (http/bind.ts does) and knows no noun.
import type { Expression } from 'kysely'
import type pg from 'pg'
import { type ErrorCode, errors } from '#catalogue/errors.ts'
import type { Language } from '#catalogue/languages.ts'
import { signInConcurrency } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import { type CompiledText, type Database, compiled, databaseOn } from '../database/kysely.ts'
import { type ConnectionCaller, createConnectionShares } from '../database/connection-shares.ts'
import { type JsonForm, jsonFormOf, withDates } from '../database/json-rows.ts'
import { resultOf, runNamed } from '../database/pool.ts'
import { together } from '../database/together.ts'
import { systemClock } from '../clock.ts'
import { networkOf } from '../http/network.ts'
import { createRetryAfterStore } from '../retry-after.ts'
import { type Actor, type TenantId, actorFrom } from './actor.ts'
import { isApiKeyToken, isWellFormedKey } from './api-key.ts'
import { admitUnknownKey } from './unknown-keys.ts'
import { hashToken } from './token.ts'

/**
 * What a request presents: its token, the IP address of its client and its host. `beforeTerms`: the call is allowed before the person has
 * accepted the mandatory terms. `language`: the names of records are answered in it; null: in the stored language of the person.
 */
export type Credentials = {
  token: string | null
  address: string
  host: string
  beforeTerms?: boolean
  language?: Language | null
}

/** A query that runs in the session it opens with: Kysely's, raw SQL in parentheses, or one compiled before. */
export type SessionQuery<Row> = Expression<Row> | CompiledText<Row>

export type Gate = ReturnType<typeof createGate>

/** The SQL function that opens: a session by its token, or an API key. Both have the same arguments and the same answer. */
type Opener = 'open_session' | 'open_api_key'

const byOpener = () => ({ open_session: new Map<string, string>(), open_api_key: new Map<string, string>() })

/** The answer of open_session() or open_api_key(); undefined for an unknown token. */
type Opened = { ok: boolean; refusal: string | null; session: string | null; seen_seconds_ago: number } | undefined

/** The columns of the session in the first row of a read. */
type FirstRow = { ok_: boolean; refusal_: string | null; session_: string | null; seen_: number }

const openedIn = ({ ok_, refusal_, session_, seen_ }: FirstRow): Opened => ({
  ok: ok_,
  refusal: refusal_,
  session: session_,
  seen_seconds_ago: seen_,
})

/**
 * The session and its language: that of the request comes before the stored one, because a person may use two languages on two devices.
 * `offset 0` keeps the planner from computing the language after the rows that depend on it. `first`: the number of its first parameter.
 */
const openedBy = (opener: Opener, first: number) => `
  (select o.*, case when o.ok then set_config('app.language', coalesce($${first + 3}, current_setting('app.language', true), ''), true) end as language
     from app.${opener}($${first}, $${first + 1}, $${first + 2}) o offset 0)`

const openStatement = (opener: Opener) =>
  `select ok, refusal, session, seen_seconds_ago, language from ${openedBy(opener, 1)} s`

export function createGate(pool: pg.Pool, log: { info(fields: object, message: string): void }) {
  const shares = createConnectionShares(pool)
  const transaction = transactionsOn(shares)
  const { callerAt, admitAt } = createKnownHosts()
  const throttledNetworks = createRetryAfterStore(signInConcurrency.throttledNetworks)

  /** Opens the session without a query: for calls that wait for something outside and hold no connection meanwhile. */
  async function open(credentials: Credentials): Promise<Actor> {
    const { opener, values } = openingOf(credentials)
    const statement = openStatement(opener)
    const [row] = await shares.run(callerAt(credentials.host), (client) => runNamed(client, statement, values))
    if (!row && opener === 'open_api_key') await countUnknownKey(credentials)
    return admitAt(row as Opened, credentials)
  }

  /**
   * Counts an unknown API key against the network of the client, like other refused attempts. A network that has reached its limit gets its
   * Retry-After from memory, and uses no further connection. Keys that exist are opened before, so they work there as well.
   */
  async function countUnknownKey({ address }: Credentials): Promise<void> {
    const network = networkOf(address)
    const now = systemClock.now()
    const known = throttledNetworks.left(network, now)
    if (known !== null) fail('call.throttled', { retryAfter: known })
    const caller: ConnectionCaller = { group: 'open', name: `api key ${networkOf(address, 48)}` }
    const wait = await acrossTenants('api key: count an unknown key', (db) => admitUnknownKey(db, address), caller)
    if (wait === null) return
    throttledNetworks.note(network, wait, now)
    fail('call.throttled', { retryAfter: wait })
  }

  /**
   * One statement before any session, for instance for the headers of a page. `purpose` and the client's network have a turn of their own, so
   * that neither questions for one purpose nor those of one network delay the others.
   */
  async function askOpen(
    { purpose, address }: { purpose: string; address: string },
    text: string,
    values: unknown[],
  ): Promise<Record<string, unknown>[]> {
    const caller: ConnectionCaller = { group: 'open', name: `${purpose} ${networkOf(address, 48)}` }
    return shares.run(caller, (client) => runNamed(client, text, values))
  }

  /**
   * Opens the session and reads rows in one statement. An aborted `signal` cancels the statement. `isSearch`: the statement uses the share of
   * searches.
   */
  async function read<Row>(
    credentials: Credentials,
    query: SessionQuery<Row>,
    { signal, isSearch = false }: { signal?: AbortSignal; isSearch?: boolean } = {},
  ): Promise<{ actor: Actor; rows: Row[] }> {
    const statement = compiled(query)
    const { opener, values: opening } = openingOf(credentials)
    const values = [...statement.parameters, ...opening, credentials.host]
    const caller = callerAt(credentials.host)
    const run = <Answer>(work: (client: pg.PoolClient) => Promise<Answer>) =>
      shares.run(isSearch ? { ...caller, searcher: opening[0].toString('base64url') } : caller, work, signal)
    const admitted = (first: Partial<FirstRow> | undefined) =>
      admitAt(first && openedIn(first as FirstRow), credentials)
    const form = jsonForms.get(statement.sql)
    if (form) {
      const [first] = await run((client) => runNamed(client, jsonInSession(statement, opener), values))
      const actor = admitted(first)
      return { actor, rows: withDates((first?.['rows_'] ?? []) as Record<string, unknown>[], form) as Row[] }
    }
    const { rows: found, fields } = await run((client) => resultOf(client, inSession(statement, opener), values))
    if (form === undefined) jsonForms.set(statement.sql, jsonFormOf(fields.filter(({ name }) => !isOfSession(name))))
    const [first] = found
    const actor = admitted(first)
    return { actor, rows: first?.['row_'] === null ? [] : (found as Row[]) }
  }

  /** A transaction in the session. `work` runs after the session is open. An error rolls everything back. */
  async function write<T>(credentials: Credentials, work: (db: Database, actor: Actor) => Promise<T>): Promise<T> {
    const { opener, values } = openingOf(credentials)
    return again(() =>
      transaction(callerAt(credentials.host), 'begin', async (client, begun) => {
        const [, [row]] = await together([begun, runNamed(client, openStatement(opener), values)])
        return work(databaseOn(client), admitAt(row as Opened, credentials))
      }),
    )
  }

  /**
   * Platform-wide work for all business units: sign-in, provisioning, jobs. The reason is logged, so that each use can be found.
   * `caller`: whose share of the connections the work uses.
   */
  async function acrossTenants<T>(
    reason: string,
    work: (db: Database) => Promise<T>,
    caller: ConnectionCaller = theSystem,
  ): Promise<T> {
    log.info({ reason }, 'across tenants')
    return transaction(caller, 'begin; set local role vitrine_platform', async (client, begun) => {
      // The first statements of the work go with the beginning of the transaction, in one round trip.
      const [, result] = await together([begun, work(databaseOn(client))])
      return result
    })
  }

  /**
   * Work without a session under the row-level security of one business unit: a job that was enqueued there. There is no profile and no
   * person. Answers undefined when the business unit no longer exists.
   */
  async function inTenant<T>(
    id: string,
    work: (db: Database, tenantId: TenantId, partnerId: string) => Promise<T>,
  ): Promise<T | undefined> {
    return transaction(theSystem, 'begin', async (client, begun) => {
      const [, , [unit]] = await together([
        begun,
        runNamed(client, `select set_config('app.tenant_id', $1, true)`, [id]),
        runNamed(client, bindPartner, [id]),
      ])
      return unit && work(databaseOn(client), id as TenantId, String(unit['partner_id']))
    })
  }

  /** Extends a session. Callers do this at most once per minute and session, without delaying the answer. */
  async function touch(sessionId: string): Promise<void> {
    await shares.run(theSystem, (client) => runNamed(client, 'select app.touch_session($1)', [sessionId]))
  }

  /** Stores the day on which an API key was used. */
  async function noteKeyUse(keyId: string): Promise<void> {
    await shares.run(theSystem, (client) => runNamed(client, 'select app.note_api_key_use($1)', [keyId]))
  }

  return { open, askOpen, read, write, acrossTenants, inTenant, touch, noteKeyUse }
}

/**
 * Runs `work` in a transaction that `opening` begins. `begun` settles with the answer of `opening`: `work` waits for it, or sends its first
 * statements together with it.
 */
const transactionsOn =
  (shares: ReturnType<typeof createConnectionShares>) =>
  <T>(
    caller: ConnectionCaller,
    opening: string,
    work: (client: pg.PoolClient, begun: Promise<unknown>) => Promise<T>,
  ): Promise<T> =>
    shares.run(caller, async (client) => {
      try {
        const result = await work(client, client.query(opening))
        await client.query('commit')
        return result
      } catch (error) {
        // A connection that cannot roll back is closed, so that the pool does not reuse its state.
        await client.query('rollback').catch((failure: Error) => client.emit('error', failure))
        throw error
      }
    })

const theSystem: ConnectionCaller = { group: 'system', name: 'system' }

const maxKnownHosts = 10_000

/**
 * Remembers which business unit a host belongs to, from the sessions admitted there. All hosts without an admitted session share the
 * connections of one business unit, so invented hosts give a client no further connections.
 */
function createKnownHosts() {
  const units = new Map<string, string>()
  const callerAt = (host: string): ConnectionCaller => ({ group: 'unit', name: units.get(host) ?? 'unknown host' })
  const admitAt = (opened: Opened, credentials: Credentials): Actor => {
    const actor = admit(opened, credentials)
    const unit = actor.tenantId ?? actor.partnerId ?? 'platform'
    if (units.get(actor.host) !== unit) {
      const [oldest] = units.keys()
      if (units.size >= maxKnownHosts && oldest !== undefined) units.delete(oldest)
      units.set(actor.host, unit)
    }
    return actor
  }
  return { callerAt, admitAt }
}

const maxTries = 3

/**
 * Retries after a deadlock: PostgreSQL has rolled back one of the transactions completely. A handler of a `write` changes nothing outside
 * its transaction, so it can run again.
 */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === maxTries || !isDeadlock(error)) throw error
    }
  }
}

const isDeadlock = (error: unknown) => error instanceof Error && 'code' in error && error.code === '40P01'

/** A business unit that is closed or being removed counts as absent for jobs. */
const bindPartner = `select partner_id, set_config('app.partner_id', partner_id::text, true) from tenants where id = $1 and erase_at is null`

/**
 * Wraps a query so that it runs after the session is open. The lateral part depends on `s.ok`, and `offset 0` keeps the planner from
 * moving the rows before it. Otherwise the row-level security policies would see no business unit, and no row would be visible. Only the
 * first row carries the session. A query of at most one row needs no row numbers. A token sent to the host of another business unit reads no
 * rows: the query would use the connections of that business unit.
 */
function inSession({ sql, parameters, single }: CompiledText<unknown>, opener: Opener): string {
  const known = textsInSession[opener].get(sql)
  if (known) return known
  const columnOf = (column: string) =>
    single ? `s.${column} as ${column}_` : `case when r.row_ > 1 then null else s.${column} end as ${column}_`
  const row = single ? 'true' : '(row_number() over ())::int'
  const text = `
    select ${columnOf('ok')}, ${columnOf('refusal')}, ${columnOf('session')}, s.seen_seconds_ago as seen_, r.*
      from ${openedBy(opener, parameters.length + 1)} s
      left join lateral (select q.*, ${row} as row_ from (${sql}) q
                          where s.ok and s.language is not null and s.session::json->>'host' = $${parameters.length + 5} offset 0) r on true`
  textsInSession[opener].set(sql, text)
  return text
}

/** A cache by the text of the query, so that each text is built only once. */
const textsInSession = byOpener()

const isOfSession = (column: string) => ['ok_', 'refusal_', 'session_', 'seen_', 'row_'].includes(column)

/**
 * Whether the rows of a query are read as JSON (json-rows.ts), by its text. The first time a query runs, `inSession` reads its rows, and its
 * columns tell.
 */
const jsonForms = new Map<string, JsonForm>()

/** The same as `inSession`, with the rows as one JSON text: one row is answered. */
function jsonInSession({ sql, parameters }: CompiledText<unknown>, opener: Opener): string {
  const known = jsonTexts[opener].get(sql)
  if (known) return known
  const text = `
    select s.ok as ok_, s.refusal as refusal_, s.session as session_, s.seen_seconds_ago as seen_, r.rows_
      from ${openedBy(opener, parameters.length + 1)} s
      left join lateral (select json_agg(q) as rows_
                           from (select q.* from (${sql}) q
                                  where s.ok and s.language is not null and s.session::json->>'host' = $${parameters.length + 5} offset 0) q) r on true`
  jsonTexts[opener].set(sql, text)
  return text
}

const jsonTexts = byOpener()

/** What the token opens with: the function, and its arguments. An API key with a wrong check is refused without the database. */
function openingOf({ token, address, beforeTerms = false, language = null }: Credentials): {
  opener: Opener
  values: [Buffer, string, boolean, Language | null]
} {
  if (!token) fail('session.unauthorized')
  const isKey = isApiKeyToken(token)
  if (isKey && !isWellFormedKey(token)) fail('session.unauthorized')
  return { opener: isKey ? 'open_api_key' : 'open_session', values: [hashToken(token), address, beforeTerms, language] }
}

function admit(opened: Opened, { address, host }: Credentials): Actor {
  const refusal = opened?.refusal
  if (refusal) {
    const code = isErrorCode(refusal) ? refusal : 'session.unauthorized'
    fail(code, { values: { address }, endsSession: !mayPass.has(code) })
  }
  if (!opened?.ok || !opened.session) fail('session.unauthorized')
  const actor = actorFrom(opened.session, opened.seen_seconds_ago)
  // A token is valid only at the host for which it was issued.
  if (actor.host !== host) fail('sign_in.domain_refused')
  return actor
}

/** Refusals because of the place, the time or a term. The session stays valid, because they may not apply later. */
const mayPass = new Set<ErrorCode>(['sign_in.address_refused', 'sign_in.maintenance', 'session.terms_due'])

const isErrorCode = (value: string): value is ErrorCode => Object.hasOwn(errors, value)
