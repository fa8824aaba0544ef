// Tags: labels of a business unit for its reports, independent of their groups. Tags do not affect access.
// The tags of a report are saved with the report (features/reports/library). Next: server/commands.ts, web/exports.tsx.
import { z } from 'zod'
import { id, text } from '#catalogue/fields.ts'
import { alsoOn } from '#platform/contract/call.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'

/** Fixed colours that are readable in the light and the dark theme. */
export const tagColors = ['gray', 'red', 'orange', 'green', 'blue', 'violet'] as const

export const maxTags = 20

export const tag = entity({
  noun: 'tag',
  title: ['tag', 'tags'],
  fields: { name: text(40), color: z.enum(tagColors) },
  computed: { reports: z.number().int() },
  sorts: ['name', 'reports', 'created_at'],
  filters: {},
})

const calls = crudCalls('auth/tags', tag)
/** The screen of reports needs the list and the names of tags, too. */
export const tagCalls = { ...calls, list: alsoOn(calls.list, 'reports'), read: alsoOn(calls.read, 'reports') }

/** A tag in answers of other features. */
export const shownTag = z.object({ id: id(), name: z.string(), color: z.enum(tagColors) })
export type ShownTag = z.output<typeof shownTag>
