// How a person has arranged the lists: columns and named views, kept by the server so that they follow to another device.
// Any list, by the key under which it is remembered; nobody else's. Next: platform/web/pages/use-list-choice.ts.
import { z } from 'zod'
import { flag, text } from '#catalogue/fields.ts'
import { listChoices as most } from '#catalogue/limits.ts'
import { call } from './call.ts'
import { done } from './list.ts'

const word = z.string().regex(/^[a-z]\w{0,39}$/)
const columns = z.array(word).max(most.columns).nullable()

/** A question under a name: what stands in the list's address, and the columns shown. */
const view = z.object({
  name: text(60),
  query: z.record(word, z.string().max(most.valueLength)).refine((query) => Object.keys(query).length <= most.filters),
  columns,
  /** The list opens with it. */
  is_default: flag(),
})
export type ListView = z.output<typeof view>

const listChoice = z.object({
  list: word,
  /** Null for all of them. */
  columns,
  views: z
    .array(view)
    .max(most.views)
    .refine((views) => new Set(views.map(({ name }) => name)).size === views.length)
    .refine((views) => views.filter(({ is_default }) => is_default).length <= 1),
})
export type ListChoice = z.output<typeof listChoice>

export const readListChoices = call({
  method: 'GET',
  path: 'auth/list_choices/all',
  summary: 'How the caller has arranged lists, all of them.',
  access: 'session.use',
  does: 'read',
  input: z.object({}),
  answers: z.object({ data: z.array(listChoice) }),
})

/** Arranging one's own screen changes nothing for anybody, so the trail has no entry. */
export const writeListChoice = call({
  method: 'POST',
  path: 'auth/list_choices/update',
  summary: 'Keeps how the caller has arranged one list, in place of what was kept before.',
  access: 'session.use',
  does: 'write',
  audit: null,
  input: listChoice,
  answers: done,
})
