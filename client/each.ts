import { type CallOptions, type Result, unwrap } from './result.ts'

type Page<Row> = { data: readonly Row[]; total: number }
type ListMethod<Input, Row> = (input: Input, options?: CallOptions) => Promise<Result<Page<Row>>>

/** The rows of one request: the most that a list answers. */
const pageSize = 100

/**
 * Reads a list page by page. A record that is added or removed meanwhile may move another over the edge of a page: sort by `created_at` where
 * the list can.
 * @throws VitrineError when a page is refused.
 * Example: `for await (const report of each(vitrine.reports.list, { search: 'sales' })) { … }`
 */
export async function* each<Input extends { page?: number | undefined; size?: 25 | 50 | 100 | undefined }, Row>(
  list: ListMethod<Input, Row>,
  input: Omit<Input, 'page' | 'size'>,
  options: Pick<CallOptions, 'signal'> = {},
): AsyncGenerator<Row, void, undefined> {
  let read = 0
  for (let page = 1; ; page += 1) {
    const { data, total } = unwrap(await list({ ...input, page, size: pageSize } as unknown as Input, options))
    yield* data
    read += data.length
    if (data.length < pageSize || read >= total) return
  }
}
