// The standard routes of an entity, derived from its columns: the record calls, the picker and the export. It returns plain route values:
// a feature uses those it wants and writes others by hand on the same `records`. There are no hooks.
// It knows no noun. Next: platform/contract/entity.ts (the calls), http/route.ts (routes), testing/behaves-like-resource.ts (the tests).
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Permission } from '#catalogue/access.ts'
import type { Call, CallThat } from '#platform/contract/call.ts'
import type { CrudCalls, Entity } from '#platform/contract/entity.ts'
import type { ExportFormat } from '#platform/contract/export.ts'
import { fail } from '#platform/contract/failure.ts'
import type { ListOptions } from '#platform/contract/list.ts'
import type { DB } from '#database/tables.ts'
import { differs, definedFields as sentOf } from './defined-fields.ts'
import { contains, offsetOf, pageOf, plain } from './database/list.ts'
import { exported } from './export/export.ts'
import { type Written, recordSheet } from './export/record-sheet.ts'
import { type Route, type WriteContext, handle, rows } from './http/route.ts'
import { mustBeCurrent } from './record-version.ts'
import { abilities } from './session/abilities.ts'
import type { Actor } from './session/actor.ts'

export type ResourceOptions<Computed extends z.ZodRawShape, Sort extends string> = {
  /**
   * The table, which has `id`, `name`, `version`, `created_at` and a column per field. Its row-level security policy sets the owner of a
   * new row. Its alias in SQL is `r`.
   */
  table: keyof DB
  /** SQL of each computed field. */
  computed?: { [Field in keyof Computed]: RawBuilder<unknown> }
  /** Columns that a search covers in addition to the name. */
  searched?: readonly string[]
  /** SQL of a sort that is no column, or that differs from the order of its column. */
  sorts?: Partial<Record<Sort, RawBuilder<unknown>>>
  /** The condition of the list's filters, for an entity that has some. */
  filtered?: (options: never) => RawBuilder<unknown>
  /** Export formatters of structured fields. Without one the export has no such column. */
  written?: Written
}

type Fields = Record<string, unknown>
type ExportOptions = { format: ExportFormat; columns?: string | undefined }
type Stored = Fields & { name: string; version: number }
type Changed = Fields & { id: string; version: number }

export type Records = {
  add(context: WriteContext, fields: Fields): Promise<string>
  /** Locks the row, so that concurrent changes see each other's version. Fails with 404 for an unknown id or one of another unit. */
  find(context: WriteContext, id: string): Promise<Stored>
  /**
   * Refuses a stale version and answers the record before the change. Absent and equal fields change nothing. `beside`: the stored values
   * of fields without a column, which the route stores itself.
   */
  change(context: WriteContext, changed: Changed, beside?: Fields): Promise<Stored>
  /** Answers the removed record. */
  remove(context: WriteContext, id: string): Promise<Stored>
}

export type Resource = { [Verb in keyof CrudCalls]: Route } & {
  /** All routes, for a feature that uses them unchanged. */
  routes: Route[]
  /** The changes with their audit entries, for routes written by hand. */
  records: Records
}

/** Example: `const { routes } = resource(tag, tagCalls, { table: 'tags', computed: { reports } })`, or some of them by name. */
export function resource<
  F extends z.ZodRawShape,
  Computed extends z.ZodRawShape,
  Sorts extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
>(
  entity: Entity<F, Computed, Sorts, Filters>,
  calls: CrudCalls,
  options: ResourceOptions<Computed, Sorts[number]>,
): Resource {
  const { noun, fields } = entity
  const queries = queriesOf(Object.keys(fields), options)
  const records = recordsOf(noun, fields, options)
  const can = (actor: Actor) =>
    abilities(actor, { update: `${noun}.update` as Permission, remove: `${noun}.remove` as Permission })
  const plain = {
    list: rows(calls.list, queries.page, (found, { actor }, listOptions) =>
      pageOf(found as (Fields & { total: number })[], listOptions as ListOptions, ({ total: _, ...record }) => ({
        ...record,
        can: can(actor),
      })),
    ),
    export: exported(calls.export as Call<z.ZodType<ListOptions & ExportOptions>, z.ZodType, 'outside'>, {
      target: noun,
      query: queries.page,
      columns: (reader) => recordSheet({ ...fields, ...entity.computed }, options.written ?? {}, reader),
    }),
    select: rows(calls.select, queries.choices, (found) => found),
    read: rows(calls.read, queries.one, ([record], { actor }) =>
      record ? { ...record, can: can(actor) } : fail('call.not_found'),
    ),
    // A noun whose call asks a service has its own route for it.
    add: handle(calls.add as CallThat<'write'>, async (context, input) => ({
      status: true,
      id: await records.add(context, input as Fields),
    })),
    update: handle(calls.update as CallThat<'write'>, async (context, changed) => {
      await records.change(context, changed as Changed)
      return { status: true }
    }),
    remove: handle(calls.remove, async (context, input) => {
      await records.remove(context, (input as { id: string }).id)
      return { status: true }
    }),
  }
  return { ...plain, routes: Object.values(plain), records }
}

