// Examples of what runs and is handled: maintenance, refreshes of data sets, tickets of the help desk, tasks and scheduled
// exports with their runs.
import { randomUUID } from 'node:crypto'
import { DateTime } from 'luxon'
import { localInstant } from '#platform/server/local-instant.ts'
import type { Texts } from '#catalogue/languages.ts'
import { answeredValue, daxOf } from '#features/reports/dax-queries/contract.ts'
import { notify } from './notify.ts'
import type { ExampleUnit, Report } from './unit.ts'
import * as words from './words.ts'

const json = JSON.stringify

export async function addWorkExamples(unit: ExampleUnit): Promise<void> {
  await addTickets(unit)
  if (!unit.reports) return
  await addMaintenance(unit, unit.reports)
  await addRefreshes(unit, unit.reports.sales)
  await addTasks(unit, unit.reports.resellers)
  await addScheduledExport(unit, unit.reports.resellers)
}

/** The first time after `now` of those that a schedule lists, in its time zone; today counts too. */
export function nextAt(
  { timezone, days, times }: { timezone: string; days: readonly number[]; times: readonly string[] },
  now: DateTime = DateTime.now(),
): Date {
  const today = now.setZone(timezone).startOf('day')
  const instants = [0, 1, 2, 3, 4, 5, 6, 7]
    .map((more) => today.plus({ days: more }))
    .filter(({ weekday }) => days.includes(weekday))
    .flatMap((day) => times.map((time) => localInstant(day, time)))
    .toSorted((one, other) => one.getTime() - other.getTime())
  const next = instants.find((instant) => instant.getTime() > now.toMillis())
  if (!next) throw new Error('A schedule needs a day and a time.')
  return next
}

/** All times of a schedule from `since` until `now`, the oldest first: those at which it has run. */
export function pastAt(
  { timezone, days, times }: { timezone: string; days: readonly number[]; times: readonly string[] },
  since: Date,
  now: DateTime = DateTime.now(),
): Date[] {
  const first = DateTime.fromJSDate(since, { zone: timezone }).startOf('day')
  const count = Math.ceil(now.diff(first, 'days').days)
  return Array.from({ length: count }, (_, more) => first.plus({ days: more }))
    .filter(({ weekday }) => days.includes(weekday))
    .flatMap((day) => times.toSorted().map((time) => localInstant(day, time)))
    .filter((instant) => instant > since && instant.getTime() <= now.toMillis())
}

/** The portal plans the occurrences of the weekly window itself, within a minute. That of the other one has been announced. */
async function addMaintenance(
  unit: ExampleUnit,
  { sales, products }: { sales: Report; products: Report },
): Promise<void> {
  const { db, id: tenant_id, admin, timezone, at, day, audit, say } = unit
  const [weekly, once] = words.maintenance.map(({ name, message }) => ({ name: say(name), message: say(message) }))
  if (!weekly || !once) return
  const plans = [
    {
      ...weekly,
      recurrence: 'weekly',
      first_day: day(20),
      last_day: null,
      days: [7],
      from_time: '02:00',
      to_time: '04:00',
      report_ids: [products.id],
      announces: 'never',
    },
    {
      ...once,
      recurrence: 'once',
      first_day: day(-5),
      last_day: day(-5),
      days: [],
      from_time: '07:00',
      to_time: '09:00',
      report_ids: [sales.id],
      announces: 'week',
      planned_zone: timezone,
    },
  ]
  for (const [index, plan] of plans.entries()) {
    const [id, created_at] = [randomUUID(), at(index === 0 ? 20 : 2, '08:05')]
    await db
      .insertInto('maintenance_windows')
      .values({ tenant_id, id, ...plan, created_at })
      .execute()
    const target = { type: 'maintenance_window', id, name: plan.name }
    audit({ at: created_at, actor: admin, event: 'maintenance_window.added', target, after: { name: plan.name } })
    if (plan.recurrence === 'weekly') continue
    const [starts_at, ends_at] = [at(-5, plan.from_time), at(-5, plan.to_time)]
    await db
      .insertInto('maintenance_occurrences')
      .values({ tenant_id, window_id: id, starts_at, ends_at, told_ahead: true })
      .execute()
  }
}

