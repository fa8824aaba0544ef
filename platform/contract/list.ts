// Lists: one request for a page of records and one answer (wire: `{ data, page, size, total }`).
import { z } from 'zod'
import { line } from '#catalogue/fields.ts'
import { type PageSize, defaultPageSize, maxPage, pageSizes, searchLength } from '#catalogue/limits.ts'

const pageNumber = z.coerce.number().int().min(1).max(maxPage).default(1)
/** The metadata documents the accepted values in OpenAPI, which otherwise shows any number. */
const pageSize = z.coerce
  .number()
  .meta({ type: 'integer', enum: [...pageSizes] })
  .pipe(z.union(pageSizes.map((size) => z.literal(size))))
  .default(defaultPageSize)

/** The query of a list: page, size, search, a sort column of `sorts`, and the list's own `filters`. */
export function listInput<const Sorts extends readonly [string, ...string[]], Filters extends z.ZodRawShape>(
  sorts: Sorts,
  filters: Filters,
) {
  return z.object({
    page: pageNumber,
    size: pageSize,
    search: line(searchLength).default(''),
    sort: z.enum(sorts).default(sorts[0]),
    order: z.enum(['asc', 'desc']).default('asc'),
    ...filters,
  })
}

/** The answer of a list. `page` is text on the wire, as in the specification. */
export function listAnswer<Record extends z.ZodType>(record: Record) {
  return z.object({ data: z.array(record), page: z.string(), size: z.number().int(), total: z.number().int() })
}

export type ListOptions = { page: number; size: PageSize; search: string; sort: string; order: 'asc' | 'desc' }

/** `{ "status": true }`, with a message where a person should read one. */
export const done = z.object({ status: z.literal(true), message: z.string().optional() })
export const added = z.object({ status: z.literal(true), id: z.string() })

/** The actions that the caller may do with the record. The browser shows these actions and decides nothing. */
export const can = z.array(z.string())
