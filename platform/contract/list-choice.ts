// List preferences of a person: columns and saved views. The server stores them, so that every device of the person has them.
// A key identifies the list. Other people cannot read them. Next: platform/web/pages/views/use-list-choice.ts.
import { z } from 'zod'
import { flag, text } from '#catalogue/fields.ts'
import { listChoices as max } from '#catalogue/limits.ts'
import { call } from './call.ts'
import { done } from './list.ts'

/** A name in a list. A name that every object has, such as `constructor`, is none. */
const word = z
  .string()
  .regex(/^[a-z]\w{0,39}$/)
  .refine((name) => !(name in Object.prototype))
const columns = z.array(word).max(max.columns).nullable()

/** A saved view: a name, the query of the list's address, and the columns. */
const view = z.object({
  name: text(60),
  query: z.record(word, z.string().max(max.valueLength)).refine((query) => Object.keys(query).length <= max.filters),
  columns,
  /** The list opens with this view. */
  is_default: flag(),
})
export type ListView = z.output<typeof view>

const listChoice = z.object({
  list: word,
  /** The layout of the records, for a list that offers several; null: the default layout of the list. */
  layout: word.nullable().default(null),
  /** The keys of the visible columns; null: all columns. */
  columns,
  views: z
    .array(view)
    .max(max.views)
    .refine((views) => new Set(views.map(({ name }) => name)).size === views.length)
    .refine((views) => views.filter(({ is_default }) => is_default).length <= 1),
})
export type ListChoice = z.output<typeof listChoice>

export const readListChoices = call({
  method: 'GET',
  path: 'auth/list_choices/all',
  summary: 'All list preferences of the caller.',
  access: 'portal.use',
  does: 'read',
  input: z.object({}),
  answers: z.object({ data: z.array(listChoice) }),
})

/** Preferences affect nobody else, so the audit trail has no entry. */
export const writeListChoice = call({
  method: 'POST',
  path: 'auth/list_choices/update',
  summary: 'Replaces the preferences of the caller for one list.',
  access: 'portal.use',
  does: 'write',
  audit: null,
  input: listChoice,
  answers: done,
})
