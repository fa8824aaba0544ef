// Comments of a report: everybody who may open the report reads them, and may name others who may open it. Plain text.
// Next: server/routes.ts, web/comments-drawer.tsx.
import { z } from 'zod'
import { id, instant, line, namedRecord, requiredLines, text } from '#catalogue/fields.ts'
import { reportComments as limits } from '#catalogue/limits.ts'
import { call } from '#platform/contract/call.ts'
import { added, can, done } from '#platform/contract/list.ts'

const screens = ['{id}/reports/view', '{id}/apps/view'] as const

const person = namedRecord

/** Text and mentions of a comment. `mentions`: the people whom the text names; each must be able to open the report. */
const said = {
  text: requiredLines(limits.length),
  mentions: z
    .array(id())
    .max(limits.mentions)
    .refine((ids) => new Set(ids).size === ids.length),
}

export const listComments = call({
  method: 'GET',
  path: 'auth/report_comments/all',
  summary: `Comments of a report, the newest first; at most ${limits.shown}, older ones with \`before\`.`,
  access: 'report_comment.write',
  screens,
  does: 'read',
  input: z.object({
    reportId: id(),
    /** Id of the oldest comment that the caller has already; older ones follow. */
    before: id().optional(),
  }),
  answers: z.object({
    data: z.array(
      z.object({
        id: id(),
        /** The author; null: a person who left the business unit. */
        author: z.string().nullable(),
        text: z.string(),
        mentions: z.array(person),
        page: z.string().nullable(),
        page_name: z.string().nullable(),
        created_at: instant(),
        edited_at: instant().nullable(),
        can,
      }),
    ),
    has_more: z.boolean(),
  }),
})

export const listCommentPeople = call({
  method: 'GET',
  path: 'auth/report_comments/people',
  summary: 'People whom a comment of the report may name: those who may open it, by name; at most ten.',
  access: 'report_comment.write',
  screens,
  does: 'read',
  input: z.object({ reportId: id(), search: line(60).default('') }),
  answers: z.object({ data: z.array(person) }),
})

export const addComment = call({
  method: 'POST',
  path: 'auth/report_comments/add',
  summary: 'Adds a comment and tells the people whom it names.',
  access: 'report_comment.write',
  screens,
  does: 'write',
  audit: 'report_comment.added',
  input: z.object({
    reportId: id(),
    ...said,
    page: text(200).nullable().default(null),
    page_name: text(200).nullable().default(null),
  }),
  answers: added,
})

export const updateComment = call({
  method: 'PUT',
  path: 'auth/report_comments/update',
  summary: 'Changes a comment of the caller, and tells the people whom it newly names.',
  access: 'report_comment.write',
  screens,
  does: 'write',
  audit: 'report_comment.updated',
  input: z.object({ id: id(), ...said }),
  answers: done,
})

export const removeComment = call({
  method: 'DELETE',
  path: 'auth/report_comments/delete',
  summary: 'Removes a comment of the caller; report managers remove those of everybody.',
  access: 'report_comment.write',
  screens,
  does: 'write',
  audit: 'report_comment.removed',
  input: z.object({ id: id() }),
  answers: done,
})