/** A schedule on working days, and its refreshes: one failed and ran again by hand. */
async function addRefreshes(unit: ExampleUnit, { dataset_id }: Report): Promise<void> {
  const { db, id: tenant_id, admin, timezone, at, audit } = unit
  const workingDays = [1, 2, 3, 4, 5]
  const times = ['06:00', '13:00']
  const { name } = await db
    .updateTable('datasets')
    .set({
      enabled: true,
      days: workingDays,
      times,
      owner_id: admin.id,
      next_at: nextAt({ timezone, days: workingDays, times }),
      planned_zone: timezone,
    })
    .where('id', '=', dataset_id)
    .returning('name')
    .executeTakeFirstOrThrow()
  const target = { type: 'dataset', id: dataset_id, name }
  const scheduledAt = at(22, '09:00')
  audit({ at: scheduledAt, actor: admin, event: 'dataset.scheduled', target, after: { enabled: true, times } })
  const minutesLater = (start: Date, minutes: number) => new Date(start.getTime() + minutes * 60_000)
  const quarterAgo = minutesLater(new Date(), -15)
  const past = pastAt({ timezone, days: workingDays, times }, scheduledAt, DateTime.fromJSDate(quarterAgo))
  const values = past.map((started_at, index) => {
    const failed = index === past.length - 3
    return {
      tenant_id,
      dataset_id,
      cause: 'schedule',
      request_id: randomUUID(),
      state: failed ? 'failed' : 'completed',
      problem: failed ? 'credentials' : null,
      service_code: failed ? 'DMTS_OAuthTokenRefreshFailedError' : null,
      started_at,
      ended_at: minutesLater(started_at, 2 + (index % 3)),
    }
  })
  const failedAt = values.find(({ state }) => state === 'failed')?.started_at
  if (failedAt) {
    const started_at = minutesLater(failedAt, 95)
    const run = {
      tenant_id,
      dataset_id,
      request_id: randomUUID(),
      state: 'completed',
      problem: null,
      service_code: null,
    }
    values.push({ ...run, cause: 'person', started_at, ended_at: minutesLater(started_at, 3) })
    audit({ at: started_at, actor: admin, event: 'dataset.refreshed', target })
  }
  if (values.length > 0) await db.insertInto('dataset_refreshes').values(values).execute()
}

