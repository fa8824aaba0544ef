// The export of a list: the list's input without pages, plus a format. The answer is not JSON: platform/server/export streams it and
// platform/web/client/download.ts receives it.
import { z } from 'zod'
import { listChoices } from '#catalogue/limits.ts'
import { type Call, call } from './call.ts'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Keys of the columns that the person has chosen. */
const columns = z
  .string()
  .max(listChoices.columns * 41)
  .regex(/^\w+(?:,\w+)*$/)
  .optional()

/**
 * The call beside a list's `…/all` that answers all rows as a file. The file has all columns unless `columns` names some.
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
    // A requester in remote access may not export lists in the person's name.
    personal: true,
    input: z.object({ ...withoutPages(list.input.shape), columns, format: z.enum(exportFormats) }),
    // The answer is a file, so there is no schema.
    answers: z.unknown(),
  })
}

type WithoutPages<Shape> = { [Key in Exclude<keyof Shape, 'page' | 'size'>]: Shape[Key] }

function withoutPages<Shape extends z.ZodRawShape>(shape: Shape): WithoutPages<Shape> {
  const { page: _, size: __, ...rest } = shape
  return rest
}
