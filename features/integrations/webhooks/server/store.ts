import { sql } from 'kysely'
import { webhooks } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { isOpen } from '#platform/server/jobs/closed-units.ts'
import { contains, offsetOf, totalOf } from '#platform/server/database/list.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import type {
  AttemptProblem,
  DeliveryProblem,
  DeliveryState,
  EventType,
  listDeliveries,
  sendSpanAgain,
  SentType,
} from '../contract.ts'

export const computed = {
  disabled_at: sql`r.disabled_at`,
  failing_since: sql`r.failing_since`,
  old_secret_until: sql`case when r.old_secret_until > now() then r.old_secret_until end`,
  waiting: sql`(select count(*)::int from webhook_deliveries d where d.tenant_id = r.tenant_id and d.webhook_id = r.id and d.state = 'waiting')`,
}

export async function countWebhooks(db: Database): Promise<number> {
  // Serializes the additions of one business unit, so that two of them at the same time keep the limit.
  await sql`select pg_advisory_xact_lock(hashtext('webhooks'), hashtext(app.tenant_id()::text))`.execute(db)
  const { count } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

type NewWebhook = { name: string; url: string; event_types: EventType[]; active: boolean; secret_sealed: Buffer }

export async function add(db: Database, fields: NewWebhook): Promise<string> {
  const { id } = await db.insertInto('webhooks').values(fields).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The present secret becomes the old one, which signs as well until the overlap ends. */
export async function rotate(db: Database, id: string, secret_sealed: Buffer) {
  return db
    .updateTable('webhooks')
    .set((eb) => ({
      old_secret_sealed: eb.ref('secret_sealed'),
      old_secret_until: sql<Date>`now() + make_interval(hours => ${webhooks.overlapHours})`,
      secret_sealed,
    }))
    .where('id', '=', id)
    .returning(['name', sql<Date>`old_secret_until`.as('old_secret_until')])
    .executeTakeFirst()
}

/** The failures of a webhook that is off no longer count. */
export async function forgive(db: Database, id: string): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ disabled_at: null, failing_since: null })
    .where('id', '=', id)
    .where('active', '=', false)
    .execute()
}

/** The name of a webhook; locks it until the commit. */
export async function nameOf(db: Database, id: string): Promise<string | undefined> {
  const found = await db.selectFrom('webhooks').select('name').where('id', '=', id).forUpdate().executeTakeFirst()
  return found?.name
}

