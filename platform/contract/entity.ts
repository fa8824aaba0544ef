// A plain entity: derives schemas and seven calls from its fields. Anything else of a noun is a separate `call()` beside them.
// It knows no noun and binds nothing. Next: platform/server/resource.ts answers these calls, platform/web/pages shows them.
import { z } from 'zod'
import type { Noun, Permission } from '#catalogue/access.ts'
import { id, instant } from '#catalogue/fields.ts'
import { type CallThat, call } from './call.ts'
import { exportCall } from './export.ts'
import { added, can, done, listAnswer, listInput } from './list.ts'

type Definition<Fields extends z.ZodRawShape, Computed extends z.ZodRawShape, Sorts, Filters extends z.ZodRawShape> = {
  noun: Noun
  /** The English name for the documentation, singular and plural: `['user group', 'user groups']`. */
  title: readonly [one: string, many: string]
  /** Fields that a person writes, by wire name, which is also the column name. Codecs work both ways, so answers use the same shapes. Without a `name` field the table derives the name. */
  fields: Fields
  /** Fields that only the database provides. */
  computed: Computed
  /** Columns by which a list can be sorted. The first is the default. */
  sorts: Sorts
  filters: Filters
}

export type Entity<
  Fields extends z.ZodRawShape,
  Computed extends z.ZodRawShape,
  Sorts extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
> = Definition<Fields, Computed, Sorts, Filters> & { record: ReturnType<typeof recordOf<Fields, Computed>> }

/** Example: `entity({ noun: 'shift', title: ['shift', 'shifts'], fields: { name: text(80) }, computed: {}, sorts: ['name'], filters: {} })`. */
export function entity<
  Fields extends z.ZodRawShape,
  Computed extends z.ZodRawShape,
  const Sorts extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
>(definition: Definition<Fields, Computed, Sorts, Filters>): Entity<Fields, Computed, Sorts, Filters> {
  return { ...definition, record: recordOf(definition.fields, definition.computed) }
}

function recordOf<Fields extends z.ZodRawShape, Computed extends z.ZodRawShape>(fields: Fields, computed: Computed) {
  const base = { id: id(), created_at: instant(), version: z.number().int(), can }
  return z.object({ name: z.string(), ...fields, ...computed, ...base })
}

/** One entry of a picker. */
const choice = z.object({ value: id(), label: z.string() })

/**
 * The seven calls of a plain entity below `path`: the specification's `auth/x/all`, `get`, `add`, `update`, `delete`, and `all/select`
 * for pickers and `export` for files. An update names the version on which it is based; it is refused when the record has changed since.
 */
export function crudCalls<
  Fields extends z.ZodRawShape,
  Computed extends z.ZodRawShape,
  Sorts extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
>(path: string, { noun, title, fields, record, sorts, filters }: Entity<Fields, Computed, Sorts, Filters>) {
  const [singular, plural] = title
  const may = (verb: 'read' | 'add' | 'update' | 'remove') => `${noun}.${verb}` as Permission
  const ofId = z.object({ id: id() })
  const list = call({
    method: 'GET',
    path: `${path}/all`,
    summary: `A page of the ${plural}.`,
    access: may('read'),
    does: 'read',
    input: listInput(sorts, filters),
    answers: listAnswer(record),
  })
  return {
    list,
    export: exportCall(list),
    select: call({
      method: 'GET',
      path: `${path}/all/select`,
      summary: `The first ${plural} whose name contains a text, to choose from.`,
      access: may('read'),
      does: 'read',
      input: listInput(['name'], {}).pick({ search: true }),
      answers: z.array(choice),
    }),
    read: call({
      method: 'GET',
      path: `${path}/get`,
      summary: `One ${singular}.`,
      access: may('read'),
      does: 'read',
      input: ofId,
      answers: record,
    }),
    add: call({
      method: 'POST',
      path: `${path}/add`,
      summary: `Adds a ${singular}.`,
      access: may('add'),
      does: 'write',
      audit: `${noun}.added`,
      input: z.object(fields),
      answers: added,
    }),
    update: call({
      method: 'PUT',
      path: `${path}/update`,
      summary: `Changes a ${singular}; absent fields stay as they are.`,
      access: may('update'),
      does: 'write',
      audit: `${noun}.updated`,
      input: z.object(fields).partial().extend({ id: id(), version: z.number().int() }),
      answers: done,
    }),
    remove: call({
      method: 'DELETE',
      path: `${path}/delete`,
      summary: `Removes a ${singular} with what belongs to it.`,
      access: may('remove'),
      does: 'write',
      audit: `${noun}.removed`,
      input: ofId,
      answers: done,
    }),
  }
}

/** The calls of any entity, independent of its fields. The kit's lists and forms use this type. A noun may ask a service before it stores a record. */
export type CrudCalls = {
  [Verb in keyof Calls]: CallThat<Calls[Verb]['does'] | (Verb extends 'add' | 'update' ? 'outside' : never)>
}

type Calls = ReturnType<typeof crudCalls>
