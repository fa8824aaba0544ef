// Tags: words of a business unit for its reports, across the folders these stand in. They grant nothing and hide nothing.
// Which report has which is written with the report (features/reports). Next: server/service.ts, web/picker.tsx.
import { z } from 'zod'
import { id, text } from '#catalogue/fields.ts'
import { alsoOn } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'

/** Named, not mixed: each is seen on light and on dark. */
export const tagColors = ['gray', 'red', 'orange', 'green', 'blue', 'violet'] as const

export const mostTags = 20

export const tag = entity({
  noun: 'tag',
  title: ['tag', 'tags'],
  fields: { name: text(40), color: z.enum(tagColors) },
  computed: { reports: z.number().int() },
  sorts: ['name', 'reports', 'created_at'],
  filters: {},
})

const calls = crudCalls('auth/tags', tag)
/** Forms and lists of reports offer them and name those that were chosen. */
export const tagCalls = { ...calls, list: alsoOn(calls.list, 'reports'), read: alsoOn(calls.read, 'reports') }

/** A tag as others show it. */
export const shownTag = z.object({ id: id(), name: z.string(), color: z.enum(tagColors) })
export type ShownTag = z.output<typeof shownTag>
