import { type RawBuilder, sql } from 'kysely'
import { reportComments as limits } from '#catalogue/limits.ts'
import type { InputOf } from '#platform/contract/call.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import { contains } from '#platform/server/database/list.ts'
import { type NameInEach, nameInEach } from '#platform/server/database/names.ts'
import type { SessionQuery } from '#platform/server/session/gate.ts'
import {
  mayOpen,
  type PageRights,
  pageRights,
  type PersonColumns,
  reportColumns,
} from '#features/reports/access/server/queries.ts'
import type { addComment, listComments, listCommentPeople } from '../contract.ts'

const sessionUser = sql<string>`(select app.user_id())`

/** Condition: the report `r` allows comments, and the person of the session may open it. */
const isDiscussed = sql<boolean>`r.allow_comments and ${mayOpen(reportColumns)}`

const member: PersonColumns = {
  id: sql.ref('m.user_id'),
  manages: sql`m.profile = 'admin'`,
  today: sql`(select app.today())`,
}

/** Condition: the member `m` may open the report `r` and may sign in. */
const isReader: RawBuilder<boolean> = sql`m.state in ('A', 'T') and ${mayOpen(reportColumns, member)}`

export type CommentRow = {
  id: string
  own: boolean
  author: string | null
  text: string
  mentions: { id: string; name: string }[]
  page: string | null
  page_name: string | null
  created_at: Date
  edited_at: Date | null
  rights: PageRights
}

/** One page of comments, and one row more, which tells whether there are older ones. */
export const listQuery = ({ reportId, before }: InputOf<typeof listComments>): SessionQuery<CommentRow> => sql`(
  select c.id, c.user_id = ${sessionUser} as own, u.name as author, c.text, c.page, c.page_name, c.created_at, c.edited_at,
         coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name, p.id)
           from users p where p.id = any(c.mentions)), '[]') as mentions, x.rights
    from reports r
    cross join lateral (select ${pageRights()} as rights offset 0) x
    join report_comments c on c.tenant_id = r.tenant_id and c.report_id = r.id
    left join users u on u.id = c.user_id
   where c.report_id = ${reportId} and ${isDiscussed} and (${before ?? null}::uuid is null or c.id < ${before ?? null}::uuid)
   order by c.id desc limit ${limits.shown + 1})`

const maxPeople = 10

export const peopleQuery = ({
  reportId,
  search,
}: InputOf<typeof listCommentPeople>): SessionQuery<{ id: string; name: string }> => sql`(
  select u.id, u.name
    from reports r
    join memberships m on m.tenant_id = r.tenant_id
    join users u on u.id = m.user_id
   where r.id = ${reportId} and ${isDiscussed} and ${isReader} and u.id <> ${sessionUser} and ${contains(sql`u.name`, search)}
   order by app.plain(u.name), u.id limit ${maxPeople})`

export type Reader = { id: string; name: string; rights: PageRights }

/** Reads those of the people who may open the report, by name, with the facts that decide about its pages. */
export async function findReaders(db: Database, reportId: string, ids: readonly string[]): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select u.id, u.name, ${pageRights(member)} as rights
      from reports r
      join memberships m on m.tenant_id = r.tenant_id
      join users u on u.id = m.user_id
     where r.id = ${reportId} and u.id = any(${[...ids]}::uuid[]) and ${isReader}
     order by app.plain(u.name), u.id`.execute(db)
  return rows
}

/** The names of a report that the person may open and that allows comments; undefined if there is no such report. */
export async function findDiscussed(db: Database, reportId: string): Promise<Discussed | undefined> {
  const { rows } = await sql<Discussed>`
    select r.name, ${nameInEach('r')} as in_each from reports r where r.id = ${reportId} and ${isDiscussed}`.execute(db)
  return rows[0]
}

type Discussed = { name: string; in_each: NameInEach }

export type StoredComment = {
  id: string
  report_id: string
  report: string
  report_in_each: NameInEach
  own: boolean
  text: string
  mentions: string[]
  page: string | null
  page_name: string | null
}

/** Locks a comment of a report that the person may open, and returns it. */
export async function findForUpdate(db: Database, id: string): Promise<StoredComment | undefined> {
  const { rows } = await sql<StoredComment>`
    select c.id, c.report_id, r.name as report, ${nameInEach('r')} as report_in_each, c.user_id = ${sessionUser} as own, c.text, c.mentions, c.page, c.page_name
      from report_comments c join reports r on r.tenant_id = c.tenant_id and r.id = c.report_id
     where c.id = ${id} and ${mayOpen(reportColumns)} for update of c`.execute(db)
  return rows[0]
}

export async function add(db: Database, comment: InputOf<typeof addComment>): Promise<string> {
  const { reportId, text, mentions, page, page_name } = comment
  const { id } = await db
    .insertInto('report_comments')
    .values({ report_id: reportId, user_id: sessionUser, text, mentions, page, page_name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function update(db: Database, id: string, text: string, mentions: string[]): Promise<void> {
  await db
    .updateTable('report_comments')
    .set({ text, mentions, edited_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export async function remove(db: Database, id: string): Promise<void> {
  await db.deleteFrom('report_comments').where('id', '=', id).execute()
}
