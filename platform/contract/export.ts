// A list as a file: the same question without pages, and a format. The answer is no JSON: platform/server/export streams it,
// platform/web/client/download.ts takes it.
import { z } from 'zod'
import { listChoices } from '#catalogue/limits.ts'
import { type Call, call } from './call.ts'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Keys of a list's columns, as a person chose them. */
const columns = z
  .string()
  .max(listChoices.columns * 41)
  .regex(/^\w+(?:,\w+)*$/)
  .optional()

/**
 * The call beside a list's `…/all` that answers all of its rows as a file, with all columns unless some are named.
 * Example: `exportCall(listUsers)`.
 */
export function exportCall<Shape extends z.ZodRawShape>(list: Call<z.ZodObject<Shape>>, audit = 'list.exported') {
  return call({
    method: 'GET',
    path: list.path.replace(/\/all$/, '/export'),
    summary: `The same list as a CSV or XLSX file, without pages. ${list.summary}`,
    access: list.access,
    screens: list.screens,
    does: 'outside',
    audit,
    input: z.object({ ...withoutPages(list.input.shape), columns, format: z.enum(exportFormats) }),
    // Of the file itself nothing can be said here.
    answers: z.unknown(),
  })
}

type WithoutPages<Shape> = { [Key in Exclude<keyof Shape, 'page' | 'size'>]: Shape[Key] }

function withoutPages<Shape extends z.ZodRawShape>(shape: Shape): WithoutPages<Shape> {
  const { page: _, size: __, ...rest } = shape
  return rest
}
