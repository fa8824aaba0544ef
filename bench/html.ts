// How much a person who sends HTML in six loops slows down a reader of another partner: the p99 of the reader's response times and the
// event loop delay of the portal, with and without these loops. Next: platform/server/html/cleaning.ts.
import { request } from 'node:http'
import { tokenAt } from '#apps/server/testing/portal-calls.ts'
import { askDatabase } from '#apps/server/testing/portal-history.ts'
import { type Figures, loadApart, median, repeatedly, type Target, warmUp } from './load.ts'
import { startRefusing } from './limit.ts'
import { password, type Setup } from './setup.ts'
import { table } from './table.ts'
import { loopFigures } from './watch-loop.ts'

const loops = 6
const rounds = 3
const connections = 8
const host = 'bench-html.localhost'

const nested = (length: number) => '<b><i>'.repeat(length / 6)
/** An element for each 16 characters, side by side: a text that is cleaned. */
const flat = (length: number) => '<p>one line.</p>'.repeat(length / 16)

export const inLanguages = (html: string) => ({ 'pt-BR': html, 'en-US': html, es: html, 'pt-PT': html })

const message = (html: string) => ({
  title: { 'pt-BR': 'x', 'en-US': null, es: null, 'pt-PT': null },
  body: inLanguages(html),
  target: 'chosen',
  group_ids: [],
  user_ids: [],
  login_notice: 'N',
  starts_on: null,
  ends_on: null,
})

const term = (html: string) => ({
  title: { 'pt-BR': 'x', 'en-US': null, es: null, 'pt-PT': null },
  body: inLanguages(html),
  condition: 'informative',
  place: 'after_login',
  report_id: null,
  active: 'N',
})

const template = (html: string) => ({
  type: 'written_message',
  subject: inLanguages('x'),
  body: inLanguages(html),
  name: 'x',
})

const faqEntry = (html: string) => ({ question: inLanguages('x'), answer: inLanguages(html) })

const app = (pages: string[]) => ({
  name: crypto.randomUUID(),
  description: null,
  icon: 'apps',
  color: 'teal',
  sections: [
    {
      id: crypto.randomUUID(),
      title: 'x',
      items: pages.map((html) => ({ id: crypto.randomUUID(), title: 'x', kind: 'html', html })),
    },
  ],
  user_ids: [],
  group_ids: [],
})

/** The bodies of the calls that take HTML. */
export const askedHtml = { nested, flat, message, term, template, faqEntry, app }

type Attack = { name: string; what: string; by: 'user' | 'admin'; path: string; body: unknown }

const attacks: Attack[] = [
  {
    name: 'check-nested',
    what: 'html/check of 99 kB, nested (a plain user)',
    by: 'user',
    path: 'auth/notifications/messages/html/check',
    body: { html: nested(99_000) },
  },
  {
    name: 'check-flat',
    what: 'html/check of 99 kB, side by side (a plain user)',
    by: 'user',
    path: 'auth/notifications/messages/html/check',
    body: { html: flat(99_000) },
  },
  {
    name: 'term-nested',
    what: 'user_terms/add with four texts of 124 kB, nested (an administrator)',
    by: 'admin',
    path: 'auth/user_terms/add',
    body: term(nested(124_000)),
  },
  {
    name: 'term-flat',
    what: 'user_terms/add with four texts of 124 kB, side by side (an administrator)',
    by: 'admin',
    path: 'auth/user_terms/add',
    body: term(flat(124_000)),
  },
]

type Run = Figures & { refused: number; delay: number }

