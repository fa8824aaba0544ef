// The use of the portal in the last 30 days: who signed in and which reports they opened. The numbers are the same at each start.
import { randomUUID } from 'node:crypto'
import { DateTime } from 'luxon'
import { type ExampleUnit, type Person, productsSince } from './unit.ts'

const days = 30
/** Views by hour of the day, from 7 to 19: a peak in the morning, one after lunch. */
const busyHours = [7, 8, 8, 8, 9, 9, 9, 9, 10, 10, 11, 11, 12, 13, 14, 14, 14, 15, 15, 16, 16, 17, 18, 19]

/** Pages of the shipped reports with the names that the view log has: those of the report. */
const pagesOf = {
  sales: [
    ['resumo', 'Resumo'],
    ['lojaOnline', 'Loja on-line'],
    ['categorias', 'Categorias e países'],
  ],
  resellers: [
    ['vendedores', 'Vendedores'],
    ['revendas', 'Revendas'],
    ['territorios', 'Territórios'],
  ],
  products: [
    ['visao', 'O que vende'],
    ['margem', 'Margem por produto'],
  ],
} as const

/** Numbers from 0 to 1 that only depend on the seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type View = { person: Person; report: keyof typeof pagesOf; at: Date }

export async function addUsage(unit: ExampleUnit): Promise<void> {
  const { db, id: tenant_id, people, audit } = unit
  const random = numbersFrom(unit.people.length * 7 + unit.subdomain.length)
  // A person who has done nothing has never signed in, so that the lists of the silent have somebody.
  const acts = new Map<string, number[]>()
  for (const { actor, at } of unit.audited) acts.set(actor.id, [...(acts.get(actor.id) ?? []), at.getTime()])
  const silent = people.findLast(({ id }) => !acts.has(id))
  const active = people.filter((person) => person !== silent)
  const views = await viewsOf(unit, active, random)
  if (views.length > 0)
    await db
      .insertInto('report_views')
      .values(views.flatMap((view) => logOf(unit, view, random)))
      .execute()

  const months = new Map<string, { user_id: string; days: string[] }>()
  for (const [index, person] of active.entries()) {
    const viewed = views.filter((view) => view.person === person).map(({ at }) => at.getTime())
    const own = [...viewed, ...(acts.get(person.id) ?? [])]
    const last = new Date(own.length > 0 ? Math.max(...own) - 120_000 : unit.at(5, '09:10').getTime())
    await db
      .updateTable('memberships')
      .set({ last_sign_in_at: last })
      .where('tenant_id', '=', tenant_id)
      .where('user_id', '=', person.id)
      .execute()
    const target = { type: 'session', id: null, name: person.name }
    audit({ at: last, actor: person, event: 'sign_in.done', target, after: { way: 'password' } })
    // People come for the first time on different days of a month, so that the forecast of a bill has a pace.
    const earlier = [1, 2].map((back) =>
      DateTime.now()
        .setZone(unit.timezone)
        .startOf('month')
        .minus({ months: back })
        .plus({ days: (index * 5) % 27 }),
    )
    const signedIn = [...own, last.getTime()].map((at) => DateTime.fromMillis(at, { zone: unit.timezone }))
    for (const day of [...signedIn, ...earlier]) {
      const key = `${day.toFormat('yyyy-MM-01')} ${person.id}`
      const days = [...(months.get(key)?.days ?? []), day.toFormat('yyyy-MM-dd')].toSorted()
      months.set(key, { user_id: person.id, days })
    }
  }
  const billable = [...months].map(([key, { user_id, days: used }]) => ({
    tenant_id,
    month: key.slice(0, 10),
    user_id,
    first_day: used.at(0) ?? null,
    last_day: used.at(-1) ?? null,
  }))
  await db
    .insertInto('billable_people')
    .values(billable)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A person opens the reports that were granted to them, on working days more often than at weekends. */
async function viewsOf({ db, id: tenant_id, reports, at, day }: ExampleUnit, active: Person[], random: () => number) {
  if (!reports) return []
  const granted = await db
    .selectFrom('report_grants as g')
    .innerJoin('user_group_members as m', 'm.group_id', 'g.group_id')
    .select(['m.user_id', 'g.report_id'])
    .distinct()
    .where('g.tenant_id', '=', tenant_id)
    .orderBy('m.user_id')
    .orderBy('g.report_id')
    .execute()
  const keys = ['sales', 'resellers', 'products'] as const
  const views: View[] = []
  for (const [index, person] of active.entries()) {
    const open = keys.filter((key) =>
      granted.some(({ user_id, report_id }) => user_id === person.id && report_id === reports[key].id),
    )
    // Some read every day, some once a week.
    const appetite = [0.75, 0.45, 0.3, 0.15][index % 4] ?? 0.3
    for (let ago = days - 1; ago > 0; ago -= 1) {
      const isWeekend = DateTime.fromISO(day(ago)).weekday > 5
      for (const report of open) {
        const isLess = report === 'products' ? 0.5 : 1
        if (random() > appetite * isLess * (isWeekend ? 0.08 : 1)) continue
        if (report === 'products' && ago >= productsSince) continue
        const hour = busyHours[Math.floor(random() * busyHours.length)] ?? 9
        const minute = String(Math.floor(random() * 60)).padStart(2, '0')
        views.push({ person, report, at: at(ago, `${String(hour).padStart(2, '0')}:${minute}`) })
      }
    }
  }
  return views
}

/** The events of one opening: it begins, a page or two are shown, and it ends. Few fail. */
function logOf({ id: tenant_id, reports }: ExampleUnit, { person, report, at }: View, random: () => number) {
  const later = (seconds: number) => new Date(at.getTime() + seconds * 1_000)
  const of = { tenant_id, view_id: randomUUID(), user_id: person.id, report_id: reports?.[report].id ?? null }
  const blank = {
    page: '',
    page_name: null as string | null,
    load_ms: null as number | null,
    render_ms: null as number | null,
  }
  const opened = { ...of, ...blank, event: 'opened', at, origin: random() < 0.2 ? 'home' : 'report' }
  const rest = { ...of, ...blank, origin: opened.origin }
  if (random() < 0.012) return [opened, { ...rest, event: 'failed', at: later(4) }]
  const load_ms = Math.round(260 + random() * 420)
  const pages = pagesOf[report].slice(0, 1 + Math.floor(random() * pagesOf[report].length))
  return [
    opened,
    { ...rest, event: 'rendered', at: later(1), load_ms, render_ms: load_ms + Math.round(120 + random() * 500) },
    ...pages.map(([page, page_name], index) => ({
      ...rest,
      event: 'page',
      page,
      page_name,
      at: later(1 + index * 45),
    })),
    { ...rest, event: 'closed', at: later(60 + pages.length * 50) },
  ]
}