async function addTickets(unit: ExampleUnit): Promise<void> {
  const { db, id: tenant_id, admin, lead, reader, colleague, reports, at, audit, say } = unit
  const askers = [reader, lead, colleague]
  // The oldest ticket has the lowest number.
  for (const [index, ticket] of words.tickets.toReversed().entries()) {
    const id = randomUUID()
    const asker = askers[words.tickets.length - 1 - index] ?? reader
    const created_at = at(ticket.days, '09:31')
    const answeredAt = ticket.answers.map((_, place) =>
      at(Math.max(ticket.days - 1, 0), place === 0 ? '14:05' : '15:20'),
    )
    const changed_at = answeredAt.at(-1) ?? created_at
    await db
      .insertInto('tickets')
      .values({
        tenant_id,
        id,
        number: index + 1,
        name: say(ticket.name),
        text: say(ticket.text),
        status: ticket.status,
        priority: ticket.priority,
        user_id: asker.id,
        handler_id: ticket.answers.length > 0 ? admin.id : null,
        report_id: reports?.resellers.id ?? null,
        estimated_at: ticket.status === 'on_going' ? at(-3, '18:00') : null,
        closed_at: ticket.status === 'closed' ? changed_at : null,
        ...(ticket.status === 'closed' && { rating: 'good', rated_at: changed_at }),
        changed_at,
        created_at,
      })
      .execute()
    const target = { type: 'ticket', id, name: say(ticket.name) }
    audit({ at: created_at, actor: asker, event: 'ticket.added', target, after: { priority: ticket.priority } })
    for (const [place, { by, status, text }] of ticket.answers.entries()) {
      const author = by === 'asker' ? asker : admin
      const answered = answeredAt[place] ?? created_at
      await db
        .insertInto('ticket_follow_ups')
        .values({
          tenant_id,
          ticket_id: id,
          user_id: author.id,
          by_handler: by !== 'asker',
          internal: by === 'note',
          text: say(text),
          status,
          created_at: answered,
        })
        .execute()
      audit({ at: answered, actor: author, event: 'ticket.answered', target, ...(status && { after: { status } }) })
    }
  }
  await db.insertInto('ticket_numbers').values({ tenant_id, last: words.tickets.length }).execute()
  const hours = [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', to: '18:00' }))
  await db
    .insertInto('service_levels')
    .values({
      tenant_id,
      high_first_answer: 1,
      high_resolution: 8,
      medium_first_answer: 4,
      medium_resolution: 24,
      low_first_answer: 8,
      hours: json(hours),
      country: 'BR',
      own_days: '[]',
      // A job computes the holidays of the present years.
      holidays_until: 0,
    })
    .execute()
  const canned = words.cannedAnswers.map(({ name, text }) => ({ tenant_id, name: say(name), text: json(text) }))
  await db.insertInto('canned_answers').values(canned).execute()
}

type Run = { at: Date; state: string; value?: string; matched?: number; receipts?: number }

/** The sales to resellers in the last month of the samples, in US dollars, as the card of their report shows them. */
export const lastMonthSales = 3_416_234.85
/** The first alert notifies below this sum, the second about countries below that one. */
export const [salesLimit, profitLimit] = [3_500_000, -200_000]
const lastMonth = { kind: 'measure', name: 'Last Reseller Month Sales' } as const
const profit = { kind: 'measure', name: 'Reseller Profit' } as const

const mondays = { days: [1], times: ['08:00'] }
const tasksSince = (unit: ExampleUnit): Date => unit.at(30, '11:30')

/** The runs of the first task: it notifies on the first Monday of each month and holds its message for the rest of the month. */
export function alertRuns(unit: ExampleUnit): { at: Date; isNotified: boolean }[] {
  const { timezone } = unit
  const monthOf = (instant: Date) => DateTime.fromJSDate(instant, { zone: timezone }).toFormat('yyyy-MM')
  const past = pastAt({ timezone, ...mondays }, tasksSince(unit))
  return past.map((at, index) => {
    const before = past[index - 1]
    return { at, isNotified: before === undefined || monthOf(before) !== monthOf(at) }
  })
}

/** Two tasks of one trigger. The first finds sales below its limit on each Monday, the second finds nothing. */
async function addTasks(unit: ExampleUnit, resellers: Report): Promise<void> {
  const { db, id: tenant_id, admin, timezone, audit, say } = unit
  const trigger_id = randomUUID()
  const created_at = tasksSince(unit)
  await db
    .insertInto('triggers')
    .values({
      tenant_id,
      id: trigger_id,
      name: say(words.trigger),
      frequency: 'weekly',
      ...mondays,
      next_at: nextAt({ timezone, ...mondays }),
      planned_zone: timezone,
      created_at,
    })
    .execute()
  const target = { type: 'trigger', id: trigger_id, name: say(words.trigger) }
  audit({ at: created_at, actor: admin, event: 'trigger.added', target, after: { name: say(words.trigger) } })

  const add = async (
    texts: { name: Texts; message: Texts },
    question: { type: string; dax: string; column_name: string | null; operator: string; value: string },
    { repeat_policy, runs }: { repeat_policy: string; runs: Run[] },
  ) => {
    const id = randomUUID()
    const notified = runs.findLast(({ state }) => state === 'notified')
    await db
      .insertInto('tasks')
      .values({
        tenant_id,
        id,
        name: say(texts.name),
        report_id: resellers.id,
        ...question,
        message: json(texts.message),
        repeat_policy,
        channels: ['portal'],
        target: 'admin',
        send_to_self: true,
        owner_id: admin.id,
        notified_at: notified?.at ?? null,
        created_at,
      })
      .execute()
    await db.insertInto('task_triggers').values({ tenant_id, task_id: id, trigger_id }).execute()
    const values = runs.map(({ at: started, state, value, matched = 0, receipts }, index) => {
      return {
        tenant_id,
        task_id: id,
        slot: started.toISOString(),
        planned_at: started,
        cause: 'trigger',
        trigger_id,
        state,
        row_count: 1,
        matched,
        value: value ?? null,
        task_state: state === 'quiet' ? 'ok' : 'firing',
        query_ms: 140 + index * 35,
        receipts: receipts ?? 0,
        created_at: started,
        ended_at: new Date(started.getTime() + 1_200),
      }
    })
    const addedRuns = await db.insertInto('task_runs').values(values).returning(['id', 'state', 'ended_at']).execute()
    const [firstRun] = values
    if (firstRun) {
      const { task_state: state, created_at: since } = firstRun
      const reason = state === 'ok' ? 'cleared' : 'holds'
      await db
        .insertInto('task_states')
        .values({ tenant_id, task_id: id, identity_key: 'owner', row_key: '', label: '', state, reason, since })
        .execute()
    }
    const recipients = addedRuns
      .filter(({ state }) => state === 'notified')
      .map(({ id: run_id, ended_at }) => {
        const to = { user_id: admin.id, outcome: 'told', channels: ['portal'], told_at: ended_at }
        return { tenant_id, run_id, ...to }
      })
    if (recipients.length > 0) await db.insertInto('task_run_recipients').values(recipients).execute()
    const made = { type: 'task', id, name: say(texts.name) }
    audit({ at: created_at, actor: admin, event: 'task.added', target: made, after: { name: say(texts.name) } })
  }

  const runs = alertRuns(unit)
  const found = { value: String(lastMonthSales), matched: 1 }
  await add(
    words.tasks.below,
    {
      type: 'single',
      dax: daxOf({ value: lastMonth, by: [], name: say(words.measures.sales) }),
      column_name: answeredValue(say(words.measures.sales)),
      operator: 'less',
      value: String(salesLimit),
    },
    {
      repeat_policy: 'once_per_month',
      runs: runs.map(({ at, isNotified }) => ({
        at,
        ...found,
        ...(isNotified ? { state: 'notified', receipts: 1 } : { state: 'held' }),
      })),
    },
  )
  await add(
    words.tasks.countries,
    {
      type: 'list',
      dax: daxOf({ value: profit, by: [{ table: 'Territory', column: 'Country' }], name: say(words.measures.profit) }),
      column_name: answeredValue(say(words.measures.profit)),
      operator: 'less',
      value: String(profitLimit),
    },
    {
      repeat_policy: 'on_change',
      runs: runs.map(({ at }) => ({ at, state: 'quiet' })),
    },
  )
}

/** A report that arrives every Monday as a file, which is not kept any more. */
async function addScheduledExport(unit: ExampleUnit, resellers: Report): Promise<void> {
  const { db, id: tenant_id, admin, lead, reader, timezone, language, at, audit, say } = unit
  const created_at = at(30, '11:40')
  const schedule = { days: [1], times: ['07:30'] }
  const name = say(words.scheduledExport)
  await db.updateTable('reports').set({ export: true }).where('id', '=', resellers.id).execute()
  const { id: export_id } = await db
    .insertInto('scheduled_exports')
    .values({
      tenant_id,
      name,
      report_id: resellers.id,
      format: 'PDF',
      language,
      frequency: 'weekly',
      ...schedule,
      next_at: nextAt({ timezone, ...schedule }),
      planned_zone: timezone,
      owner_id: admin.id,
      created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const people = [...new Set([lead, reader])]
  const addressees = people.map((person) => ({ tenant_id, export_id, user_id: person.id }))
  await db.insertInto('scheduled_export_addressees').values(addressees).execute()
  for (const started of pastAt({ timezone, ...schedule }, created_at)) {
    const ended_at = new Date(started.getTime() + 4_200)
    const { id: run_id } = await db
      .insertInto('scheduled_export_runs')
      .values({
        tenant_id,
        export_id,
        slot: started.toISOString(),
        state: 'delivered',
        planned_at: started,
        created_at: started,
        ended_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const person of people) {
      const user_id = person.id
      const file = { tenant_id, run_id, content_key: user_id }
      const { id: file_id } = await db
        .insertInto('scheduled_export_files')
        .values({ ...file, name: `${name}.pdf`, media_type: 'application/pdf', bytes: 48_300, created_at: ended_at })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('scheduled_export_recipients')
        .values({ ...file, user_id, outcome: 'told', told_at: ended_at, file_id })
        .execute()
      await notify(unit, {
        type: 'export_delivered',
        values: { report: resellers.name },
        path: `/scheduled_exports/delivered/${file_id}`,
        at: ended_at,
        people: [person],
        read: true,
      })
    }
  }
  const target = { type: 'scheduled_export', id: export_id, name }
  audit({ at: created_at, actor: admin, event: 'scheduled_export.added', target, after: { name } })
}