export async function measureHtml(setup: Setup, chosen: string[]): Promise<string> {
  await addAttackers(setup)
  const list = setup.call(setup.world.reader, 'auth/reports/all?size=50')
  await warmUp(list, connections)
  const rate = 40
  const run = async (): Promise<Run> => {
    await loopFigures(setup.portal)
    const figures = await loadApart(list, connections, { rate, seconds: 8, countsRefused: true })
    return { ...figures, delay: (await loopFigures(setup.portal)).delayP99 }
  }
  const beside = async (work: () => Promise<unknown>) => {
    const visitor = repeatedly(loops, work)
    try {
      return await run()
    } finally {
      await visitor.stop()
    }
  }
  const lines: string[][] = []
  for (const { name, what, by, path, body } of attacks) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    const text = JSON.stringify(body)
    const target = await targetOf(setup, by, path)
    const elsewhere = await startRefusing()
    const found: Record<'quiet' | 'control' | 'attack', Run[]> = { quiet: [], control: [], attack: [] }
    const statuses = new Map<number, number>()
    for (let round = 0; round < rounds; round++) {
      found.quiet.push(await run())
      found.control.push(await beside(() => sent({ url: elsewhere.url, headers: {} }, text)))
      found.attack.push(
        await beside(async () => {
          const status = await sent(target, text)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }),
      )
    }
    elsewhere.stop()
    const of = (which: keyof typeof found, key: 'p99' | 'delay') => median(found[which].map((each) => each[key]))
    const times = (which: 'control' | 'attack', key: 'p99' | 'delay') => (of(which, key) / of('quiet', key)).toFixed(1)
    const answers = [...statuses].map(([status, count]) => `${String(count)}×${String(status)}`).join(' ')
    lines.push([
      what,
      ...(['quiet', 'control', 'attack'] as const).map((which) => of(which, 'p99').toFixed(1)),
      times('attack', 'p99'),
      ...(['quiet', 'control', 'attack'] as const).map((which) => of(which, 'delay').toFixed(1)),
      times('attack', 'delay'),
      String(found.attack.reduce((sum, { refused }) => sum + refused, 0)),
      answers,
    ])
  }
  return table(
    `A list of 50 at ${String(rate)} requests/s beside ${String(loops)} loops of HTML of another partner; ms, p99. Elsewhere: another server refuses the same bodies`,
    [
      'attack',
      'quiet',
      'elsewhere',
      'attack',
      'times',
      'loop quiet',
      'loop elsewhere',
      'loop',
      'times',
      'refused',
      'answers',
    ],
    lines,
  )
}

/** A plain user who may create notifications, and an administrator, of a partner of their own. */
async function addAttackers({ ownerUrl }: Setup): Promise<void> {
  await askDatabase(
    ownerUrl,
    `with partner as (insert into partners (name, subdomain) values ('Bench HTML', 'bench-html-partner') returning id),
          unit as (insert into tenants (partner_id, name, subdomain, user_limit) select id, 'Bench HTML', 'bench-html', 100 from partner returning id),
          people as (
            insert into users (email, name, password_hash, home_tenant_id)
            select who || '@bench-html.example', who, (select password_hash from users where staff = 'a2m' limit 1), unit.id
              from unit, unnest(array['user', 'admin']) who returning id, name, home_tenant_id)
     insert into memberships (tenant_id, user_id, profile, toggles)
     select home_tenant_id, id, name, case when name = 'user' then '{create_notifications}'::text[] else '{}' end from people`,
  )
}

async function targetOf({ portal }: Setup, who: 'user' | 'admin', path: string): Promise<Target> {
  const token = await tokenAt(portal.port, host, `${who}@bench-html.example`, password)
  return {
    url: `http://127.0.0.1:${String(portal.port)}/api/${path}`,
    headers: { host: `${host}:${String(portal.port)}`, authorization: `Bearer ${token}` },
  }
}

/** Sends a request and reads its answer to the end. Returns the status; 0 without an answer. */
export function sent({ url, headers }: Target, body: string): Promise<number> {
  return new Promise((resolve) => {
    const options = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
    const clientRequest = request(url, options, (answer) =>
      answer.resume().on('close', () => resolve(answer.statusCode ?? 0)),
    )
    clientRequest.on('error', () => resolve(0)).end(body)
  })
}