export async function addTest(db: Database, webhook_id: string, event_type: SentType, data: object): Promise<string> {
  const { id } = await db
    .insertInto('webhook_deliveries')
    .values({ webhook_id, event_id: sql`app.uuidv7()`, event_type, data: JSON.stringify(data), is_test: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes a delivery of each event for each webhook that chose the type. Answers their number. */
export async function emit(db: Database, tenantId: string, type: EventType, list: readonly object[]): Promise<number> {
  const { rows } = await sql`
    with e as materialized (
      select app.uuidv7() as id, j.value as data from jsonb_array_elements(${JSON.stringify(list)}::jsonb) j)
    insert into webhook_deliveries (tenant_id, webhook_id, event_id, event_type, data)
    select w.tenant_id, w.id, e.id, ${type}, e.data from webhooks w, e
     where w.tenant_id = ${tenantId} and w.active and w.event_types @> array[${type}]
    returning 1`.execute(db)
  return rows.length
}

/** The same from a session of the platform staff, who read no table of a business unit. Answers the units that now have deliveries. */
export async function emitAbove(
  db: Database,
  type: EventType,
  list: readonly { tenant_id: string; data: object }[],
): Promise<string[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select tenant_id from app.emit_webhooks_above(${type}, ${JSON.stringify(list)}::jsonb)`.execute(db)
  return rows.map(({ tenant_id }) => tenant_id)
}

/** A waiting delivery is due when its webhook is active. A test is sent by an inactive one as well. */
const isDue = sql`d.state = 'waiting' and d.next_at <= now()
  and (d.is_test or (select w.active from webhooks w where w.tenant_id = d.tenant_id and w.id = d.webhook_id))`

/** The newest deliveries of an inactive webhook among which tests are looked for: it gets no others. */
const newestOfInactive = 50

/**
 * Finds one delivery of the webhook `w` that is due. It reads one row of the index, however many wait: a lateral subquery with a limit is
 * never turned into a join that reads them all.
 */
const oneDue = sql`lateral (
  (select 1 from webhook_deliveries d
    where w.active and d.tenant_id = w.tenant_id and d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= now() limit 1)
  union all
  (select 1 from (select * from webhook_deliveries n
                   where not w.active and n.tenant_id = w.tenant_id and n.webhook_id = w.id
                   order by n.created_at desc limit ${sql.lit(newestOfInactive)}) d
    where d.is_test and d.state = 'waiting' and d.next_at <= now() limit 1)) due`

/** The business units with deliveries that are due. For platform-wide work. */
export async function unitsWithDue(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct w.tenant_id as id from webhooks w cross join ${oneDue} where ${isOpen('w.tenant_id')}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function webhooksWithDue(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select w.id from webhooks w cross join ${oneDue}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ends the newest deliveries beyond the maximum as failed, before any attempt: they can be sent again. */
export async function dropExcess(db: Database, webhookId: string, max: number = webhooks.maxWaiting): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'failed', next_at = null, ended_at = now()
     where id in (
       select d.id from webhook_deliveries d
        where d.webhook_id = ${webhookId} and d.state = 'waiting' and d.attempts = 0 and not d.is_test
        order by d.id desc
        limit (select greatest(count(*) - ${max}::int, 0) from webhook_deliveries d where d.webhook_id = ${webhookId} and d.state = 'waiting')
          for update skip locked)`.execute(db)
}

export type Claimed = {
  id: string
  webhook_id: string
  event_id: string
  event_type: SentType
  data: object
  is_test: boolean
  /** With this one. */
  attempts: number
  /** The end of the claim, as PostgreSQL writes it. No other claim of the delivery has the same. */
  claimed_until: string
  occurred_at: Date
  sequence: number
  url: string
  secret_sealed: Buffer
  /** Null outside of an overlap. */
  old_secret_sealed: Buffer | null
}

/**
 * Claims deliveries that are due. Another worker skips them while this transaction runs, and after it until the claim ends: only then may
 * the worker have died. One whose last attempt ended its worker too has failed.
 */
export async function claim(db: Database, webhookId: string): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as (
      select d.id, d.attempts >= ${webhooks.pausesSeconds.length} as is_over
        from webhook_deliveries d where d.webhook_id = ${webhookId} and ${isDue}
       order by d.next_at, d.id limit ${webhooks.atOnce} for update skip locked),
    ended as (
      update webhook_deliveries d set state = 'failed', next_at = null, ended_at = now() from due where d.id = due.id and due.is_over)
    update webhook_deliveries d
       set attempts = d.attempts + 1, next_at = now() + make_interval(secs => ${webhooks.claimSeconds})
      from due, webhooks w
     where d.id = due.id and not due.is_over and w.tenant_id = d.tenant_id and w.id = d.webhook_id
    returning d.id, d.webhook_id, d.event_id, d.event_type, d.data, d.is_test, d.attempts,
              d.next_at::text as claimed_until, d.occurred_at, d.sequence, w.url, w.secret_sealed,
              case when w.old_secret_until > now() then w.old_secret_sealed end as old_secret_sealed`.execute(db)
  return rows
}

export type Outcome = { status: number | null; problem: AttemptProblem | null; ms: number; answer: string | null }

type Attempted = Pick<Claimed, 'id' | 'claimed_until'>

/** Ends a claim as delivered. False: another worker has claimed the delivery meanwhile, or somebody sends it again. */
export async function noteDelivered(db: Database, { id, claimed_until }: Attempted): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'delivered', next_at: null, ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('next_at', '=', sql<Date>`${claimed_until}::timestamptz`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Ends a claim as failed; with a pause the delivery waits for its next attempt. Answers that instant, or undefined as `noteDelivered` answers
 * false.
 */
export async function noteFailed(
  db: Database,
  { id, claimed_until }: Attempted,
  pauseSeconds: number | null,
): Promise<Date | null | undefined> {
  const { rows } = await sql<{ next_at: Date | null }>`
    update webhook_deliveries
       set state = case when ${pauseSeconds}::float8 is null then 'failed' else 'waiting' end,
           next_at = now() + make_interval(secs => ${pauseSeconds}::float8),
           ended_at = case when ${pauseSeconds}::float8 is null then now() end
     where id = ${id} and state = 'waiting' and next_at = ${claimed_until}::timestamptz returning next_at`.execute(db)
  return rows[0]?.next_at
}

export async function addAttempt(
  db: Database,
  delivery_id: string,
  attempt: Outcome & { next_at: Date | null },
): Promise<void> {
  await db
    .insertInto('webhook_attempts')
    .values({ delivery_id, ...attempt })
    .execute()
}

/** The endpoint accepts again. The condition spares the row a change for each delivery. */
export async function noteAccepting(db: Database, webhookId: string): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('id', '=', webhookId)
    .where('failing_since', 'is not', null)
    .execute()
}

/** Notes a failure, and switches the webhook off when its endpoint failed too long. Answers its name if this call did so. */
export async function noteFailing(db: Database, webhookId: string): Promise<string | undefined> {
  await sql`update webhooks set failing_since = now() where id = ${webhookId} and failing_since is null`.execute(db)
  const { rows } = await sql<{ name: string }>`
    update webhooks set active = false, disabled_at = now(), version = version + 1
     where id = ${webhookId} and active and failing_since <= now() - make_interval(days => ${webhooks.failingDays})
    returning name`.execute(db)
  return rows[0]?.name
}

/**
 * Switches off a webhook whose endpoint is gone, unless it has another address by now than the one that answered. Answers its name if this
 * call did so.
 */
export async function noteGone(db: Database, webhookId: string, url: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    update webhooks set active = false, disabled_at = now(), version = version + 1
     where id = ${webhookId} and active and url = ${url}
    returning name`.execute(db)
  return rows[0]?.name
}

export const administrators = sql<{ user_id: string }>`
  select m.user_id from memberships m where m.tenant_id = (select app.tenant_id()) and m.profile = 'admin'`

export type DeliveryRow = {
  id: string
  name: string
  webhook: { id: string; name: string }
  event_id: string
  event_type: SentType
  is_test: boolean
  state: DeliveryState
  attempts: number
  status: number | null
  problem: DeliveryProblem | null
  ms: number | null
  next_at: Date | null
  ended_at: Date | null
  created_at: Date
}

const deliveryColumns = sql`d.id, d.event_type as name, json_build_object('id', w.id, 'name', w.name) as webhook, d.event_id, d.event_type,
  d.is_test, d.state, d.attempts, a.status,
  case when d.state = 'failed' and d.attempts = 0 then 'too_many_waiting' else a.problem end as problem, a.ms, d.next_at, d.ended_at, d.created_at`

const lastAttempt = sql`left join lateral (
  select t.status, t.problem, t.ms from webhook_attempts t where t.tenant_id = d.tenant_id and t.delivery_id = d.id
   order by t.created_at desc, t.id desc limit 1) a on true`

export const deliveriesQuery = (
  options: InputOf<typeof listDeliveries>,
): SessionQuery<DeliveryRow & { total: number }> => {
  const { webhook_id = null, state = null, event_type = null, search } = options
  const matches = sql`
    from webhook_deliveries d join webhooks w on w.tenant_id = d.tenant_id and w.id = d.webhook_id
   where (${webhook_id}::uuid is null or d.webhook_id = ${webhook_id}) and (${state}::text is null or d.state = ${state})
     and (${event_type}::text is null or d.event_type = ${event_type})
     and ${contains(sql`w.name || ' ' || d.event_type || ' ' || d.event_id`, search)}`
  const direction = sql.raw(options.order)
  return sql<DeliveryRow & { total: number }>`(
    select ${deliveryColumns}, d.total
      from (select d.*, ${totalOf(sql`select ${matches}`)} as total ${matches}
             order by d.created_at ${direction}, d.id ${direction} limit ${options.size} offset ${offsetOf(options)}) d
      join webhooks w on w.tenant_id = d.tenant_id and w.id = d.webhook_id ${lastAttempt}
     order by d.created_at ${direction}, d.id ${direction})`
}

export type AttemptRow = Outcome & { id: string; next_at: Date | null; created_at: Date }

export type DeliveryDetails = DeliveryRow & {
  url: string
  data: object
  occurred_at: Date
  sequence: number
  attempted: AttemptJson[]
}

/** Instants within JSON are text. */
type AttemptJson = Omit<AttemptRow, 'next_at' | 'created_at'> & { next_at: string | null; created_at: string }

/** Attempts that the page of a delivery shows. */
const shownAttempts = 50

export const deliveryQuery = (id: string): SessionQuery<DeliveryDetails> => sql<DeliveryDetails>`(
  select ${deliveryColumns}, w.url, d.data, d.occurred_at, d.sequence,
         (select coalesce(json_agg(json_build_object('id', t.id, 'status', t.status, 'problem', t.problem, 'ms', t.ms, 'answer', t.answer,
                   'next_at', t.next_at, 'created_at', t.created_at) order by t.created_at desc, t.id desc), '[]')
            from (select * from webhook_attempts t where t.tenant_id = d.tenant_id and t.delivery_id = d.id
                   order by t.created_at desc, t.id desc limit ${shownAttempts}) t) as attempted
    from webhook_deliveries d join webhooks w on w.tenant_id = d.tenant_id and w.id = d.webhook_id ${lastAttempt}
   where d.id = ${id})`

const fromTheBeginning = sql`state = 'waiting', attempts = 0, next_at = now(), ended_at = null`

type Again = { event_type: string; webhook_id: string; name: string }

/** Starts the attempts of a delivery again. Undefined: there is none. */
export async function startAgain(db: Database, id: string): Promise<Again | undefined> {
  const { rows } = await sql<Again>`
    with again as (update webhook_deliveries set ${fromTheBeginning} where id = ${id} returning event_type, webhook_id)
    select a.event_type, w.id as webhook_id, w.name from again a join webhooks w on w.id = a.webhook_id`.execute(db)
  return rows[0]
}

/** The same for the deliveries of a span; those that wait go on as they are. Answers their number. */
export async function startSpanAgain(db: Database, span: InputOf<typeof sendSpanAgain>): Promise<number> {
  const { webhook_id, from, to, only_failed } = span
  const { rows } = await sql`
    update webhook_deliveries set ${fromTheBeginning}
     where id in (select d.id from webhook_deliveries d
                   where d.webhook_id = ${webhook_id} and d.created_at between ${from} and ${to} and not d.is_test
                     and d.state = any(${only_failed ? ['failed'] : ['failed', 'delivered']}::text[])
                   order by d.created_at, d.id limit ${webhooks.againAtOnce} for update)
    returning 1`.execute(db)
  return rows.length
}

/** Erases old secrets after the overlap. Runs in platform-wide work. features/operations/retention deletes deliveries. */
export async function forgetOld(db: Database): Promise<void> {
  await sql`update webhooks set old_secret_sealed = null, old_secret_until = null where old_secret_until < now()`.execute(
    db,
  )
}

/** The columns with sealed secrets. */
export const sealedColumns = ['secret_sealed', 'old_secret_sealed'] as const
type SealedColumn = (typeof sealedColumns)[number]

/** Locks the secrets of all business units, for platform-wide key rotation. */
export const lockSealed = (db: Database, column: SealedColumn) =>
  db
    .selectFrom('webhooks')
    .select(['tenant_id', 'id', `${column} as sealed`])
    .where(column, 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Stores a secret that was sealed again with another key; the version stays. */
export async function replaceSealed(db: Database, column: SealedColumn, id: string, sealed: Buffer): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ [column]: sealed })
    .where('id', '=', id)
    .execute()
}
