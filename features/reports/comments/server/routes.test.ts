import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { commentCalls, reportComments as limits } from '#catalogue/limits.ts'
import { testPortal } from '#testing/portal.ts'
import { manager, published, seller } from '#testing/reports.ts'
import { type Person, people, tenants } from '#testing/world.ts'
import { addComment, listCommentPeople, listComments, removeComment, updateComment } from '../contract.ts'

const portal = testPortal({ reports: true })
const [resellers, products] = published.reports
const tenant_id = tenants.norte.id
const admin = people.adminOfNorte

const grant = (report_id: string, user_id: string) =>
  portal.platform((db) =>
    db
      .insertInto('report_grants')
      .values({ tenant_id, report_id, user_id, roles: ['Salesperson'] })
      .execute(),
  )

const add = async (text: string, mentions: string[] = [], person: Person = seller) => {
  const answer = await portal.as(person).ask(addComment, { reportId: resellers, text, mentions })
  expect(answer.status).toBe(200)
  return answer.body.id
}

const readComments = async (person: Person = seller, before?: string) =>
  (await portal.as(person).ask(listComments, { reportId: resellers, ...(before && { before }) })).body

const notificationsOf = () =>
  portal.platform((db) =>
    db
      .selectFrom('notification_receipts as r')
      .innerJoin('notifications as n', 'n.id', 'r.notification_id')
      .select(['r.user_id', 'n.type', 'n.facts', 'n.path'])
      .where('n.type', '=', 'comment_mentioned')
      .execute(),
  )

beforeAll(async () => {
  await grant(resellers, seller.id)
  await grant(resellers, manager.id)
  await grant(products, seller.id)
})

afterEach(() =>
  portal.platform(async (db) => {
    await db.deleteFrom('report_comments').execute()
    await db.deleteFrom('notifications').execute()
  }),
)

describe('comments of a report', () => {
  it('are read by everybody who may open it, the newest first', async () => {
    await add('Primeiro\ncom duas linhas')
    await portal.as(manager).ask(addComment, {
      reportId: resellers,
      text: 'Segundo',
      mentions: [],
      page: 'p1',
      page_name: 'Vendas',
    })
    const { data, has_more } = await readComments()
    expect(has_more).toBe(false)
    expect(data).toMatchObject([
      { text: 'Segundo', author: manager.name, page: 'p1', page_name: 'Vendas', can: [] },
      { text: 'Primeiro\ncom duas linhas', author: seller.name, page: null, can: ['update', 'remove'] },
    ])
    expect((await readComments(admin)).data.map(({ can }) => can)).toEqual([['remove'], ['remove']])
  })

  it('are hidden from people who may not open the report', async () => {
    const values = { tenant_id, report_id: products, user_id: seller.id, text: 'Segredo' }
    await portal.platform((db) => db.insertInto('report_comments').values(values).execute())
    const answer = await portal.as(manager).ask(listComments, { reportId: products })
    expect(answer.body).toEqual({ data: [], has_more: false })
    const added = await portal.as(manager).ask(addComment, { reportId: products, text: 'Oi', mentions: [] })
    expect([added.status, added.raw.key]).toEqual([404, 'report_missing'])
    const foreign = await portal.as(people.adminOfSul).ask(listComments, { reportId: products })
    expect(foreign.body.data).toEqual([])
  })

  it('are neither read nor written if the report does not allow comments', async () => {
    await add('Antes')
    const take = (allow_comments: boolean) =>
      portal.platform((db) => db.updateTable('reports').set({ allow_comments }).where('id', '=', resellers).execute())
    await take(false)
    expect((await readComments()).data).toEqual([])
    const added = await portal.as(seller).ask(addComment, { reportId: resellers, text: 'Depois', mentions: [] })
    expect(added.status).toBe(404)
    await take(true)
    expect((await readComments()).data).toHaveLength(1)
  })

  it('come in pages, older ones on request', async () => {
    const values = Array.from({ length: limits.shown + 2 }, (_, index) => ({
      tenant_id,
      report_id: resellers,
      user_id: seller.id,
      text: `Comentário ${index}`,
    }))
    await portal.platform((db) => db.insertInto('report_comments').values(values).execute())
    const first = await readComments()
    expect([first.data.length, first.has_more]).toEqual([limits.shown, true])
    const rest = await readComments(seller, first.data.at(-1)?.id)
    expect([rest.data.length, rest.has_more]).toEqual([2, false])
  })

  it('on a page that the reader may not open are left out, except their own', async () => {
    const give = (pages: string[] | null) =>
      portal.platform((db) =>
        db.updateTable('report_grants').set({ pages }).where('user_id', '=', manager.id).execute(),
      )
    const say = (person: Person, text: string, page: string | null) =>
      portal.as(person).ask(addComment, { reportId: resellers, text, mentions: [], page, page_name: page })
    await say(seller, 'Geral', null)
    await say(seller, 'Da primeira', 'p1')
    await say(seller, 'Da segunda', 'p2')
    await say(manager, 'Minha', 'p2')
    await give(['p1'])
    expect((await readComments(manager)).data.map(({ text }) => text)).toEqual(['Minha', 'Da primeira', 'Geral'])
    await give(null)
    expect((await readComments(manager)).data).toHaveLength(4)
  })

  it('are changed by their author only, and removed by report managers too', async () => {
    const id = await add('Erado')
    for (const person of [manager, admin]) {
      expect((await portal.as(person).ask(updateComment, { id, text: 'Meu', mentions: [] })).status).toBe(404)
    }
    expect((await portal.as(manager).ask(removeComment, { id })).status).toBe(404)
    expect((await portal.as(seller).ask(updateComment, { id, text: 'Errado', mentions: [] })).status).toBe(200)
    const [changed] = (await readComments()).data
    expect(changed).toMatchObject({ text: 'Errado', edited_at: expect.any(Date) })
    expect((await portal.as(admin).ask(removeComment, { id })).status).toBe(200)
    expect((await readComments()).data).toEqual([])
    const entries = await portal.platform((db) =>
      db
        .selectFrom('audit_entries')
        .select(['event', 'actor_email', 'changes'])
        .where('target_id', '=', id)
        .orderBy('at')
        .execute(),
    )
    expect(entries).toMatchObject([
      { event: 'report_comment.added' },
      { event: 'report_comment.updated', changes: { text: ['Erado', 'Errado'] } },
      { event: 'report_comment.removed', actor_email: admin.email, changes: { text: ['Errado', null] } },
    ])
  })

  it(`have 1 to ${limits.length} characters, and name at most ${limits.mentions} people`, async () => {
    for (const text of ['', '   ', 'x'.repeat(limits.length + 1)]) {
      expect((await portal.as(seller).ask(addComment, { reportId: resellers, text, mentions: [] })).status).toBe(400)
    }
    const mentions = Array.from({ length: limits.mentions + 1 }, (_, index) => `${seller.id.slice(0, -2)}${10 + index}`)
    expect((await portal.as(seller).ask(addComment, { reportId: resellers, text: 'Oi', mentions })).status).toBe(400)
  })
})