/** Choices that a picker shows at once. A more specific search finds the others. */
const choices = 20

function queriesOf(fields: string[], options: ResourceOptions<z.ZodRawShape, string>) {
  const { table, computed = {}, searched = [], sorts = {}, filtered } = options
  const column = (name: string) => sql.ref(`r.${name}`)
  const columns = sql.join([
    ...new Set(['id', 'name', ...fields, 'created_at', 'version'].map(column)),
    ...Object.entries(computed).map(([name, value]) => sql`${value} as ${sql.ref(name)}`),
  ])
  const byName = plain('r.name')
  const page = (input: unknown) => {
    const listOptions = input as ListOptions & Fields
    const found = ['name', ...searched].map((name) => contains(sql`coalesce(${column(name)}, '')`, listOptions.search))
    const order = sorts[listOptions.sort] ?? (listOptions.sort === 'name' ? byName : column(listOptions.sort))
    return sql<Fields>`(select ${columns}, count(*) over ()::int as total from ${sql.table(table)} r
      where (${sql.join(found, sql` or `)})${filtered ? sql` and ${filtered(input as never)}` : sql``}
      order by ${order} ${sql.raw(listOptions.order === 'desc' ? 'desc' : 'asc')}, r.id
      limit ${listOptions.size} offset ${offsetOf(listOptions)})`
  }
  return {
    page,
    one: (input: unknown) =>
      sql<Fields>`(select ${columns} from ${sql.table(table)} r where r.id = ${(input as { id: string }).id})`,
    choices: (input: unknown) =>
      sql<Fields>`(select r.id as value, r.name as label from ${sql.table(table)} r
        where ${contains(sql`r.name`, (input as { search: string }).search)} order by ${byName}, r.id limit ${choices})`,
  }
}

function recordsOf(noun: string, shape: z.ZodRawShape, { table }: ResourceOptions<z.ZodRawShape, string>): Records {
  const fields = Object.keys(shape)
  const stored = (field: string, value: unknown) => (isJson(shape[field]) ? JSON.stringify(value) : value)
  const definedColumns = (values: Fields) =>
    fields.flatMap((field) => (values[field] === undefined ? [] : [{ field, value: stored(field, values[field]) }]))
  const target = (id: string, name: string) => ({ type: noun, id, name })
  const find: Records['find'] = async ({ db }, id) => {
    const columns = sql.join([...new Set(['name', ...fields, 'version'])].map((name) => sql.ref(name)))
    const { rows: found } = await sql<Stored>`
      select ${columns} from ${sql.table(table)} where id = ${id} for update`.execute(db)
    return found[0] ?? fail('call.not_found')
  }
  return {
    find,
    add: async ({ db, audit }, values) => {
      const set = definedColumns(values)
      const { rows: made } = await sql<{ id: string; name: string }>`
        insert into ${sql.table(table)} (${sql.join(set.map(({ field }) => sql.ref(field)))})
        values (${sql.join(set.map(({ value }) => sql`${value}`))}) returning id, name`.execute(db)
      const { id, name } = made[0] ?? fail('call.failed')
      await audit({ target: target(id, name), after: values })
      return id
    },
    change: async (context, { id, version, ...values }, beside = {}) => {
      const before = { ...(await find(context, id)), ...beside }
      mustBeCurrent(version, before.version)
      if (!differs(before, values)) return context.unchanged(before)
      const set = definedColumns(values).map(({ field, value }) => sql`${sql.ref(field)} = ${value}`)
      await sql`update ${sql.table(table)} set ${sql.join([...set, sql`version = version + 1`])} where id = ${id}`.execute(
        context.db,
      )
      await context.audit({ target: target(id, before.name), before, after: { ...before, ...sentOf(values) } })
      return before
    },
    remove: async (context, id) => {
      const before = await find(context, id)
      await sql`delete from ${sql.table(table)} where id = ${id}`.execute(context.db)
      await context.audit({ target: target(id, before.name), before })
      return before
    },
  }
}

/** Objects and lists of objects are stored as JSON. A list of texts is stored as a PostgreSQL array. */
const isJson = (schema: z.core.$ZodType | undefined): boolean =>
  schema instanceof z.ZodArray ? schema.element instanceof z.ZodObject : schema instanceof z.ZodObject