describe('people whom a comment names', () => {
  it('are those who may open the report, found by a part of the name, without the caller', async () => {
    const found = async (search: string) =>
      (await portal.as(seller).ask(listCommentPeople, { reportId: resellers, search })).body.data
    expect((await found('')).map(({ id }) => id).toSorted()).toEqual([admin.id, manager.id].toSorted())
    expect(await found(manager.name.slice(0, 3))).toEqual([{ id: manager.id, name: manager.name }])
    const ofProducts = await portal.as(seller).ask(listCommentPeople, { reportId: products, search: '' })
    expect(ofProducts.body.data.map(({ id }) => id)).toEqual([admin.id])
    const foreign = await portal.as(manager).ask(listCommentPeople, { reportId: products, search: '' })
    expect(foreign.body.data).toEqual([])
  })

  it('are notified once, with a link to the comments; the author is not', async () => {
    const id = await add('Olhe isto', [manager.id, seller.id])
    await portal.as(seller).ask(updateComment, { id, text: 'Olhe bem', mentions: [manager.id, seller.id] })
    expect(await notificationsOf()).toEqual([
      {
        user_id: manager.id,
        type: 'comment_mentioned',
        facts: { person: seller.name, report: expect.any(String), text: 'Olhe isto' },
        path: `/${resellers}/reports/view?comments=S`,
      },
    ])
    await portal.as(seller).ask(updateComment, { id, text: 'Olhe', mentions: [manager.id, admin.id] })
    expect((await notificationsOf()).map(({ user_id }) => user_id).toSorted()).toEqual(
      [manager.id, admin.id].toSorted(),
    )
    expect((await readComments()).data[0]?.mentions).toHaveLength(2)
  })

  it('are not notified of a comment on a page that they may not open', async () => {
    const give = (pages: string[] | null) =>
      portal.platform((db) =>
        db.updateTable('report_grants').set({ pages }).where('user_id', '=', manager.id).execute(),
      )
    const say = (page: string) =>
      portal
        .as(seller)
        .ask(addComment, { reportId: resellers, text: page, mentions: [manager.id, admin.id], page, page_name: page })
    await give(['p1'])
    const [first, second] = [await say('p1'), await say('p2')]
    await portal.as(seller).ask(updateComment, { id: second.body.id, text: 'p2', mentions: [] })
    await portal.as(seller).ask(updateComment, { id: second.body.id, text: 'p2 again', mentions: [manager.id] })
    await give(null)
    expect([first.status, second.status]).toEqual([200, 200])
    const texts = (await notificationsOf()).map(
      ({ user_id, facts }) => `${user_id} ${(facts as { text: string }).text}`,
    )
    expect(texts.toSorted()).toEqual([`${manager.id} p1`, `${admin.id} p1`, `${admin.id} p2`].toSorted())
  })

  it('are refused like unknown people when they may not open the report', async () => {
    const ofProducts = { reportId: products, text: 'Oi', mentions: [manager.id] }
    const refused = await portal.as(seller).ask(addComment, ofProducts)
    const unknown = await portal.as(seller).ask(addComment, { ...ofProducts, mentions: [people.adminOfSul.id] })
    expect(refused.status).toBe(404)
    expect(unknown.raw).toEqual(refused.raw)
    const stored = await portal.platform((db) => db.selectFrom('report_comments').selectAll().execute())
    expect([stored, await notificationsOf()]).toEqual([[], []])
  })

  it('are not notified if the change of a comment is refused', async () => {
    const id = await add('Oi')
    const change = { id, text: 'Oi', mentions: [people.adminOfSul.id] }
    expect((await portal.as(seller).ask(updateComment, change)).status).toBe(404)
    expect((await readComments()).data[0]).toMatchObject({ mentions: [], edited_at: null })
  })
})

it('limits the comments of one person per minute, and not those of others', async () => {
  const statuses: number[] = []
  // The window may change once meanwhile.
  while (statuses.length <= 2 * commentCalls.perMinute) {
    const { status } = await portal.as(seller).ask(addComment, { reportId: resellers, text: 'De novo', mentions: [] })
    statuses.push(status)
  }
  expect(statuses).toContain(429)
  const other = await portal.as(manager).ask(addComment, { reportId: resellers, text: 'Eu', mentions: [] })
  expect(other.status).toBe(200)
})
